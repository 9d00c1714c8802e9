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

/** Computes a formula of a record's samples into signals of one module and one column. */
export async function computeSignals(task: ComputeTask): Promise<ComputeOutcome> {
  const modules = new Map<string, { columns: SampleColumns; clock: SampleClock }>();
  const wrote = (bytes: number) => void Atomics.add(task.landed, 0, BigInt(bytes));
  const scratch = new ScratchColumns(task.work, wrote);
  const writer = createSignalWriter(task.folder, task.work, wrote);
  try {
    for (const { module } of task.variables) {
      if (modules.has(module)) continue;
      const columns = await openSampleColumns(task.signals, module);
      if (columns === undefined) return { problem: 'noSignals' };
      const readTimes: SampleClock['readTimes'] = (from, into) => columns.read('T', from, into);
      modules.set(module, { columns, clock: { samples: columns.samples, readTimes } });
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
  modules: ReadonlyMap<string, { readonly columns: SampleColumns; readonly clock: SampleClock }>,
  scratch: ScratchColumns,
): SamplesAtHand {
  const known = new Map(
    variables.flatMap(({ name, module, column }): [string, SampleColumn][] => {
      const found = modules.get(module);
      if (found === undefined) return [];
      return [[name, { clock: found.clock, read: (from, into) => found.columns.read(column, from, into) }]];
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
