import { isRefusal, limits, type Refusal, refuse, type Variable } from '@sillage/contract';
import { type CheckedFormula, isFormulaProblem, type KnownVariable } from '@sillage/signal/formula';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type CurvePoints, type SignalStore, type WindowStatistics, withMedians } from '../store/index.ts';
import { byVariable, checkOnRecord, reaches, translatedProblem, variableOf } from './check-channels.ts';
import { type ComputeTask, channelColumn, channelModule } from './compute-task.ts';
import type {
  Computed,
  ComputedSamples,
  FormulaOnRecord,
  KeptChannel,
  OfferedChannel,
  RecordToCompute,
} from './computed.ts';
import { createMaker, type MakerDependencies } from './make-channels.ts';
import { createPreviews, type ToPreview } from './preview-formulas.ts';
import { refuseFormula } from './refuse-formula.ts';

export interface ComputedDependencies extends MakerDependencies {
  readonly store: Pick<SignalStore, 'describe' | 'curves' | 'statistics' | 'samples' | 'forget'>;
  /** A person's own channels and those of a club. */
  readonly kept: (of: { readonly principal: Viewer['principal']; readonly clientId: number }) => Promise<KeptChannel[]>;
  /** Name of a sport. */
  readonly sportName: (sportId: number) => Promise<string | undefined>;
}

/** What a record's formulas can read. */
interface Ground {
  readonly known: ReadonlyMap<string, KnownVariable>;
  readonly places: ReadonlyMap<string, ComputeTask['variables'][number]>;
  /** Of each module. */
  readonly samples: ReadonlyMap<string, number>;
  readonly durationSeconds: number;
}

/** Where samples are read, under which name. */
interface Place {
  readonly folder: string;
  readonly variable: string;
}

const channelVariable = `${channelModule}.${channelColumn}`;
/** First, minimum, maximum and last of a pixel column. */
const pointsAPixel = 4;

/** Channels that are computed of a record's variables. */
export function createComputed(dependencies: ComputedDependencies): Computed {
  const { folder, store } = dependencies;
  const maker = createMaker(dependencies);
  const previews = createPreviews(dependencies);
  const signalsOf = ({ uid }: RecordToCompute) => folder.files.localPath(stored.signals(uid));

  async function channelsFor(viewer: Viewer, record: RecordToCompute): Promise<Map<string, KeptChannel>> {
    const kept = await dependencies.kept({ principal: viewer.principal, clientId: record.clientId });
    return byVariable(kept);
  }

  async function groundOf(record: RecordToCompute): Promise<Ground | undefined> {
    const described = await store.describe(await signalsOf(record));
    return described && groundOfModules(described);
  }

  async function folderOf(
    record: RecordToCompute,
    ground: Ground,
    text: string,
    formula: CheckedFormula,
    until: AbortSignal,
  ): Promise<string | Refusal> {
    const samples = ground.samples.get(formula.clock) ?? 0;
    const wanted = { record, text, formula, samples, ...readIn(formula, ground) };
    return maker.folderOf(wanted, until);
  }

  /** Makes channels; those that the record does not have are left out. */
  async function make(
    viewer: Viewer,
    record: RecordToCompute,
    variables: readonly string[],
    until: AbortSignal,
  ): Promise<ComputedSamples[] | Refusal> {
    const channels = await channelsFor(viewer, record);
    const wanted = variables.flatMap((variable) => {
      const found = channels.get(variable);
      return found === undefined ? [] : [found];
    });
    if (wanted.length === 0) return [];
    const ground = await groundOf(record);
    if (ground === undefined) return refuse('record.notReadable');
    const made: ComputedSamples[] = [];
    for (const { parameter, channel } of wanted) {
      const formula = checkOnRecord(channel.formula, ground.known, channels);
      if (isFormulaProblem(formula)) return refuseFormula(formula);
      const samples = await folderOf(record, ground, channel.formula, formula, until);
      if (isRefusal(samples)) return samples;
      const column = { unit: channel.unit ?? formula.unit ?? '', description: channel.name };
      made.push({ variable: variableOf({ parameter }), folder: samples, module: formula.clock, column });
    }
    return made;
  }

  async function offered(viewer: Viewer, record: RecordToCompute): Promise<OfferedChannel[]> {
    const channels = await channelsFor(viewer, record);
    if (channels.size === 0) return [];
    const sport = record.sportId === null ? undefined : await dependencies.sportName(record.sportId);
    const known = (await groundOf(record))?.known ?? new Map<string, KnownVariable>();
    return [...channels].flatMap(([variable, kept]): OfferedChannel[] => {
      if (!reaches(kept.channel.reach, record, sport) || known.has(variable)) return [];
      const checked = checkOnRecord(kept.channel.formula, known, channels);
      if (isFormulaProblem(checked)) return [{ variable, kept, ...nothing, problem: translatedProblem(checked) }];
      const { unit, ...on } = onRecord(checked);
      return [{ variable, kept, ...on, unit: kept.channel.unit ?? unit, problem: null }];
    });
  }

  return {
    offered,

    async open(viewer, record, variables, until) {
      const signals = await signalsOf(record);
      const own = (variable: string) => Object.hasOwn(record.availableData, variable);
      const others = variables.filter((variable) => !own(variable));
      const made = others.length === 0 ? [] : await make(viewer, record, others, until);
      if (isRefusal(made)) return made;
      const places = new Map(made.map(({ variable, folder }) => [variable, { folder, variable: channelVariable }]));
      const unknown = others.find((variable) => !places.has(variable));
      if (unknown !== undefined) return refuse('record.unknownVariable', { name: unknown });
      const computed = made.map(({ variable, column }): [string, Variable] => [variable, column]);
      const available =
        made.length === 0 ? record.availableData : { ...record.availableData, ...Object.fromEntries(computed) };
      const placeOf = (variable: string): Place => places.get(variable) ?? { folder: signals, variable };
      return {
        available,
        curves: (from, to, pixels, edges) =>
          fromPlaces(variables, placeOf, (path, names) => store.curves(path, names, from, to, pixels, edges)),
        statistics: (fromSeconds, toSeconds, withMedian = false) =>
          fromPlaces(variables, placeOf, async (path, names) => {
            const found = await store.statistics(path, names, fromSeconds, toSeconds);
            const sought = { folder: path, fromSeconds, toSeconds, mostSamples: limits.analysisSamples, until };
            return withMedian ? withMedians(store, sought, found) : found;
          }),
      };
    },

    async samples(viewer, record, until) {
      const channels = (await offered(viewer, record)).filter(({ problem }) => problem === null);
      return make(
        viewer,
        record,
        channels.map(({ variable }) => variable),
        until,
      );
    },

    async preview(viewer, record, { formula: text, maxData, start, end }, until) {
      const [channels, ground] = [await channelsFor(viewer, record), await groundOf(record)];
      if (ground === undefined) return refuse('record.notReadable');
      const formula = checkOnRecord(text, ground.known, channels);
      if (isFormulaProblem(formula)) return refuseFormula(formula);
      const { variables, mostSamples } = readIn(formula, ground);
      const { durationSeconds } = ground;
      const wanted: ToPreview = {
        ...{ recordUid: record.uid, text, formula, variables, mostSamples, durationSeconds },
        fromSeconds: start ?? 0,
        toSeconds: end ?? durationSeconds,
        pixelColumns: Math.floor(maxData / pointsAPixel),
      };
      const tried = await previews.preview(viewer.principal.userId, wanted, until);
      return isRefusal(tried) ? tried : { ...onRecord(formula), ...tried };
    },

    forget: (uid) => maker.forgetRecord(uid),
    async close() {
      await Promise.all([maker.close(), previews.close()]);
    },
  };
}

