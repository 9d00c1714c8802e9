import { DuckDBConnection } from '@duckdb/node-api';
import { createSignalStore, type SignalStore, type WindowStatistics } from '@sillage/server/recording/store';
import { type Bench, type Figure, median, milliseconds } from './figure.ts';
import { hour, type MadeRecording, makeRecording } from './zoom-data.ts';

const measured = 8;
/** s; on no border of a bucket. */
const [from, to] = [123.4567, 3487.6543];
const rounds = 9;
const cacheBytes = 512 << 20;

/** Mean and deviation of every sample of a window, in two passes whose sums lose nothing (Neumaier). */
async function trueFigures(store: SignalStore, { folder, columns }: MadeRecording) {
  const names = columns.slice(0, measured);
  const sumUp = async (term: (value: number, place: number) => number) => {
    const sums = names.map(() => ({ sum: 0, lost: 0, count: 0 }));
    for await (const chunk of store.samples(folder, 'imu', names, from, to)) {
      for (const [place, values] of chunk.columns.entries()) {
        const into = sums[place];
        if (into === undefined) continue;
        for (const value of values) {
          const next = term(value, place);
          const sum = into.sum + next;
          into.lost += Math.abs(into.sum) >= Math.abs(next) ? into.sum - sum + next : next - sum + into.sum;
          into.sum = sum;
        }
        into.count += values.length;
      }
    }
    return sums.map(({ sum, lost, count }) => ({ total: sum + lost, count }));
  };
  const means = (await sumUp((value) => value)).map(({ total, count }) => total / count);
  const squares = await sumUp((value, place) => (value - (means[place] ?? 0)) ** 2);
  return means.map((mean, i) => {
    const { total = 0, count = 0 } = squares[i] ?? {};
    return { mean, std: Math.sqrt(total / (count - 1)), count };
  });
}

/** How far a mean and a deviation are from the true ones, in units of the deviation. */
function errorOf({ mean, std, num }: WindowStatistics, truth: { mean: number; std: number; count: number }): number {
  if (num !== truth.count || mean === null || std === null) return Number.POSITIVE_INFINITY;
  return Math.max(Math.abs(mean - truth.mean), Math.abs(std - truth.std)) / truth.std;
}

/** Statistics of almost an hour on raw samples by the server's own call, against DuckDB, and how true they are. */
export const bench: Bench = {
  name: 'statistics',
  async run(): Promise<Figure[]> {
    const duckdb = await DuckDBConnection.create();
    const store = createSignalStore({ cacheBytes, inThreads: true });
    const recording = await makeRecording({ ...hour, clock: 'steady', name: 'hour-steady' }, duckdb);
    const names = recording.columns.slice(0, measured);
    const ours = () =>
      store.statistics(
        recording.folder,
        names.map((name) => `imu.${name}`),
        from,
        to,
      );
    const asked = names.flatMap((name) =>
      ['count', 'avg', 'stddev_samp', 'min', 'max'].map((one) => `${one}(CAST(${name} AS DOUBLE))`),
    );
    const sql = `SELECT ${asked.join(', ')} FROM '${recording.archive}' WHERE T >= ${from} AND T <= ${to}`;
    const found = await ours();
    await duckdb.runAndReadAll(sql);
    const times = { store: [] as number[], duckdb: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.duckdb.push(await milliseconds(() => duckdb.runAndReadAll(sql)));
      for (let i = 0; i < 5; i++) times.store.push(await milliseconds(ours));
    }
    const truth = await trueFigures(store, recording);
    await store.close();
    duckdb.closeSync();
    const [store_, duckdb_] = [median(times.store), median(times.duckdb)];
    return [
      {
        name: 'statistics of 1 h × 1 kHz, 8 of 32 variables, speed by DuckDB',
        measured: duckdb_ / store_,
        goal: { atLeast: 500 },
        unit: '×',
        note: `${store_.toPrecision(3)} ms; DuckDB on zstd Parquet ${duckdb_.toPrecision(3)} ms`,
      },
      {
        name: 'statistics, error of mean and deviation',
        measured: Math.max(...found.map((one, i) => errorOf(one, truth[i] ?? { mean: 0, std: 1, count: -1 }))),
        goal: { atMost: 1e-11 },
        unit: 'of the deviation',
        note: `against sums of all ${truth[0]?.count} samples that lose nothing`,
      },
    ];
  },
};
