import type { ColumnMeta, ModuleMeta } from '@sillage/device-protocol';
import type { StoredColumn, StoredModule, WindowStatistics } from '../store/index.ts';

/** Hz of the live curves of what was recorded faster. */
const liveHz = 50;
/** Hz; the bounds of a rate in the protocol. */
const [slowestHz, fastestHz] = [0.001, 5000];
/** Of the protocol of devices. */
const [maxModules, maxColumns, maxNameLength] = [255, 64, 40];
const largestInt32 = 2_147_483_647;

/** A module as a replay announces it, and where its samples come from. */
export interface PlayedModule {
  /** In the record. */
  readonly source: string;
  readonly columns: readonly string[];
  readonly meta: ModuleMeta;
}

type MeasuredModule = StoredModule & { readonly samples: number };
type Statistics = (variable: string) => WindowStatistics | undefined;

/**
 * Modules of a record as the protocol of devices names them; every sample with its own time.
 * @param statisticsOf of the columns that are kept in float64
 * @returns a module that would be too fast by its name, or that they are too many
 */
export function describeModules(
  modules: readonly MeasuredModule[],
  speed: number,
  statisticsOf: Statistics,
): ReadonlyMap<string, PlayedModule> | { readonly tooFast: string } | 'tooMany' {
  if (modules.length > maxModules || modules.some(({ columns }) => columns.length > maxColumns)) return 'tooMany';
  const tooFast = modules.find(({ rateHz }) => rateHz * speed > fastestHz);
  if (tooFast !== undefined) return { tooFast: tooFast.name };
  const taken = new Set<string>();
  return new Map(
    modules.map((module, i): [string, PlayedModule] => {
      const rateHz = Math.max(slowestHz, module.rateHz * speed);
      const meta: ModuleMeta = {
        ...{ id: i + 1, type: module.type.slice(0, maxNameLength), rateHz, timing: 'stamped' },
        realtimeRateHz: Math.min(rateHz, liveHz),
        columns: describeColumns(module, statisticsOf),
      };
      const columns = module.columns.map(({ name }) => name);
      return [protocolName(module.name, taken), { source: module.name, columns, meta }];
    }),
  );
}

function describeColumns({ name: module, columns, samples }: MeasuredModule, statisticsOf: Statistics): ColumnMeta[] {
  const taken = new Set<string>(['t']);
  return columns.map((column) => {
    const { fr, en } = column.description;
    return {
      name: protocolName(column.name, taken),
      unit: column.unit.slice(0, 20),
      description: { fr: fr.slice(0, 100), en: en.slice(0, 100) },
      ...valuesOf(column, samples, statisticsOf(`${module}.${column.name}`)),
    };
  });
}

/**
 * How a column travels: as float32, which loses nothing of one that is kept so. What is kept in float64 (positions above
 * all) goes as int32 in steps of a power of ten, where every sample has a value: integers have no missing one.
 */
function valuesOf({ type }: StoredColumn, samples: number, statistics: WindowStatistics | undefined) {
  const asFloat = { type: 'float32', scale: 1, offset: 0, precision: 2 } as const;
  if (type === 'f32' || statistics === undefined || statistics.num < samples) return asFloat;
  const largest = Math.max(Math.abs(statistics.min ?? 0), Math.abs(statistics.max ?? 0));
  if (!(largest > 0) || largest > 1e20) return asFloat;
  const power = Math.ceil(Math.log10(largest / largestInt32));
  return {
    type: 'int32',
    scale: Number(`1e${power}`),
    offset: 0,
    precision: Math.min(9, Math.max(0, -power)),
  } as const;
}

/** A name as the protocol has them: a letter, then letters, digits and `_`, once. */
function protocolName(name: string, taken: Set<string>): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\W/gu, '_');
  const begun = (/^[a-z]/i.test(plain) ? plain : `v${plain}`).slice(0, maxNameLength);
  let free = begun;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${begun.slice(0, maxNameLength - 4)}_${n}`;
  taken.add(free.toLowerCase());
  return free;
}
