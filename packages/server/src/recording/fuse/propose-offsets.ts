import {
  type FusionProposal,
  type FusionType,
  isRefusal,
  limits,
  type Refusal,
  refuse,
  type Translated,
} from '@sillage/contract';
import { type SharedMovement, sharedMovements, utcVariable } from '@sillage/domain';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { startOf } from '../records/index.ts';
import type { Part } from './find-parts.ts';
import type { Correlated, PartSignals } from './fuse-task.ts';
import type { FuseQuestions } from './fuse-workers.ts';

/** Movements that are tried when nobody says which; one that tells so clearly is enough. */
const [mostTried, clearEnough] = [3, 0.9];
/** Formats whose times are the UTC of satellites. */
const datedBySatellites: ReadonlySet<string> = new Set(['gpx', 'tcx', 'fit']);

type ProposedPart = FusionProposal['parts'][number];

export interface ProposeDependencies {
  readonly folder: Pick<DataFolder, 'files'>;
  readonly workers: FuseQuestions;
}

interface Question {
  readonly type: FusionType;
  readonly variable?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where the parts lie on one clock by a type of fusion. What cannot be told of a part is its problem; the others are told all the same. */
export async function proposeOffsets(
  dependencies: ProposeDependencies,
  parts: readonly Part[],
  question: Question,
): Promise<FusionProposal | Refusal> {
  const movements = sharedMovements(parts.map(({ record }) => Object.keys(record.availableData)));
  const isKnown =
    movements.length === 0 || !question.variable || movements.some(({ name }) => name === question.variable);
  if (question.type === 'synchro' && !isKnown) return refuse('request.invalid', {}, { variable: 'unknown' });
  const proposed = await proposedBy(dependencies, parts, movements, question);
  if (isRefusal(proposed)) return proposed;
  return { type: question.type, parts: proposed, variables: movements.map(({ name }) => name) };
}

function proposedBy(
  dependencies: ProposeDependencies,
  parts: readonly Part[],
  movements: readonly SharedMovement[],
  { type, variable, signal }: Question,
): Promise<ProposedPart[] | Refusal> | ProposedPart[] {
  switch (type) {
    case 'start_rec':
      return parts.map((part) => found(part, 0));
    case 'time':
      return parts.map((part) => found(part, secondsBetween(parts, part)));
    case 'gps':
      return bySatellites(dependencies, parts, signal);
    case 'synchro': {
      const tried = variable ? movements.filter(({ name }) => name === variable) : movements.slice(0, mostTried);
      return byMovement(dependencies, parts, tried, signal);
    }
  }
}

const found = ({ record }: Part, offset: number): ProposedPart => ({
  record_id: record.id,
  signals_version: record.signalsVersion,
  offset,
  ...{ confidence: null, correlation: null, problem: null },
});

const missing = ({ record }: Part, problem: Translated): ProposedPart => ({
  record_id: record.id,
  signals_version: record.signalsVersion,
  ...{ offset: null, confidence: null, correlation: null, problem },
});

/** s that a part begins after the first, by the clocks that date them. */
function secondsBetween([first]: readonly Part[], part: Part): number {
  return first === undefined ? 0 : (startOf(part.record) - startOf(first.record)) / 1e6;
}

/** A record as the threads read it. */
export async function signalsOf(
  { folder }: ProposeDependencies,
  { uid, durationSeconds }: Pick<Part['record'], 'uid' | 'durationSeconds'>,
): Promise<PartSignals> {
  return { folder: await folder.files.localPath(stored.signals(uid)), durationSeconds };
}

async function bySatellites(
  dependencies: ProposeDependencies,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
): Promise<ProposedPart[] | Refusal> {
  const starts: (number | undefined)[] = [];
  for (const part of parts) {
    const start = await startBySatellites(dependencies, part, signal);
    if (isRefusal(start)) return start;
    starts.push(start);
  }
  const [first] = starts;
  return parts.map((part, i) => {
    const start = starts[i];
    const noClock = ({ name }: Part) => refuse('record.fuseNoGpsClock', { name }).body().message;
    if (start === undefined) return missing(part, noClock(part));
    return first === undefined ? missing(part, noClock(parts[0] ?? part)) : found(part, start - first);
  });
}

/** s since 1970 */
async function startBySatellites(
  dependencies: ProposeDependencies,
  part: Part,
  signal: AbortSignal | undefined,
): Promise<number | undefined | Refusal> {
  const { source, startUs, availableData } = part.record;
  if (datedBySatellites.has(source)) return startUs / 1e6;
  const clock = utcVariable(availableData);
  return clock && dependencies.workers.readClock({ ...(await signalsOf(dependencies, part.record)), ...clock }, signal);
}

async function byMovement(
  dependencies: ProposeDependencies,
  parts: readonly Part[],
  movements: readonly SharedMovement[],
  signal: AbortSignal | undefined,
): Promise<ProposedPart[] | Refusal> {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  const proposed = [found(first, 0)];
  for (const [i, part] of others.entries()) {
    const one = await compareTwo(dependencies, first, { part, place: i + 1 }, movements, signal);
    if (isRefusal(one)) return one;
    proposed.push(one);
  }
  return proposed;
}

async function compareTwo(
  dependencies: ProposeDependencies,
  first: Part,
  { part, place }: { readonly part: Part; readonly place: number },
  movements: readonly SharedMovement[],
  signal: AbortSignal | undefined,
): Promise<ProposedPart | Refusal> {
  const [ofReference, ofPart] = [
    await signalsOf(dependencies, first.record),
    await signalsOf(dependencies, part.record),
  ];
  let best: { name: string; correlated: Correlated } | undefined;
  for (const { name, variables } of movements) {
    const reference = { ...ofReference, variables: variables[0] ?? [] };
    const other = { ...ofPart, variables: variables[place] ?? [] };
    const correlated = await dependencies.workers.correlate({ reference, part: other }, signal);
    if (isRefusal(correlated)) return correlated;
    if (correlated && correlated.confidence > (best?.correlated.confidence ?? -1)) best = { name, correlated };
    if (best && best.correlated.confidence >= clearEnough) break;
  }
  if (best === undefined) {
    const why =
      movements.length === 0 ? refuse('record.fuseNothingShared') : refuse('record.fuseUncertain', { name: part.name });
    return missing(part, why.body().message);
  }
  return compared(part, best.name, best.correlated);
}

function compared(part: Part, variable: string, correlated: Correlated): ProposedPart {
  const { offsetSeconds, correlation: r, confidence, second, driftPpm } = correlated;
  const isBelieved = confidence >= limits.fusionConfidence;
  return {
    record_id: part.record.id,
    signals_version: part.record.signalsVersion,
    offset: isBelieved ? offsetSeconds : null,
    confidence,
    correlation: {
      ...{ variable, r },
      ...{ from: correlated.fromSeconds, step: correlated.stepSeconds, values: [...correlated.values] },
      second: { offset: second.offsetSeconds, r: second.correlation },
      drift_ppm: driftPpm ?? null,
    },
    problem: isBelieved ? null : refuse('record.fuseUncertain', { name: part.name }).body().message,
  };
}
