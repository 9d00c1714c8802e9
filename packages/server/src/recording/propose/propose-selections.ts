import {
  isRefusal,
  limits,
  type Refusal,
  refuse,
  type SelectionProposal,
  type SelectionQuestion,
  type Translated,
} from '@sillage/contract';
import { activityVariables, findTrackVariables } from '@sillage/domain';
import type { Phase } from '@sillage/signal';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { axisOf, findReadable, type RecordDependencies, type RecordRow, refuseOtherSignals } from '../records/index.ts';
import { type DistanceAxis, metresAt } from '../store/index.ts';
import type { Proposals } from './create-proposals.ts';
import { cutByDistance, cutByTime } from './cut-evenly.ts';

/** Below, a threshold does not tell two kinds of time apart: values that are all as frequent reach 0.75. */
const leastClarity = 0.7;
/** s; unless somebody says otherwise. Phases of what lasts seconds, such as a jump, are as much shorter. */
const usual = { effort: { least: 10, gap: 5 }, still: { least: 2, gap: 0.3 } } as const;
const leastShare = 0.05;

export type ProposeDependencies = Pick<RecordDependencies, 'database' | 'folder' | 'store'> & {
  readonly proposals: Proposals;
};

type Stretch = Phase & { readonly level?: number };
interface Found
  extends Partial<
    Pick<SelectionProposal, 'variable' | 'of' | 'measure' | 'unit' | 'threshold' | 'least_seconds' | 'variables'>
  > {
  readonly stretches: readonly Stretch[];
  readonly problem?: Translated;
}

interface Question {
  readonly record: RecordRow;
  /** What of the record is looked through. */
  readonly part: Phase;
  readonly axis: DistanceAxis | undefined;
  readonly signal: AbortSignal;
}

/** Stretches of a record that may become selections. */
export async function proposeSelections(
  dependencies: ProposeDependencies,
  viewer: Viewer,
  id: number,
  wanted: SelectionQuestion,
  signal: AbortSignal,
): Promise<SelectionProposal | Refusal> {
  const record = await findReadable(dependencies.database.db, viewer, id);
  if (isRefusal(record)) return record;
  const { t0 = 0, t1 = record.durationSeconds } = wanted;
  const part = { fromSeconds: t0, toSeconds: Math.min(t1, record.durationSeconds) };
  if (part.toSeconds <= part.fromSeconds) return refuse('request.invalid', {}, { t0: 'afterEnd' });
  const axis = await axisOf(dependencies, record);
  const found = await find(dependencies, { record, part, axis, signal }, wanted);
  if (isRefusal(found)) return found;
  // Samples that were decoded meanwhile are not those that the answer says.
  const after = await findReadable(dependencies.database.db, viewer, id);
  const other = isRefusal(after) ? after : refuseOtherSignals(after, record.signalsVersion);
  if (other !== undefined) return other;
  const { stretches, problem, ...measured } = found;
  const more = refuse('record.moreStretches', { count: limits.selectionsAtOnce }).body().message;
  return {
    kind: wanted.kind,
    signals_version: record.signalsVersion,
    ...{ variable: null, of: [], measure: null, unit: '', threshold: null, least_seconds: null, variables: [] },
    ...measured,
    proposed: stretches.slice(0, limits.selectionsAtOnce).map((stretch) => presentStretch(stretch, axis)),
    problem: problem ?? (stretches.length > limits.selectionsAtOnce ? more : null),
  };
}

function presentStretch({ fromSeconds: t0, toSeconds: t1, level }: Stretch, axis: DistanceAxis | undefined) {
  return { t0, t1, level: level ?? null, distance: axis ? metresAt(axis, t1) - metresAt(axis, t0) : null };
}

function find(
  dependencies: ProposeDependencies,
  question: Question,
  wanted: SelectionQuestion,
): Promise<Found | Refusal> | Found {
  const { part, axis } = question;
  // One more than is proposed, which tells that there are more.
  const most = limits.selectionsAtOnce + 1;
  switch (wanted.kind) {
    case 'effort':
    case 'still':
      return findPhases(dependencies, question, wanted);
    case 'lap':
      return findLaps(dependencies, question, wanted.line);
    case 'seconds':
      return { stretches: cutByTime(part, wanted.step, most) };
    case 'metres':
      return axis === undefined
        ? nothing('record.noDistanceToCut')
        : cutOrNot(cutByDistance(part, wanted.step, axis, most));
  }
}

/** Where nobody moved, no distance can be cut. */
const cutOrNot = (stretches: readonly Stretch[]): Found =>
  stretches.length === 0 ? nothing('record.noDistanceToCut') : { stretches };

const nothing = (...why: Parameters<typeof refuse>): Found => ({
  stretches: [],
  problem: refuse(...why).body().message,
});

async function findPhases(
  dependencies: ProposeDependencies,
  { record, part, signal }: Question,
  wanted: Extract<SelectionQuestion, { kind: 'effort' | 'still' }>,
): Promise<Found | Refusal> {
  const { availableData } = record;
  const offered = activityVariables(wanted.kind, Object.keys(availableData));
  const chosen = wanted.variable === undefined ? offered[0] : offered.find(({ name }) => name === wanted.variable);
  if (chosen === undefined) {
    return wanted.variable === undefined
      ? nothing('record.nothingToTellApart')
      : refuse('request.invalid', {}, { variable: 'unknown' });
  }
  const { least, gap } = usual[wanted.kind];
  const shorter = Math.min(1, (leastShare * (part.toSeconds - part.fromSeconds)) / least);
  const leastSeconds = wanted.least_seconds ?? Number((least * shorter).toPrecision(2));
  const found = await dependencies.proposals.phases(
    {
      ...{ folder: await folderOf(dependencies, record), ...part, kind: wanted.kind },
      ...{ variables: chosen.variables, measure: chosen.measure, threshold: wanted.threshold },
      ...{ leastSeconds, gapSeconds: wanted.gap_seconds ?? gap * shorter },
    },
    signal,
  );
  if (isRefusal(found)) return found;
  const about = {
    ...{
      variable: chosen.name,
      of: [...chosen.variables],
      measure: chosen.measure,
      threshold: found.threshold ?? null,
    },
    ...{ unit: availableData[chosen.variables[0] ?? '']?.unit ?? '', least_seconds: leastSeconds },
    variables: offered.map(({ name }) => name),
  };
  if (wanted.threshold === undefined && found.clarity < leastClarity) {
    return { ...nothing('record.phasesUnclear'), ...about };
  }
  return { ...(found.phases.length === 0 && nothing('record.noPhases')), ...about, stretches: found.phases };
}

async function findLaps(
  dependencies: ProposeDependencies,
  { record, part, signal }: Question,
  lineSeconds: number | undefined,
): Promise<Found | Refusal> {
  const { latitude, longitude } = findTrackVariables(record.availableData);
  if (latitude === undefined || longitude === undefined) return nothing('record.noTrack');
  const task = { folder: await folderOf(dependencies, record), ...part, latitude, longitude, lineSeconds };
  const laps = await dependencies.proposals.laps(task, signal);
  if (isRefusal(laps)) return laps;
  return laps.length === 0 ? nothing('record.noLaps') : { stretches: laps };
}

const folderOf = ({ folder }: Pick<ProposeDependencies, 'folder'>, { uid }: RecordRow) =>
  folder.files.localPath(stored.signals(uid));