const nothing: FormulaOnRecord = { unit: null, module: null, rate: null, resampled: [] };

const onRecord = ({ unit, clock, rateHz, resampled }: CheckedFormula): FormulaOnRecord => ({
  unit: unit ?? null,
  module: clock,
  rate: rateHz ?? null,
  resampled,
});

type Described = NonNullable<Awaited<ReturnType<SignalStore['describe']>>>;

function groundOfModules({ modules, durationSeconds }: Described): Ground {
  const known = new Map<string, KnownVariable>();
  const places = new Map<string, ComputeTask['variables'][number]>();
  for (const { name: module, rateHz, columns } of modules) {
    for (const { name: column, unit } of columns) {
      const name = `${module}.${column}`;
      known.set(name, { unit, clock: module, rateHz: rateHz > 0 ? rateHz : undefined });
      places.set(name, { name, module, column });
    }
  }
  return { known, places, durationSeconds, samples: new Map(modules.map(({ name, samples }) => [name, samples])) };
}

/** Variables that a formula reads, and the most samples that any of them has. */
function readIn({ root }: CheckedFormula, { places, samples }: Ground) {
  const names = new Set<string>();
  const look = (part: CheckedFormula['root']) => {
    if (part.kind === 'variable') names.add(part.name);
    else if (part.kind === 'each') part.inputs.forEach(look);
    else if (part.kind === 'along') look(part.input);
  };
  look(root);
  const variables = [...names].flatMap((name) => places.get(name) ?? []);
  return { variables, mostSamples: Math.max(...variables.map(({ module }) => samples.get(module) ?? 0)) };
}

/**
 * What several folders say of variables, in the order of these; each under the name that it was asked by. Of a record that is
 * deleted meanwhile a computed one is gone.
 */
async function fromPlaces<T extends CurvePoints | WindowStatistics>(
  variables: readonly string[],
  placeOf: (variable: string) => Place,
  read: (folder: string, variables: readonly string[]) => Promise<T[]>,
): Promise<T[] | Refusal> {
  const found = new Map<string, T>();
  for (const [folder, asked] of Map.groupBy(variables, (variable) => placeOf(variable).folder)) {
    // Two channels of one formula lie at one place.
    const byName = Map.groupBy(asked, (variable) => placeOf(variable).variable);
    const answers = await read(folder, [...byName.keys()]);
    if (answers.length === 0 && byName.has(channelVariable)) return refuse('entity.notFound');
    for (const one of answers) {
      for (const variable of byName.get(one.variable) ?? []) found.set(variable, { ...one, variable });
    }
  }
  return variables.flatMap((variable) => found.get(variable) ?? []);
}
