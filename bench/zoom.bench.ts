import { DuckDBConnection } from '@duckdb/node-api';
import { createSignalStore, type SignalStore } from '@sillage/server/recording/store';
import { type Bench, type Figure, median, milliseconds } from './figure.ts';
import { countWrongPixelColumns } from './zoom-correctness.ts';
import { extremesSql, hour, type MadeRecording, makeRecording, pixelColumns } from './zoom-data.ts';

const drawn = 8;
/** The server's own default. */
const cacheBytes = 512 << 20;

/** Speed by DuckDB. */
const goals = { steady: { hour: 100, twoHours: 700 }, stamped: { hour: 70, twoHours: 500 } };
const twoHours = { seconds: 7200, rateHz: 5000, variables: 8 };

/** The window's bytes of the drawn variables, copied from memory to memory. */
function copyWindow(samples: number): () => void {
  const from = Array.from({ length: drawn }, (_, i) => new Float32Array(samples).fill(i));
  const to = Array.from({ length: drawn }, () => new Float32Array(samples).fill(-1));
  return () => {
    for (const [i, column] of from.entries()) to[i]?.set(column);
  };
}

interface Peers {
  readonly store: SignalStore;
  readonly duckdb: DuckDBConnection;
}

/** Medians of the three, measured in turn. */
async function race(peers: Peers, recording: MadeRecording, fromSeconds: number, toSeconds: number, rounds: number) {
  const variables = recording.columns.slice(0, drawn).map((name) => `imu.${name}`);
  const draw = () => peers.store.curves(recording.folder, variables, fromSeconds, toSeconds, pixelColumns);
  const sql = extremesSql(recording, drawn, fromSeconds, toSeconds);
  const copy = copyWindow(Math.round((toSeconds - fromSeconds) * recording.rateHz));
  for (let warm = 0; warm < 20; warm++) await draw();
  copy();
  await peers.duckdb.runAndReadAll(sql);
  const times = { store: [] as number[], copy: [] as number[], duckdb: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.duckdb.push(await milliseconds(() => peers.duckdb.runAndReadAll(sql)));
    for (let i = 0; i < 5; i++) {
      times.copy.push(await milliseconds(copy));
      times.store.push(await milliseconds(draw));
    }
  }
  return { store: median(times.store), copy: median(times.copy), duckdb: median(times.duckdb) };
}

function ratios(
  name: string,
  times: { store: number; copy: number; duckdb: number },
  goals: { copy: number; duckdb?: number },
): Figure[] {
  const ms = (value: number) => `${value.toPrecision(3)} ms`;
  const note = `store ${ms(times.store)}, memcpy ${ms(times.copy)}, DuckDB min/max SQL on zstd Parquet ${ms(times.duckdb)}`;
  const copy: Figure = {
    name: `zoom ${name}, time by memcpy of the window`,
    measured: times.store / times.copy,
    goal: { atMost: goals.copy },
    unit: '×',
    note,
  };
  if (goals.duckdb === undefined) return [copy];
  const duckdb: Figure = {
    name: `zoom ${name}, speed by DuckDB`,
    measured: times.duckdb / times.store,
    goal: { atLeast: goals.duckdb },
    unit: '×',
    note,
  };
  return [duckdb, copy];
}

/** Hot zoom by the server's own call, against DuckDB and a memory copy; and whether the picture is true. */
export const bench: Bench = {
  name: 'zoom',
  async run(): Promise<Figure[]> {
    const duckdb = await DuckDBConnection.create();
    const figures: Figure[] = [];
    for (const clock of ['steady', 'stamped'] as const) {
      const store = createSignalStore({ cacheBytes, inThreads: true });
      const peers = { store, duckdb };
      const one = await makeRecording({ ...hour, clock, name: `hour-${clock}` }, duckdb);
      const whole = await race(peers, one, 0, hour.seconds, 9);
      const tenth = await race(peers, one, 0.45 * hour.seconds, 0.55 * hour.seconds, 9);
      const two = await makeRecording({ ...twoHours, clock, name: `two-hours-${clock}` }, duckdb);
      const long = await race(peers, two, 0, twoHours.seconds, 5);
      await store.close();
      figures.push(
        ...ratios(`1 h × 1 kHz, 8 of 32 variables, ${clock} clock`, whole, { duckdb: goals[clock].hour, copy: 0.4 }),
        ...ratios(`1 h × 1 kHz, 10 % window, ${clock} clock`, tenth, { copy: 10 }),
        ...ratios(`2 h × 5 kHz × 8 variables, ${clock} clock`, long, { duckdb: goals[clock].twoHours, copy: 0.2 }),
      );
    }
    const { wrong, pixelColumns: checked } = await countWrongPixelColumns(10_000_000);
    figures.push({
      name: 'zoom, wrong pixel columns',
      measured: wrong,
      goal: { atMost: 0 },
      unit: 'columns',
      note: `of ${checked} with samples, NaN gaps included, against every sample of the window`,
    });
    duckdb.closeSync();
    return figures;
  },
};
