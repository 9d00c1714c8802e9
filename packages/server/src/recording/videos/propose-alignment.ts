import {
  type AlignmentProposal,
  type AlignmentQuestion,
  isRefusal,
  limits,
  type Refusal,
  refuse,
} from '@sillage/contract';
import { sharedMovements } from '@sillage/domain';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { CorrelatedFilm, FilmQuestions } from '../fuse/index.ts';
import { findReadable, findRecord, isFilm, type RecordDependencies, type RecordRow } from '../records/index.ts';

/** Movements that are tried when nobody says which; one that tells so clearly is enough. */
const [mostTried, clearEnough] = [3, 0.9];

export interface ProposeDependencies {
  readonly database: RecordDependencies['database'];
  readonly folder: Pick<DataFolder, 'files'>;
  readonly workers: FilmQuestions;
}

interface Movement {
  readonly name: string;
  readonly variables: readonly string[];
}

/** Where a film may lie beside a record, by what moves in both. */
export async function proposeAlignment(
  dependencies: ProposeDependencies,
  viewer: Viewer,
  recordId: number,
  question: AlignmentQuestion,
  signal: AbortSignal,
): Promise<AlignmentProposal | Refusal> {
  const { db } = dependencies.database;
  const record = await findReadable(db, viewer, recordId);
  if (isRefusal(record)) return record;
  const film = await findRecord(db, viewer, question.video_id);
  if (isRefusal(film) || film.clientId !== record.clientId || !isFilm(film)) {
    return refuse('request.invalid', {}, { video_id: 'unknown' });
  }
  const movements = movementsOf(record);
  const wanted = question.variable ? movements.filter(({ name }) => name === question.variable) : movements;
  if (question.variable && wanted.length === 0) return refuse('request.invalid', {}, { variable: 'unknown' });
  const about = {
    video_id: film.id,
    signals_version: record.signalsVersion,
    variables: movements.map(({ name }) => name),
  };
  const found = await clearest(dependencies, record, wanted.slice(0, mostTried), question, signal);
  if (isRefusal(found)) return found;
  return { ...about, ...(found ? presentFound(found) : nothingFound(movements.length > 0)) };
}

/** Accelerations and turn rates of all three axes, those first that tell most. */
function movementsOf({ availableData }: RecordRow): Movement[] {
  return sharedMovements([Object.keys(availableData)])
    .map(({ name, variables }) => ({ name, variables: variables[0] ?? [] }))
    .filter(({ variables }) => variables.length === 3);
}

interface Found {
  readonly name: string;
  readonly correlated: CorrelatedFilm;
}

async function clearest(
  { folder, workers }: ProposeDependencies,
  { uid, durationSeconds }: RecordRow,
  movements: readonly Movement[],
  { times, values }: AlignmentQuestion,
  signal: AbortSignal,
): Promise<Found | undefined | Refusal> {
  const signals = await folder.files.localPath(stored.signals(uid));
  let best: Found | undefined;
  for (const { name, variables } of movements) {
    // A body that swings is fastest where its acceleration changes most; how fast it turns shows as it is.
    const shows = name.includes('acc') ? 'change' : 'size';
    const record = { folder: signals, durationSeconds, variables };
    const correlated = await workers.correlateFilm({ record, shows, times, values }, signal);
    if (isRefusal(correlated)) return correlated;
    if (correlated && correlated.confidence > (best?.correlated.confidence ?? -1)) best = { name, correlated };
    if (best && best.correlated.confidence >= clearEnough) break;
  }
  return best;
}

type Told = Omit<AlignmentProposal, 'video_id' | 'signals_version' | 'variables'>;

function presentFound({ name, correlated }: Found): Told {
  const { offsetSeconds, confidence, movements, correlation: r, second, fromSeconds, stepSeconds } = correlated;
  return {
    variable: name,
    offset_seconds: offsetSeconds,
    confidence,
    movements,
    correlation: {
      ...{ from: fromSeconds, step: stepSeconds, values: [...correlated.values], r },
      second: { offset: second.offsetSeconds, r: second.correlation },
    },
    problem: confidence >= limits.fusionConfidence ? null : refuse('video.uncertain').body().message,
  };
}

function nothingFound(moves: boolean): Told {
  const problem = refuse(moves ? 'video.uncertain' : 'video.nothingMoves').body().message;
  return {
    ...{ variable: null, offset_seconds: null, confidence: null, movements: null, correlation: null, problem },
  };
}
