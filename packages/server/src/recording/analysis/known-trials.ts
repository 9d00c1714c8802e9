import { type KeptTrial, limits, protocolOf, type Refusal } from '@sillage/contract';
import { stretchInOriginal, stretchInRecord, untouched } from '@sillage/domain';
import { and, asc, between, eq, exists, ne, notExists, type SQL, sql } from 'drizzle-orm';
import { brokenField } from '../../administration/tenancy/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { isReadable, type RecordRow, selectionsOf } from '../records/index.ts';
import { readSeen } from '../results/index.ts';
import { loadInText, loadOfScenario } from './loads-of-trials.ts';

const { records, recordUsers } = tables;

/** A trial of a profile: a stretch of a record that can be read, in its times now; without one all of it. */
export interface KnownTrial {
  readonly record: RecordRow;
  /** Of its selection; empty: the whole record. */
  readonly label: string;
  readonly stretch: { readonly t0: number; readonly t1: number } | undefined;
  /** kg; null: nobody said it. */
  readonly load: number | null;
}

/** Trials of one test lie so close, ms. */
export const testMs = 6 * 3600 * 1000;

const timesOf = ({ appliedSteps }: RecordRow) => appliedSteps?.times ?? untouched.times;

/**
 * What a record itself says: its selections, each with the load that its scenario or its words say. One without selections is a
 * trial of those that its athlete did in the same exercise around it.
 * @param sees records that whoever asks may see
 */
export async function proposeTrials(db: Queryable, record: RecordRow, sees: SQL | undefined): Promise<KnownTrial[]> {
  const selections = await selectionsOf(db, record.id);
  const own = selections.map(({ num, exercise, comment, t0, t1 }) => ({
    ...{ record, label: exercise || `S${num}`, stretch: { t0, t1 } },
    load: loadOfScenario(record.otherData, exercise) ?? loadInText(`${exercise} ${comment}`) ?? null,
  }));
  if (own.length > 0) return own.slice(0, limits.loadedTrials);
  const rows = await readableAmong(db, and(await ofTheTest(db, record), sees));
  return rows.map(wholeRecord).slice(0, limits.loadedTrials);
}

const wholeRecord = (record: RecordRow): KnownTrial => ({
  ...{ record, label: '', stretch: undefined },
  load: protocolOf(record.otherData).load_kg ?? loadInText(`${record.exerciseName ?? ''} ${record.comment}`) ?? null,
});

/** The record, and those of its exercise that its athlete, and nobody else, made a few hours before or after it. */
async function ofTheTest(db: Queryable, record: RecordRow): Promise<SQL | undefined> {
  const { id, clientId, exerciseName, startedAt } = record;
  const [athlete, ...others] = await athletesOf(db, [id]);
  // Of several athletes nobody knows whose jump it is.
  if (exerciseName === null || athlete === undefined || others.length > 0) return eq(records.id, id);
  const athletes = (of: SQL) =>
    db
      .select({ one: sql`1` })
      .from(recordUsers)
      .where(and(eq(recordUsers.recordId, records.id), of));
  const ms = startedAt.getTime();
  return and(
    eq(records.clientId, clientId),
    between(records.startedAt, new Date(ms - testMs), new Date(ms + testMs)),
    eq(records.exerciseName, exerciseName),
    exists(athletes(eq(recordUsers.userId, athlete))),
    notExists(athletes(ne(recordUsers.userId, athlete))),
  );
}

/** Ids of all whose records they are. */
export async function athletesOf(db: Queryable, recordIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: recordUsers.userId })
    .from(recordUsers)
    .where(isOneOf(recordUsers.recordId, recordIds));
  return rows.map(({ id }) => id);
}

async function readableAmong(db: Queryable, among: SQL | undefined): Promise<RecordRow[]> {
  const rows = await db
    .select()
    .from(records)
    .where(and(among, eq(records.decodeState, 'done')))
    .orderBy(asc(records.startedAt), asc(records.id))
    .limit(2 * limits.loadedTrials);
  return rows.filter(isReadable);
}

/** Trials that were said, each as its record is now; one that is not seen is unknown. */
export async function findTrialsSaid(
  db: Queryable,
  record: RecordRow,
  sees: SQL | undefined,
  { trials, times }: { readonly trials: readonly KeptTrial[]; readonly times: 'record' | 'original' },
): Promise<KnownTrial[] | Refusal> {
  const named = trials.map((trial) => ({
    ...trial,
    record_id: trial.record_id ?? (trial.record_uid === undefined ? record.id : undefined),
  }));
  const among = and(eq(records.clientId, record.clientId), sees);
  const seen = await readSeen(db, named, among);
  const ids = [...new Set(named.flatMap((trial) => seen(trial)?.id ?? []))];
  const rows = new Map((await readableAmong(db, isOneOf(records.id, ids))).map((row) => [row.id, row]));
  const labels = await labelsOf(db, [...rows.keys()]);
  const found: KnownTrial[] = [];
  for (const trial of named) {
    const { t0, t1, load_kg } = trial;
    const row = rows.get(seen(trial)?.id ?? 0);
    if (row === undefined) {
      // What was kept lives on without a record that is gone.
      if (times === 'original') continue;
      return brokenField('trials', 'unknown');
    }
    if (t0 === undefined && t1 === undefined) {
      found.push({ record: row, label: '', stretch: undefined, load: load_kg });
      continue;
    }
    const said = { t0: t0 ?? 0, t1: Math.min(t1 ?? row.durationSeconds, row.durationSeconds) };
    const stretch = times === 'record' ? said : stretchInRecord(timesOf(row), { ...said, t1: t1 ?? said.t1 });
    // What is cropped away is no trial any more.
    if (stretch === undefined) continue;
    if (stretch.t0 >= row.durationSeconds) return brokenField('trials', 'afterEnd');
    const label = labels.get(keyOf(row.id, stretch)) ?? '';
    found.push({ record: row, label, stretch, load: load_kg });
  }
  return found;
}

/** The same, each by the uid of its record, as far as that is known here: older ones name rows. */
export async function nameByUid(
  db: Queryable,
  record: RecordRow,
  trials: readonly KeptTrial[],
): Promise<readonly KeptTrial[]> {
  const older = trials.filter(({ record_uid }) => record_uid === undefined);
  if (older.length === 0) return trials;
  const seen = await readSeen(db, older, eq(records.clientId, record.clientId));
  return trials.map((trial) => {
    const { record_id, record_uid, ...said } = trial;
    const uid = record_uid ?? (record_id === undefined ? record.uid : seen({ record_id })?.uid);
    return uid === undefined ? trial : { ...said, record_uid: uid };
  });
}

/** As they are kept: a crop moves none of them. */
export const trialsInOriginal = (trials: readonly KnownTrial[]): KeptTrial[] =>
  trials.map(({ record, stretch, load }) => ({
    ...{ record_uid: record.uid, load_kg: load },
    ...(stretch && stretchInOriginal(timesOf(record), stretch)),
  }));

const keyOf = (recordId: number, { t0, t1 }: { readonly t0: number; readonly t1: number }) =>
  `${recordId} ${t0.toFixed(3)} ${t1.toFixed(3)}`;

async function labelsOf(db: Queryable, recordIds: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const all = await Promise.all(recordIds.map((id) => selectionsOf(db, id)));
  return new Map(
    all.flat().map(({ recordId, num, exercise, ...bounds }) => [keyOf(recordId, bounds), exercise || `S${num}`]),
  );
}
