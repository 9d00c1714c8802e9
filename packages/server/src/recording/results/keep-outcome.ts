import { isDeepStrictEqual } from 'node:util';
import { type AnalysisOutcome, limits, type Refusal, type ResultAsked, refuse } from '@sillage/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { KeptRow } from './present-result.ts';

const { analysisResults } = tables;

export interface ToKeep {
  readonly recordId: number;
  /** In times of the original. */
  readonly asked: ResultAsked;
  readonly outcome: AnalysisOutcome;
  readonly sha256: string | null;
  /** null: nobody asked for it. */
  readonly userName: string | null;
  readonly createdAt?: Date;
}

/**
 * Keeps what was found: the one before it of the same analysis and stretch becomes a former one, of which some stay. The same
 * numbers of the same samples by the same rules are the same result, whatever the number of their signals is now.
 * @param tx in which the record is held: of two who keep at once, one comes after the other
 */
export async function keepOutcome(tx: Queryable, toKeep: ToKeep): Promise<KeptRow | Refusal> {
  const kept = { ...toKeep, outcome: abridged(toKeep.outcome) };
  const { recordId, asked, outcome } = kept;
  const ofRecord = eq(analysisResults.recordId, recordId);
  const same = (
    await tx
      .select()
      .from(analysisResults)
      .where(and(ofRecord, eq(analysisResults.analysis, outcome.analysis)))
  ).filter((row) => row.asked.t0 === asked.t0 && row.asked.t1 === asked.t1);
  const before = same.find(({ isCurrent }) => isCurrent);
  if (before !== undefined && isSameResult(before, kept)) {
    return written(
      await tx.update(analysisResults).set({ outcome }).where(eq(analysisResults.id, before.id)).returning(),
    );
  }
  if (before === undefined) {
    const held = await tx.$count(analysisResults, and(ofRecord, eq(analysisResults.isCurrent, true)));
    if (held >= limits.resultsARecord) return refuse('record.tooManyResults', { maximum: limits.resultsARecord });
  } else {
    await tx.update(analysisResults).set({ isCurrent: false }).where(eq(analysisResults.id, before.id));
    await forgetOldest(tx, same);
  }
  // Who marked the trial marked the trial, however its numbers are found.
  const row = { ...kept, analysis: outcome.analysis, excluded: before?.excluded ?? null };
  return written(await tx.insert(analysisResults).values(row).returning());
}

/** Phases and events of a test; those of thousands of strokes, and the strokes themselves, are found again when they are looked at. */
const mostMarks = 60;

function abridged({ phases, events, ...outcome }: AnalysisOutcome): AnalysisOutcome {
  return {
    ...outcome,
    phases: phases.slice(0, mostMarks),
    events: events.slice(0, mostMarks),
    cycles: [],
    figures: [],
    windows: {},
    samples: {},
  };
}

function written([row]: readonly KeptRow[]): KeptRow {
  if (row === undefined) throw new Error('the result was not written');
  return row;
}

function isSameResult(before: KeptRow, { asked, outcome, sha256, userName }: ToKeep): boolean {
  // One that is older than corrections offers none.
  const numbers = ({ signals_version: _, ...found }: AnalysisOutcome) => ({
    ...found,
    correction: found.correction ?? null,
  });
  return (
    before.sha256 === sha256 &&
    before.userName === userName &&
    isDeepStrictEqual(before.asked, asked) &&
    isDeepStrictEqual(numbers(before.outcome), numbers(outcome))
  );
}

async function forgetOldest(tx: Queryable, same: readonly KeptRow[]): Promise<void> {
  const former = same.toSorted((a, b) => b.id - a.id).slice(limits.formerResults);
  if (former.length === 0) return;
  const ids = former.map(({ id }) => id);
  await tx.delete(analysisResults).where(inArray(analysisResults.id, ids));
}
