import { type FileHandle, open } from 'node:fs/promises';
import { estimateReadBytes, headBytes } from '@sillage/formats';
import { howToRead } from './decode-file.ts';
import type { DecodeTask } from './decode-task.ts';

/** Of a journal: int16 become float32 with times and a pyramid, and blocks that came late are set aside. */
const bytesAJournalByte = 3;

/** Bytes that a decoding writes at most; 0 for a source that it cannot read. */
export async function estimateDecoding(task: DecodeTask): Promise<number> {
  let file: FileHandle;
  try {
    file = await open(task.path, 'r');
  } catch {
    // Decoding says why.
    return 0;
  }
  try {
    const { size } = await file.stat();
    if (task.source === 'journal') return bytesAJournalByte * size;
    const head = new Uint8Array(Math.min(headBytes, size));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return estimateReadBytes(head.subarray(0, bytesRead), size, howToRead(task)) ?? 0;
  } finally {
    await file.close();
  }
}
