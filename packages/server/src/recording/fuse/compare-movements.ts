import { isRefusal, type RecordLikeness, type Refusal, refuse } from '@sillage/contract';
import type { Database } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findReadable, type RecordRow } from '../records/index.ts';
import { type ProposeDependencies, signalsOf } from './propose-offsets.ts';

interface Question {
  readonly id: number;
  readonly variable: string;
  readonly reference: number;
  readonly reference_variable: string;
  readonly signal: AbortSignal;
}

/** Where a record lies on another one by a variable of each, whoever may read both. */
export async function compareMovements(
  dependencies: ProposeDependencies & { readonly database: Pick<Database, 'db'> },
  viewer: Viewer,
  { id, variable, reference, reference_variable, signal }: Question,
): Promise<RecordLikeness | Refusal> {
  const { db } = dependencies.database;
  const record = await findReadable(db, viewer, id);
  if (isRefusal(record)) return record;
  const other = await findReadable(db, viewer, reference);
  if (isRefusal(other)) return other;
  if (!measures(record, variable)) return refuse('request.invalid', {}, { variable: 'unknown' });
  if (!measures(other, reference_variable)) return refuse('request.invalid', {}, { reference_variable: 'unknown' });
  const [part, ofReference] = [await signalsOf(dependencies, record), await signalsOf(dependencies, other)];
  const correlated = await dependencies.workers.correlate(
    { reference: { ...ofReference, variables: [reference_variable] }, part: { ...part, variables: [variable] } },
    signal,
  );
  if (isRefusal(correlated)) return correlated;
  return {
    offset: correlated?.offsetSeconds ?? null,
    r: correlated?.correlation ?? null,
    confidence: correlated?.confidence ?? null,
  };
}

const measures = ({ availableData }: RecordRow, variable: string) => Object.hasOwn(availableData, variable);
