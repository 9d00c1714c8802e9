import type { SampleSwitch } from '@sillage/contract';
import type { RecordingColumn, RecordingSamples } from '@sillage/formats';
import { meanCycleOf, meansOf, partsOf } from './cycle-means.ts';
import type { ExportModule, ExportSource } from './export-source.ts';
import { inTurns, resample, switched } from './process-samples.ts';

/** How the caller wants the samples. */
export interface Processing {
  readonly rows: WantedRows;
  readonly switches: readonly SampleSwitch[];
}

export type WantedRows =
  | { readonly kind: 'asSampled' }
  /** At a steady rate. */
  | { readonly kind: 'resampled'; readonly rateHz: number }
  /** A row a cycle, or a half of one. */
  | { readonly kind: 'cycleMeans'; readonly parts: 1 | 2 }
  /** The mean of all cycles, or of their halves, point by point: 101 of a cycle, 51 of a half, or at a rate. */
  | { readonly kind: 'meanCycle'; readonly parts: 1 | 2; readonly rateHz: number | undefined };

export const asSampled: Processing = { rows: { kind: 'asSampled' }, switches: [] };

/** Points of the mean of cycles, or of each half of them; at a rate so many at most, and so many numbers of a module. */
const points = { 1: 101, 2: 51 } as const;
const [mostPoints, mostNumbers] = [5000, 2_000_000];
/** Times the usual distance between two samples: further apart, nothing is known between them. */
const gapSteps = 5;

/** Whether rows are made of cycles, which have to be found first. */
export function needsCycles({ rows }: Processing): boolean {
  return rows.kind === 'cycleMeans' || rows.kind === 'meanCycle';
}

/** What is to be exported, its samples made as they are wanted. */
export function processed(part: ExportSource, { rows, switches }: Processing): ExportSource {
  const modules = part.modules.map((module) => {
    const made = withRows(module, part, rows);
    if (switches.length === 0) return made;
    const samples: ExportModule['samples'] = (...where) => switched(made.samples(...where), switches);
    return { ...made, samples };
  });
  return { ...part, modules };
}

function withRows(module: ExportModule, part: ExportSource, wanted: WantedRows): ExportModule {
  switch (wanted.kind) {
    case 'asSampled':
      return module;
    case 'resampled':
      return resampled(module, part, wanted.rateHz);
    case 'cycleMeans':
      return cycleMeans(module, part, wanted.parts);
    case 'meanCycle':
      return meanCycle(module, part, wanted);
  }
}

function resampled(module: ExportModule, { windowSeconds, signal }: ExportSource, rateHz: number): ExportModule {
  const samples = (...where: Parameters<ExportModule['samples']>): AsyncIterable<RecordingSamples> =>
    inTurns(resample(module.samples(...where), rateHz), signal);
  return { ...module, rateHz, rows: Math.ceil(windowSeconds * rateHz) + 1, samples };
}

/** Means need more digits than what they are of. */
function doubles(columns: readonly RecordingColumn[]): RecordingColumn[] {
  return columns.map((column) => ({ ...column, type: 'f64' }));
}

function cyclesOf({ cycles }: ExportSource) {
  if (cycles === undefined) throw new TypeError('cycles were not looked for');
  return cycles;
}

function cycleMeans(module: ExportModule, part: ExportSource, parts: 1 | 2): ExportModule {
  const { count, seconds, find } = cyclesOf(part);
  async function* samples(readAtOnce?: number, fromSeconds = part.fromSeconds): AsyncGenerator<RecordingSamples> {
    const stretches = partsOf(await find(), parts, { fromSeconds });
    const read = module.samples(readAtOnce, fromSeconds);
    yield* meansOf(read, stretches, module.columns.length, gapSteps / module.rateHz);
  }
  const rows = parts * count;
  return { ...module, rateHz: rows / seconds, columns: doubles(module.columns), rows, samples };
}

function meanCycle(
  module: ExportModule,
  part: ExportSource,
  { parts, rateHz }: { readonly parts: 1 | 2; readonly rateHz: number | undefined },
): ExportModule {
  const { count: cycles, seconds, find } = cyclesOf(part);
  const cycleSeconds = seconds / cycles;
  const partSeconds = cycleSeconds / parts;
  const wanted = rateHz === undefined ? points[parts] : Math.round(partSeconds * rateHz) + 1;
  const count = Math.max(2, Math.min(mostPoints, Math.floor(mostNumbers / module.columns.length), wanted));
  const columns = meanCycleColumns(module.columns, parts);
  async function* samples(readAtOnce?: number): AsyncGenerator<RecordingSamples> {
    for (let half = 0; half < parts; half++) {
      const stretches = partsOf(await find(), parts, { half });
      const read = module.samples(readAtOnce);
      const mean = await meanCycleOf(read, stretches, module.columns.length, count, gapSteps / module.rateHz);
      const share = Float64Array.from({ length: count }, (_, i) => (half + i / (count - 1)) / parts);
      const values = module.columns.flatMap((_, c) => [mean.means[c]!, mean.deviations[c]!]);
      const phase = share.map((one) => 100 * one);
      const halves = parts === 2 ? [new Float64Array(count).fill(half + 1)] : [];
      yield { timesSeconds: share.map((one) => one * cycleSeconds), values: [phase, ...halves, ...values] };
    }
  }
  return { ...module, rateHz: (count - 1) / partSeconds, columns, rows: parts * count, samples };
}

/** Where in the cycle, then each column with its standard deviation between cycles. */
function meanCycleColumns(columns: readonly RecordingColumn[], parts: 1 | 2): RecordingColumn[] {
  const taken = new Set(columns.map(({ name }) => name));
  const free = (name: string): string => {
    let given = name;
    for (let n = 2; taken.has(given); n++) given = `${name}_${n}`;
    taken.add(given);
    return given;
  };
  const own = (name: string, unit: string, fr: string, en: string): RecordingColumn => {
    return { name: free(name), unit, description: { fr, en }, type: 'f64' };
  };
  return [
    own('cycle_phase', '%', 'Part du cycle', 'Share of the cycle'),
    ...(parts === 2 ? [own('cycle_half', '', 'Demi-cycle', 'Half of the cycle')] : []),
    ...doubles(columns).flatMap((column) => [
      column,
      {
        ...column,
        name: free(`${column.name}_sd`),
        description: {
          fr: `Écart type\u00a0: ${column.description.fr}`,
          en: `Standard deviation: ${column.description.en}`,
        },
      },
    ]),
  ];
}
