import type { BytesReply } from '@sillage/client';

/** Hands bytes to the browser as a file. */
export function saveFile(reply: Pick<BytesReply, 'body' | 'contentType'>, name: string): void {
  const address = URL.createObjectURL(new Blob([reply.body], { type: reply.contentType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address once its download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Has the browser save what an address of the interface answers, streamed to the disk: it may be larger than memory. The link carries
 * only the cookie of the session, which has to be fresh.
 */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
