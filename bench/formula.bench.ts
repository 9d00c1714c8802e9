import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { computeSignals } from '@sillage/server/recording/computed';
import { openSampleColumns } from '@sillage/server/recording/store';
import {
  type CheckedFormula,
  checkFormula,
  evaluateFormula,
  isFormulaProblem,
  parseFormula,
} from '@sillage/signal/formula';
import { type Bench, type Figure, median } from './figure.ts';
import { type MadeRecording, makeRecording } from './zoom-data.ts';

const rounds = 7;
const hour = { name: '1h-1000Hz-2', seconds: 3600, rateHz: 1000, variables: 2, clock: 'steady' } as const;

function check(recording: MadeRecording, text: string): CheckedFormula {
  const known = new Map(recording.columns.map((name) => [`imu.${name}`, { unit: '', clock: 'imu', rateHz: 1000 }]));
  const formula = parseFormula(text);
  const checked = isFormulaProblem(formula) ? formula : checkFormula(formula, known);
  if (isFormulaProblem(checked)) throw new Error(`${checked.code} in ${text}`);
  return checked;
}

/** ms that a formula takes from the record's signals to signals of its own, with their pyramid. */
async function compute(recording: MadeRecording, text: string, work: string): Promise<number> {
  const { root } = check(recording, text);
  await mkdir(work, { recursive: true });
  const start = performance.now();
  const outcome = await computeSignals({
    ...{ signals: recording.folder, root, folder: join(work, 'channel'), work, rateHz: recording.rateHz },
    mostMs: 600_000,
    variables: recording.columns.map((column) => ({ name: `imu.${column}`, module: 'imu', column })),
    landed: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
  });
  const milliseconds = performance.now() - start;
  if ('problem' in outcome) throw new Error('not computed');
  await rm(work, { recursive: true });
  return milliseconds;
}

/** ms and sum of a formula of each sample, from the record's files. */
async function addUp(recording: MadeRecording, text: string): Promise<{ milliseconds: number; sum: number }> {
  const { root } = check(recording, text);
  const start = performance.now();
  const file = await openSampleColumns(recording.folder, 'imu');
  if (file === undefined) throw new Error('no samples');
  const clock = { samples: file.samples, readTimes: () => undefined };
  const column = evaluateFormula(root, {
    column: (name) => ({ clock, read: (from, into) => file.read(name.slice('imu.'.length), from, into) }),
    scratch: () => {
      throw new Error('nothing goes along samples here');
    },
  });
  const values = new Float64Array(65_536);
  let sum = 0;
  for (let from = 0; from < file.samples; from += values.length) {
    const piece = values.subarray(0, Math.min(values.length, file.samples - from));
    column.read(from, piece);
    for (const value of piece) sum += value;
  }
  await file.close();
  return { milliseconds: performance.now() - start, sum };
}

/** ms that DuckDB takes from its Parquet of the same samples to one of the formula. */
async function ask(duckdb: DuckDBConnection, recording: MadeRecording, sql: string, file: string): Promise<number> {
  const start = performance.now();
  await duckdb.run(`COPY (SELECT T, ${sql} AS value FROM '${recording.archive}') TO '${file}' (FORMAT parquet)`);
  return performance.now() - start;
}

async function askSum(duckdb: DuckDBConnection, recording: MadeRecording, sql: string) {
  const start = performance.now();
  const reader = await duckdb.runAndReadAll(`SELECT sum(CAST(${sql} AS DOUBLE)) FROM '${recording.archive}'`);
  const sum = Number(reader.getRows()[0]?.[0]);
  return { milliseconds: performance.now() - start, sum };
}

/** A computed channel of one hour at 1 kHz, from the samples to samples that can be looked at. */
export const bench: Bench = {
  name: 'formula',
  async run(): Promise<Figure[]> {
    const duckdb = await DuckDBConnection.create();
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-'));
    try {
      const recording = await makeRecording(hour, duckdb);
      const [x = '', y = ''] = recording.columns;
      const sum = `0.5*(imu.${x} + imu.${y})`;
      const sql = `0.5*(CAST(${x} AS DOUBLE) + ${y})`;
      const times = { made: [] as number[], copied: [] as number[], filtered: [] as number[] };
      const sums = { ours: [] as number[], theirs: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        const [ours, theirs] = [await addUp(recording, sum), await askSum(duckdb, recording, sql)];
        if (!(Math.abs(ours.sum - theirs.sum) < 1e-6 * Math.abs(theirs.sum)))
          throw new Error('another sum than DuckDB');
        sums.ours.push(ours.milliseconds);
        sums.theirs.push(theirs.milliseconds);
        times.made.push(await compute(recording, sum, join(folder, 'work')));
        times.copied.push(await ask(duckdb, recording, sql, join(folder, 'duckdb.parquet')));
        times.filtered.push(await compute(recording, `lowpass(${sum}, 5)`, join(folder, 'work')));
      }
      const [ours, theirs] = [median(sums.ours), median(sums.theirs)];
      const [made, copied, filtered] = [median(times.made), median(times.copied), median(times.filtered)];
      const ms = (value: number) => `${value.toPrecision(3)} ms`;
      return [
        {
          name: 'formula of 1 h × 1 kHz, speed by DuckDB',
          measured: theirs / ours,
          goal: { atLeast: 1 },
          unit: '×',
          note: `sum of 0.5*(x+y) from the files: ${ms(ours)}; DuckDB on zstd Parquet ${ms(theirs)}`,
        },
        {
          name: 'computed channel of 1 h × 1 kHz made, time by DuckDB COPY',
          measured: made / copied,
          goal: { atMost: 2 },
          unit: '×',
          note: `${ms(made)} with pyramid and sync to the disk; DuckDB ${ms(copied)} with neither`,
        },
        {
          name: 'zero-phase filter of 1 h × 1 kHz, time by the plain sum',
          measured: filtered / made,
          goal: { atMost: 3 },
          unit: '×',
          note: `lowpass(0.5*(x+y), 5): ${ms(filtered)}`,
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
