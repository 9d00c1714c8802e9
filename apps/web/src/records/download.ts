import type { BytesReply, Client } from '@sillage/client';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/services.tsx';

/** The files that a record can be downloaded as, in the order of the menu. */
export const fileTypes = ['zip', 'decoded', 'raw', 'parquet', 'stats'] as const;
export type DownloadType = (typeof fileTypes)[number];

const extensions: Readonly<Record<DownloadType, string>> = {
  zip: 'zip',
  decoded: 'csv',
  raw: 'txt',
  parquet: 'parquet',
  stats: 'csv',
};

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

async function download(client: Client, ids: readonly number[], type: DownloadType): Promise<void> {
  const [id, ...others] = ids;
  if (id === undefined) return;
  const body = others.length === 0 ? {} : { ids: [...ids] };
  const reply = await client.fetchBytes(api.downloadRecordFile, { params: { id, fileType: type }, body });
  saveFile(reply, reply.filename ?? `sillage-${id}.${others.length === 0 ? extensions[type] : 'zip'}`);
}

/** Downloads one record as a file, several as one zip with a folder each. */
export function useDownload() {
  const client = useApi();
  return useMutation({
    mutationFn: ({ ids, type }: { ids: readonly number[]; type: DownloadType }) => download(client, ids, type),
  });
}
