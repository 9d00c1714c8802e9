import { bytesSource, memoryScratch } from '../byte-source.ts';
import { type FileProblem, type Finding, isProblem } from '../recording.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { readCsv } from './read-csv-file.ts';

/** What the beginning of a file becomes. */
export interface CsvPreview {
  readonly rows: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** The first values of each variable, to be looked at. */
  readonly traces: readonly { readonly name: string; readonly unit: string; readonly values: readonly number[] }[];
}

/** Values of a trace. */
const mostValues = 600;

/** Reads the beginning of a CSV by a mapping, as all of it will be read. Never throws. */
export function previewCsv(
  head: Uint8Array,
  isWhole: boolean,
  mapping: CsvMapping,
  rateHz: number | undefined,
): CsvPreview | FileProblem {
  // Of the last line some may be missing.
  const whole = isWhole ? head : head.subarray(0, head.lastIndexOf(10) + 1);
  const pieces = readCsv(bytesSource(whole), { mapping, rateHz, toUtcMs: (ms) => ms }, memoryScratch);
  let rows = 0;
  let traces: CsvPreview['traces'] = [];
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = pieces.next();
    if (done)
      return isProblem(value) ? value : { rows, seconds: Math.max(0, to - from), findings: value.findings, traces };
    const { timesSeconds } = value.samples;
    if (rows === 0) {
      traces = value.module.columns.map(({ name, unit }, i) => ({
        name,
        unit,
        values: [...(value.samples.values[i] ?? []).slice(0, mostValues)],
      }));
    }
    rows += timesSeconds.length;
    from = Math.min(from, timesSeconds[0] ?? from);
    to = Math.max(to, timesSeconds.at(-1) ?? to);
  }
}
