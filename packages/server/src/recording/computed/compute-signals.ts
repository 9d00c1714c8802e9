import {
  evaluateFormula,
  NotForTheseSamples,
  type SampleClock,
  type SampleColumn,
  type SamplesAtHand,
} from '@sillage/signal/formula';
import { codeOf } from '../../platform/files/index.ts';
import { createSignalWriter, openSampleColumns, type SampleColumns } from '../store/index.ts';
import { type ComputeOutcome, type ComputeTask, channelColumn, channelModule } from './compute-task.ts';
import { ScratchColumns } from './scratch-columns.ts';

/** Samples of one row of writing. */
const samplesAtOnce = 65_536;

class TooLong extends Error {}

/** Samples of a module, from its first one of the window on. */
interface Module {
  readonly columns: SampleColumns;
  readonly clock: SampleClock;
  readonly first: number;
}

function within(columns: SampleColumns, window: ComputeTask['window']): Module {
  const first = window === undefined ? 0 : firstAt(columns, window.fromSeconds);
  const end = window === undefined ? columns.samples : firstAt(columns, window.toSeconds);
  const readTimes: SampleClock['readTimes'] = (from, into) => columns.read('T', first + from, into);
  return { columns, first, clock: { samples: Math.max(0, end - first), readTimes } };
}

/** The first sample at a time or after it, or how many there are. */
function firstAt(columns: SampleColumns, seconds: number): number {
  const time = new Float64Array(1);
  let [from, to] = [0, columns.samples];
  while (from < to) {
    const middle = (from + to) >> 1;
    columns.read('T', middle, time);
    if ((time[0] ?? Number.POSITIVE_INFINITY) < seconds) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Computes a formula of a record's samples into signals of one module and one column. */
export async function computeSignals(task: ComputeTask): Promise<ComputeOutcome> {
  const modules = new Map<string, Module>();
  const endMs = performance.now() + task.mostMs;
  const wrote = (bytes: number) => {
    Atomics.add(task.landed, 0, BigInt(bytes));
    if (performance.now() > endMs) throw new TooLong();
  };
  const scratch = new ScratchColumns(task.work, wrote);
  const writer = createSignalWriter(task.folder, task.work, wrote, false);
  try {
    for (const { module } of task.variables) {
      if (modules.has(module)) continue;
      const columns = await openSampleColumns(task.signals, module);
      if (columns === undefined) return { problem: 'noSignals' };
      modules.set(module, within(columns, task.window));
    }
    const channel = writer.module({
      name: channelModule,
      type: channelModule,
      rateHz: task.rateHz,
      columns: [{ name: channelColumn, unit: '', description: { fr: '', en: '' }, type: 'f64' }],
    });
    const column = evaluateFormula(task.root, handOf(task, modules, scratch));
    for (let from = 0; from < column.clock.samples; from += samplesAtOnce) {
      const rows = Math.min(samplesAtOnce, column.clock.samples - from);
      const [timesSeconds, values] = [new Float64Array(rows), new Float64Array(rows)];
      column.clock.readTimes(from, timesSeconds);
      column.read(from, values);
      await channel.append({ timesSeconds, columns: [values] });
    }
    const { sizeBytes } = await writer.finish();
    return { sizeBytes };
  } catch (error) {
    await writer.abandon();
    if (error instanceof TooLong) return { problem: 'tooLong' };
    if (error instanceof NotForTheseSamples) return { problem: { code: error.code, words: error.words } };
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) return { problem: 'diskFull' };
    throw error;
  } finally {
    scratch.close();
    for (const { columns } of modules.values()) await columns.close();
  }
}

function handOf(
  { variables }: ComputeTask,
  modules: ReadonlyMap<string, Module>,
  scratch: ScratchColumns,
): SamplesAtHand {
  const known = new Map(
    variables.flatMap(({ name, module, column }): [string, SampleColumn][] => {
      const found = modules.get(module);
      if (found === undefined) return [];
      const { columns, clock, first } = found;
      return [[name, { clock, read: (from, into) => columns.read(column, first + from, into) }]];
    }),
  );
  return {
    column(variable) {
      const column = known.get(variable);
      if (column === undefined) throw new RangeError(`nobody said where ${variable} lies`);
      return column;
    },
    scratch: (clock) => scratch.open(clock),
  };
}
