import { isDeepStrictEqual } from 'node:util';
import { type AnalysisOutcome, limits, type Refusal, type ResultAsked, refuse } from '@sillage/contract';
import { and, count, eq, inArray } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
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

/** One outcome, as {@link keepOutcomes} keeps it. */
export async function keepOutcome(tx: Queryable, toKeep: ToKeep): Promise<KeptRow | Refusal> {
  const [kept] = await keepOutcomes(tx, [toKeep]);
  if (kept === undefined) throw new Error('the result was not written');
  return kept;
}

/**
 * Keeps what was found: the one before it of the same analysis and stretch becomes a former one, of which some stay. The same
 * numbers of the same samples by the same rules are the same result, whatever the number of their signals is now.
 * @param tx in which the records are held: of two who keep at once, one comes after the other
 * @param all of several records or stretches; none twice
 * @returns in their order
 */
export async function keepOutcomes(tx: Queryable, all: readonly ToKeep[]): Promise<(KeptRow | Refusal)[]> {
  const kept = all.map((one) => ({ ...one, outcome: abridged(one.outcome) }));
  const rows = Map.groupBy(await rowsBeside(tx, kept), stretchOf);
  const beforeOf = (one: ToKeep) => rows.get(stretchOf(one))?.find(({ isCurrent }) => isCurrent);
  const replaced = kept.filter((one) => {
    const before = beforeOf(one);
    return before !== undefined && !isSameResult(before, one);
  });
  const isFull = await findFull(
    tx,
    kept.filter((one) => beforeOf(one) === undefined),
  );
  const written = new Map<string, KeptRow>();
  for (const one of kept) {
    const before = beforeOf(one);
    if (before === undefined || !isSameResult(before, one)) continue;
    const again = tx
      .update(analysisResults)
      .set({ outcome: one.outcome, asked: one.asked })
      .where(eq(analysisResults.id, before.id));
    for (const row of await again.returning()) written.set(stretchOf(row), row);
  }
  const formerIds = replaced.flatMap((one) => beforeOf(one)?.id ?? []);
  if (formerIds.length > 0)
    await tx.update(analysisResults).set({ isCurrent: false }).where(isOneOf(analysisResults.id, formerIds));
  const oldestIds = replaced.flatMap((one) => oldestOf(rows.get(stretchOf(one)) ?? []));
  if (oldestIds.length > 0) await tx.delete(analysisResults).where(isOneOf(analysisResults.id, oldestIds));
  const added = kept.filter((one) => !written.has(stretchOf(one)) && !isFull(one));
  // Who marked the trial marked the trial, however its numbers are found.
  const values = added.map((one) => ({
    ...{ ...one, analysis: one.outcome.analysis, excluded: beforeOf(one)?.excluded ?? null },
  }));
  if (values.length > 0)
    for (const row of await tx.insert(analysisResults).values(values).returning()) written.set(stretchOf(row), row);
  return kept.map(
    (one) => written.get(stretchOf(one)) ?? refuse('record.tooManyResults', { maximum: limits.resultsARecord }),
  );
}

/** An analysis of a stretch of a record: what a later result takes the place of. */
const stretchOf = ({ recordId, asked, outcome }: Pick<KeptRow, 'recordId' | 'asked' | 'outcome'>): string =>
  `${recordId} ${outcome.analysis} ${asked.t0} ${asked.t1}`;

async function rowsBeside(tx: Queryable, all: readonly ToKeep[]): Promise<KeptRow[]> {
  if (all.length === 0) return [];
  const analyses = [...new Set(all.map(({ outcome }) => outcome.analysis))];
  const ofRecords = isOneOf(analysisResults.recordId, [...new Set(all.map(({ recordId }) => recordId))]);
  return tx
    .select()
    .from(analysisResults)
    .where(and(ofRecords, inArray(analysisResults.analysis, analyses)));
}

/** Whether the record of one that is new has no room for it: those that come first have what there is. */
async function findFull(tx: Queryable, added: readonly ToKeep[]): Promise<(one: ToKeep) => boolean> {
  const full = new Set<string>();
  if (added.length === 0) return () => false;
  const { recordId, isCurrent } = analysisResults;
  const counted = await tx
    .select({ recordId, count: count() })
    .from(analysisResults)
    .where(and(isOneOf(recordId, [...new Set(added.map((one) => one.recordId))]), eq(isCurrent, true)))
    .groupBy(recordId);
  const held = new Map(counted.map((one) => [one.recordId, one.count]));
  for (const one of added) {
    const before = held.get(one.recordId) ?? 0;
    if (before >= limits.resultsARecord) full.add(stretchOf(one));
    held.set(one.recordId, before + 1);
  }
  return (one) => full.has(stretchOf(one));
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

function isSameResult(before: KeptRow, { asked, outcome, sha256, userName }: ToKeep): boolean {
  // One that is older than corrections offers none.
  const numbers = ({ signals_version: _, ...found }: AnalysisOutcome) => ({
    ...found,
    correction: found.correction ?? null,
  });
  return (
    before.sha256 === sha256 &&
    before.userName === userName &&
    isDeepStrictEqual(withoutBasis(before.asked), withoutBasis(asked)) &&
    isDeepStrictEqual(numbers(before.outcome), numbers(outcome))
  );
}

/** Other signals of a trial that give the same numbers are the same result. */
const withoutBasis = ({ basis: _, ...asked }: ResultAsked) => asked;

/** Former ones of a stretch, beyond those that stay when one more comes. */
const oldestOf = (same: readonly KeptRow[]): number[] =>
  same
    .toSorted((a, b) => b.id - a.id)
    .slice(limits.formerResults)
    .map(({ id }) => id);
