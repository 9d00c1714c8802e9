import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Figure } from './figure.ts';
import { decodeUpload, FromUploadServer, writeLargeCsv, writeLargeRaw } from './upload-load.ts';

const fileBytes = 1e9;
const kinds = [
  { name: 'CSV', write: writeLargeCsv },
  { name: 'raw', write: writeLargeRaw },
] as const;

/** 1 GB of CSV and of raw, sent to a whole server in a process of its own, from the request to the readable record. */
export const bench: Bench = {
  name: 'upload',
  async *run() {
    for (const { name, write } of kinds) {
      const root = await mkdtemp(join(tmpdir(), 'sillage-upload-'));
      try {
        const path = join(root, 'large');
        await write(path, fileBytes);
        yield* await measure(name, path, join(root, 'data'));
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    }
  },
};

async function measure(name: string, path: string, dataRoot: string): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./upload-server.ts', import.meta.url)), [dataRoot]);
  try {
    const ready = await heard(child);
    if (!('url' in ready)) throw new Error('the server did not say where it is');
    const { recordSeconds, seconds } = await decodeUpload(ready.url, path);
    child.send('report');
    const report = await heard(child);
    if (!('peakBytes' in report)) throw new Error('the server did not say what it took');
    const note = `1 GB of ${name}, 8 variables at 1 kHz, sent over HTTP to a whole server`;
    const speed = recordSeconds / seconds;
    return [
      { name: `${name}: upload → record, × real time`, measured: speed, goal: { atLeast: 1000 }, unit: '×', note },
      {
        name: `${name}: resident memory`,
        measured: report.peakBytes / 1e6,
        goal: { atMost: 400 },
        unit: 'MB',
        note: `${note}; peak of the server's process, receiving and decoding`,
      },
      {
        name: `${name}: longest pause of the event loop`,
        measured: report.longestDelayMs,
        goal: { atMost: 50 },
        unit: 'ms',
        note,
      },
    ];
  } finally {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }
}

async function heard(child: ChildProcess): Promise<FromUploadServer> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ]);
  return FromUploadServer.parse(message);
}
