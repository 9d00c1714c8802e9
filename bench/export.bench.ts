import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DuckDBConnection } from '@duckdb/node-api';
import { csvHeader, csvRows } from '@sillage/formats';
import { createSignalStore, type SignalStore } from '@sillage/server/recording/store';
import { type Bench, type Figure, median, milliseconds } from './figure.ts';
import { hour, type MadeRecording, makeRecording } from './zoom-data.ts';

const rounds = 3;
const cacheBytes = 512 << 20;

async function writeCsv(store: SignalStore, recording: MadeRecording, file: string): Promise<void> {
  const { columns } = recording;
  async function* text() {
    yield Buffer.from(csvHeader(columns.map((name) => ({ name: `imu.${name}`, unit: 'g' }))));
    const chunks = store.samples(recording.folder, 'imu', columns, 0, Number.POSITIVE_INFINITY);
    for await (const { timesSeconds, columns: values } of chunks) yield* csvRows({ timesSeconds, values });
  }
  await pipeline(Readable.from(text()), createWriteStream(file));
}

/**
 * All samples of an hour as CSV, as a download writes them, against DuckDB's COPY of the same file of the store (plain Parquet,
 * nothing to unpack) by as many threads as it takes by itself; both to files of one folder, in turn.
 */
export const bench: Bench = {
  name: 'export',
  async run(): Promise<Figure[]> {
    const duckdb = await DuckDBConnection.create();
    const store = createSignalStore({ cacheBytes });
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-export-'));
    try {
      const recording = await makeRecording({ ...hour, clock: 'steady', name: 'hour-steady' }, duckdb);
      const [ours, theirs] = [join(folder, 'ours.csv'), join(folder, 'theirs.csv')];
      const times = { ours: [] as number[], theirs: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        times.theirs.push(
          await milliseconds(() =>
            duckdb.run(`COPY (SELECT * FROM '${recording.folder}/imu.parquet') TO '${theirs}' (FORMAT csv)`),
          ),
        );
        times.ours.push(await milliseconds(() => writeCsv(store, recording, ours)));
      }
      const [we, they] = [median(times.ours), median(times.theirs)];
      const size = async (file: string) => `${((await stat(file)).size / 1e9).toPrecision(3)} GB`;
      return [
        {
          name: 'CSV of 1 h × 1 kHz × 32, speed by DuckDB COPY',
          measured: they / we,
          goal: { atLeast: 1 },
          unit: '×',
          note: `${(we / 1000).toPrecision(3)} s for ${await size(ours)}; DuckDB ${(they / 1000).toPrecision(3)} s for ${await size(theirs)}`,
        },
      ];
    } finally {
      await store.close();
      duckdb.closeSync();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
