import type { AnsweredTrial, KeptResult, KeptTrial, LoadedTrial } from '@sillage/contract';
import { stretchInRecord, untouched } from '@sillage/domain';
import { and, inArray, or, type SQL } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { type KeptRow, presentResult } from './present-result.ts';

const { records } = tables;

/** Results as somebody may read them: of several trials, those of records that they see, where these are now. */
export async function showResults(
  db: Queryable,
  rows: readonly KeptRow[],
  sees: SQL | undefined,
): Promise<KeptResult[]> {
  const results = rows.map((row) => ({ row, shown: presentResult(row) }));
  const named = results.flatMap(({ row, shown }) => [...shown.trials, ...(row.asked.trials ?? [])]);
  if (named.length === 0) return results.map(({ shown }) => shown);
  const seen = await readSeen(db, named, sees);
  return results.map(({ row, shown }) => {
    const trials = shown.trials.flatMap((trial) => {
      const record = seen(trial);
      return record === undefined ? [] : [{ ...trial, record_id: record.id, record_uid: record.uid }];
    });
    const asked = row.asked.trials?.flatMap(
      (trial) => trialNow(trial, seen({ record_id: row.recordId, ...trial })) ?? [],
    );
    return { ...shown, trials, unseen_trials: shown.trials.length - trials.length, asked_trials: asked ?? null };
  });
}

type Named = { readonly record_uid?: string | null | undefined; readonly record_id?: number | undefined };
type Seen = Pick<typeof records.$inferSelect, 'id' | 'uid' | 'appliedSteps'>;

/** The record of a trial, where it is seen. */
export async function readSeen(
  db: Queryable,
  named: readonly Named[],
  sees: SQL | undefined,
): Promise<(trial: Named) => Seen | undefined> {
  const uids = [...new Set(named.flatMap(({ record_uid }) => record_uid ?? []))];
  const ids = [...new Set(named.flatMap(({ record_id }) => record_id ?? []))];
  const rows = await db
    .select({ id: records.id, uid: records.uid, appliedSteps: records.appliedSteps })
    .from(records)
    .where(and(or(isOneOf(records.id, ids), uids.length === 0 ? undefined : inArray(records.uid, uids)), sees));
  const [byUid, byId] = [new Map(rows.map((row) => [row.uid, row])), new Map(rows.map((row) => [row.id, row]))];
  return ({ record_uid, record_id }) => (record_uid == null ? byId.get(record_id ?? 0) : byUid.get(record_uid));
}

/** Undefined where it is cropped away, or its record is not seen. */
function trialNow({ t0, t1, load_kg }: KeptTrial, record: Seen | undefined): LoadedTrial | undefined {
  if (record === undefined) return undefined;
  const about = { record_id: record.id, load_kg };
  if (t0 === undefined || t1 === undefined) return about;
  const stretch = stretchInRecord(record.appliedSteps?.times ?? untouched.times, { t0, t1 });
  return stretch && { ...about, ...stretch };
}

/** Whether two profiles are made of some of the same jumps, so that they are no repeats of one another. */
export function sharesTrials(one: readonly AnsweredTrial[], other: readonly AnsweredTrial[]): boolean {
  return one.some((trial) =>
    other.some(
      ({ record_uid, record_id, t0, t1 }) =>
        (record_uid == null || trial.record_uid == null
          ? record_id === trial.record_id
          : record_uid === trial.record_uid) &&
        t0 < trial.t1 &&
        trial.t0 < t1,
    ),
  );
}
