import type { BytesReply } from '@sillage/client';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type Services, useServices } from '../app/services.tsx';

/** The files that a record can be downloaded as, in the order of the menu. */
export const fileTypes = ['zip', 'decoded', 'raw', 'parquet', 'stats'] as const;
export type DownloadType = (typeof fileTypes)[number];

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

/** The browser streams the file from an address that works once: a recording can be larger than its memory. */
async function download({ client, apiUrl }: Services, ids: readonly number[], type: DownloadType): Promise<void> {
  const [id, ...others] = ids;
  if (id === undefined) return;
  const body = others.length === 0 ? {} : { ids: [...ids] };
  const { path } = await client.call(api.linkRecordFile, { params: { id, fileType: type }, body });
  const link = document.createElement('a');
  link.href = `${apiUrl}${path}`;
  link.download = '';
  link.click();
}

/** Downloads one record as a file, several as one zip with a folder each. */
export function useDownload() {
  const reach = useServices();
  return useMutation({
    mutationFn: ({ ids, type }: { ids: readonly number[]; type: DownloadType }) => download(reach, ids, type),
  });
}
