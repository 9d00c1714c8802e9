import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBConnection } from '@duckdb/node-api';
import { createSignalStore } from '@sillage/server/recording/store';
import { z } from 'zod';
import { type Bench, type Figure, median } from './figure.ts';
import { extremesSql, hour, type MadeRecording, makeRecording } from './zoom-data.ts';

const drawn = 8;
const rounds = 7;
const patienceMs = 60_000;

/** The system forgets what it kept of a file (GNU dd), so that it is read from the disk again. */
const forget = (file: string) => promisify(execFile)('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);

async function forgetAll({ folder, archive }: MadeRecording): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of [...files.map((name) => join(folder, name)), archive]) await forget(file);
}

/** s; the server has it in the record's row. */
async function lengthOf({ folder }: MadeRecording): Promise<number> {
  const store = createSignalStore({ cacheBytes: 0 });
  const { durationSeconds = 0 } = (await store.describe(folder)) ?? {};
  await store.close();
  return durationSeconds;
}

/** ms that a peer took for what it was asked. */
async function ask(peer: ChildProcess, wanted: object | string): Promise<number> {
  const answer = once(peer, 'message', { signal: AbortSignal.timeout(patienceMs) });
  peer.send(wanted);
  const [took] = await answer;
  return z.number().parse(took);
}

/**
 * The first picture of a whole recording of an hour that nobody looked at since the start, files on the disk: a store that
 * forgot the recording, and each time a DuckDB of its own, each in a process of its own, in turn. What one of them tidies up afterwards
 * is not the other's time.
 */
export const bench: Bench = {
  name: 'cold',
  async run(): Promise<Figure[]> {
    const maker = await DuckDBConnection.create();
    const figures: Figure[] = [];
    const reader = fileURLToPath(new URL('./cold-reader.ts', import.meta.url));
    const peers = { store: fork(reader), duckdb: fork(reader) };
    for (const clock of ['steady', 'stamped'] as const) {
      const recording = await makeRecording({ ...hour, clock, name: `hour-${clock}` }, maker);
      const variables = recording.columns.slice(0, drawn).map((name) => `imu.${name}`);
      const durationSeconds = await lengthOf(recording);
      const sql = extremesSql(recording, drawn, 0, durationSeconds);
      const times = { store: [] as number[], duckdb: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        await forgetAll(recording);
        times.duckdb.push(await ask(peers.duckdb, sql));
        await forgetAll(recording);
        times.store.push(await ask(peers.store, { folder: recording.folder, variables, durationSeconds }));
      }
      const [ours, theirs] = [median(times.store), median(times.duckdb)];
      figures.push({
        name: `first picture of 1 h × 1 kHz, 8 of 32 variables, ${clock} clock, cold, speed by DuckDB`,
        measured: theirs / ours,
        goal: { atLeast: 50 },
        unit: '×',
        note: `${ours.toPrecision(3)} ms; DuckDB cold ${theirs.toPrecision(3)} ms, page cache dropped before each`,
      });
    }
    maker.closeSync();
    for (const peer of Object.values(peers)) peer.kill();
    return figures;
  },
};
