import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { serverEnvironment, serverFlags } from '../scripts/server-process.mjs';
import type { Bench, Figure } from './figure.ts';
import { decodeUpload, FromUploadServer, sendInPieces, writeLargeCsv, writeLargeRaw } from './upload-load.ts';

const run = promisify(execFile);
const fileBytes = 2e9;
const piecesBytes = 2 * 1024 ** 3;
const kinds = [
  { name: 'CSV', write: writeLargeCsv },
  { name: 'raw', write: writeLargeRaw },
] as const;

/** 2 GB of CSV and of raw, sent to a whole server in a process of its own, from the request to the readable record. */
export const bench: Bench = {
  name: 'upload',
  async *run() {
    yield* await inFolder((root) => measurePieces(join(root, 'data')));
    for (const { name, write } of kinds) {
      yield* await inFolder(async (root) => {
        const path = join(root, 'large');
        await write(path, fileBytes);
        return [
          ...(await measure(name, path, join(root, 'data'))),
          await measureMemory(name, path, join(root, 'alone')),
        ];
      });
    }
  },
};

async function inFolder<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'sillage-upload-'));
  try {
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** 2 GB, the most that is taken, in pieces to a whole server. */
export async function measurePieces(dataRoot: string): Promise<Figure[]> {
  const env = { ...process.env, ...serverEnvironment };
  const server = fork(program('upload-server'), [dataRoot], { env, execArgv: [...serverFlags] });
  try {
    const ready = await heard(server);
    if (!('url' in ready)) throw new Error('the server did not say where it is');
    const rest = await report(server);
    const seconds = await sendInPieces(ready.url, piecesBytes);
    const end = await report(server);
    return [
      {
        name: 'in pieces: resident memory of the whole server',
        measured: end.peakBytes / 1e6,
        goal: { atMost: 400 },
        unit: 'MB',
        note: `2 GB in pieces of 4 MB, each checked and synced, ${(piecesBytes / 1e6 / seconds).toFixed(0)} MB/s; at most, of which ${Math.round(rest.peakBytes / 1e6)} MB to start`,
      },
    ];
  } finally {
    const ended = once(server, 'exit');
    server.disconnect();
    await ended;
  }
}

async function measure(name: string, path: string, dataRoot: string): Promise<Figure[]> {
  const env = { ...process.env, ...serverEnvironment };
  const server = fork(program('upload-server'), [dataRoot], { env, execArgv: [...serverFlags] });
  const machine = fork(program('watch-machine'));
  try {
    const ready = await heard(server);
    if (!('url' in ready)) throw new Error('the server did not say where it is');
    const rest = await report(server);
    await ask(machine);
    const { recordSeconds, seconds } = await decodeUpload(ready.url, path);
    const end = await report(server);
    const others = LongestHold.parse(await ask(machine));
    const note = `2 GB of ${name}, 8 variables at 1 kHz, sent over HTTP to a whole server`;
    const speed = recordSeconds / seconds;
    const [wall, idle] = [end.wallMs, others.wallMs].map((ms) => ms.toFixed(0));
    return [
      { name: `${name}: upload → record, × real time`, measured: speed, goal: { atLeast: 1000 }, unit: '×', note },
      {
        name: `${name}: resident memory of the whole server`,
        measured: end.peakBytes / 1e6,
        goal: { atMost: 400 },
        unit: 'MB',
        note: `${note}; at most, of which ${Math.round(rest.peakBytes / 1e6)} MB to start; PostgreSQL is a process of its own`,
      },
      {
        name: `${name}: longest pause of the event loop`,
        measured: Math.max(0, end.wallMs - others.wallMs),
        goal: { atMost: 50 },
        unit: 'ms',
        note: `${note}; ${wall} ms, less ${idle} ms of a process that did nothing meanwhile`,
      },
      {
        name: `${name}: longest computing of the event loop`,
        measured: end.computedMs,
        goal: { atMost: 50 },
        unit: 'ms',
        note: `${note}; time of the processor in one stretch, whatever else the machine does`,
      },
    ];
  } finally {
    const ended = once(server, 'exit');
    machine.disconnect();
    server.disconnect();
    await ended;
  }
}

const program = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
const LongestHold = z.object({ wallMs: z.number() });

async function ask(child: ChildProcess): Promise<unknown> {
  child.send('report');
  const [message] = await once(child, 'message');
  return message;
}

/** What the server took since it was asked before. */
async function report(child: ChildProcess) {
  child.send('report');
  const said = await heard(child);
  if (!('peakBytes' in said)) throw new Error('the server did not say what it took');
  return said;
}

/** The worker's code alone in a process, where nothing else takes memory. */
async function measureMemory(name: 'CSV' | 'raw', path: string, folder: string): Promise<Figure> {
  await mkdir(folder);
  const source = name === 'CSV' ? 'csv' : 'raw';
  const { stdout } = await run(process.execPath, [program('decode-in-child'), path, folder, '0', source]);
  const { residentBytes } = z.object({ residentBytes: z.number() }).parse(JSON.parse(stdout));
  return {
    name: `${name}: resident memory while decoding`,
    measured: residentBytes / 1e6,
    goal: { atMost: 400 },
    unit: 'MB',
    note: `2 GB of ${name}; peak of a process that decodes and does nothing else`,
  };
}

async function heard(child: ChildProcess): Promise<FromUploadServer> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ]);
  return FromUploadServer.parse(message);
}
