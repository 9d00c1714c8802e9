import {
  type AnalysisWanted,
  isRefusal,
  type KeptResult,
  type Refusal,
  type ResultEdit,
  refuse,
} from '@sillage/contract';
import { and, eq } from 'drizzle-orm';
import { nameOfPerson } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Life } from '../life/index.ts';
import { findRecord, holdRecord, type RecordDependencies, refuseOtherSignals, visibleTo } from '../records/index.ts';
import { type KeptRow, keepOutcome, resultsOf, showResults } from '../results/index.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import { answerViewer } from './run-on-record.ts';
import { askedInOriginal } from './times-of-original.ts';

const { analysisResults } = tables;

export interface KeepDependencies extends AnalysisDependencies {
  readonly life: Pick<Life, 'inTransaction' | 'tell'>;
  readonly clock: RecordDependencies['clock'];
}

interface OfRecord {
  readonly id: number;
  readonly resultId: number;
}

export async function listResults(
  { database: { db } }: Pick<KeepDependencies, 'database'>,
  viewer: Viewer,
  id: number,
): Promise<KeptResult[] | Refusal> {
  const record = await findRecord(db, viewer, id);
  return isRefusal(record) ? record : showResults(db, await resultsOf(db, id), visibleTo(db, viewer));
}

/** Runs an analysis and keeps what it finds, or why it refuses. */
export async function keepResult(
  dependencies: KeepDependencies,
  viewer: Viewer,
  id: number,
  wanted: AnalysisWanted,
  signal: AbortSignal,
): Promise<KeptResult | Refusal> {
  const { database, life, clock } = dependencies;
  const answered = await answerViewer(dependencies, viewer, id, wanted, signal);
  if (isRefusal(answered)) return answered;
  const { record, outcome, held, sha256, trials, basis } = answered;
  const kept = await life.inTransaction(async (tx) => {
    const now = await holdRecord(tx, viewer, id);
    if (isRefusal(now)) return now;
    const changed = refuseOtherSignals(now, record.signalsVersion);
    if (changed !== undefined) return changed;
    life.tell(tx, { clientId: now.clientId, recordIds: [id], reason: 'updated' });
    const userName = await nameOfPerson(tx, viewer.principal.userId);
    const createdAt = new Date(clock.nowMs());
    const ofTrials = { ...(trials && { trials: [...trials] }), ...(basis !== undefined && { basis }) };
    const asked = { ...askedInOriginal(record, wanted), held, ...ofTrials };
    return keepOutcome(tx, { recordId: id, asked, outcome, sha256, userName, createdAt });
  }, database.db);
  return isRefusal(kept) ? kept : showOne(database.db, viewer, kept);
}

/** Marks a trial as one that counts for nothing, or takes that back. */
export async function editResult(
  { life, clock }: KeepDependencies,
  viewer: Viewer,
  { id, resultId }: OfRecord,
  { excluded }: ResultEdit,
): Promise<KeptResult | Refusal> {
  return life.inTransaction(async (tx) => {
    const held = await holdRecord(tx, viewer, id);
    if (isRefusal(held)) return held;
    const mark = excluded && {
      reason: excluded.reason,
      user_name: await nameOfPerson(tx, viewer.principal.userId),
      date: new Date(clock.nowMs()).toISOString(),
    };
    const [row] = await tx.update(analysisResults).set({ excluded: mark }).where(isResult(id, resultId)).returning();
    if (row === undefined) return refuse('entity.notFound');
    life.tell(tx, { clientId: held.clientId, recordIds: [id], reason: 'updated' });
    return showOne(tx, viewer, row);
  });
}

async function showOne(db: Queryable, viewer: Viewer, row: KeptRow): Promise<KeptResult> {
  const [shown] = await showResults(db, [row], visibleTo(db, viewer));
  if (shown === undefined) throw new Error('a result was not shown');
  return shown;
}

/** Deletes a result with the former ones of its stretch. */
export async function deleteResult(
  { life }: KeepDependencies,
  viewer: Viewer,
  { id, resultId }: OfRecord,
): Promise<undefined | Refusal> {
  return life.inTransaction(async (tx) => {
    const held = await holdRecord(tx, viewer, id);
    if (isRefusal(held)) return held;
    const [row] = await tx.select().from(analysisResults).where(isResult(id, resultId));
    if (row === undefined) return refuse('entity.notFound');
    const ofAnalysis = and(eq(analysisResults.recordId, id), eq(analysisResults.analysis, row.analysis));
    for (const other of await tx.select().from(analysisResults).where(ofAnalysis)) {
      const isSame = other.asked.t0 === row.asked.t0 && other.asked.t1 === row.asked.t1;
      if (isSame) await tx.delete(analysisResults).where(eq(analysisResults.id, other.id));
    }
    life.tell(tx, { clientId: held.clientId, recordIds: [id], reason: 'updated' });
    return undefined;
  });
}

const isResult = (id: number, resultId: number) =>
  and(eq(analysisResults.id, resultId), eq(analysisResults.recordId, id));
