import { DuckDBConnection } from '@duckdb/node-api';
import { createSignalStore, type SignalStore } from '@sillage/server/recording/store';
import { type Bench, type Figure, median, milliseconds } from './figure.ts';
import { type MadeRecording, makeRecording, pixelColumns } from './zoom-data.ts';

const variables = 2;
const day = { name: 'ten-hours-steady', seconds: 36_000, rateHz: 5000, variables, clock: 'steady' } as const;
const hour = { name: 'hour-of-two-steady', seconds: 3600, rateHz: 1000, variables, clock: 'steady' } as const;
const rounds = 40;
const cacheBytes = 512 << 20;
/** Shares of the whole that are looked at, from the whole to seconds. */
const looks = [1, 0.3, 0.1, 0.01, 0.001] as const;

/** ms of each look, around another place each time. */
async function look(store: SignalStore, recording: MadeRecording, round: number): Promise<number> {
  const names = recording.columns.map((name) => `imu.${name}`);
  let total = 0;
  for (const share of looks) {
    const from = (1 - share) * recording.seconds * (((round * 7 + 3) % 11) / 11);
    const to = from + share * recording.seconds;
    total += await milliseconds(() => store.curves(recording.folder, names, from, to, pixelColumns));
  }
  return total;
}

/** Whether ten hours at 5 kHz feel like one at 1 kHz: the same looks at both, from the whole to a thousandth, in turn. */
export const bench: Bench = {
  name: 'long',
  async run(): Promise<Figure[]> {
    const duckdb = await DuckDBConnection.create();
    const [long, short] = [await makeRecording(day, duckdb), await makeRecording(hour, duckdb)];
    duckdb.closeSync();
    const store = createSignalStore({ cacheBytes, inThreads: true });
    for (let round = 0; round < 12; round++) {
      await look(store, long, round);
      await look(store, short, round);
    }
    const times = { long: [] as number[], short: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.long.push(await look(store, long, round));
      times.short.push(await look(store, short, round));
    }
    await store.close();
    const [ten, one] = [median(times.long), median(times.short)];
    return [
      {
        name: '10 h × 5 kHz, time by 1 h × 1 kHz',
        measured: ten / one,
        goal: { atMost: 1.5 },
        unit: '×',
        note: `${looks.length} looks from the whole to a thousandth at ${pixelColumns} px, ${variables} variables: ${ten.toPrecision(3)} and ${one.toPrecision(3)} ms`,
      },
    ];
  },
};
