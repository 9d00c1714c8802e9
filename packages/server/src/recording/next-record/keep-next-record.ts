import type { NextRecord, NextRecordEdit } from '@sillage/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';

const { nextRecords, users, exercises } = tables;

const nothingChosen: NextRecord = { sport_id: null, exercise_id: null, user_ids: null, title: '', comment: '' };

export async function readNext(db: Queryable, deviceId: number): Promise<NextRecord> {
  const [row] = await db.select().from(nextRecords).where(eq(nextRecords.deviceId, deviceId));
  if (row === undefined) return nothingChosen;
  const { sportId, exerciseId, userIds, title, comment } = row;
  return { sport_id: sportId, exercise_id: exerciseId, user_ids: userIds, title, comment };
}

/** Only what is given is changed. */
export function editNext(db: Db, deviceId: number, edit: NextRecordEdit): Promise<NextRecord> {
  return db.transaction(async (tx) => {
    const chosen = { ...(await readNext(tx, deviceId)), ...withoutAbsent(edit) };
    const set = {
      ...{ sportId: chosen.sport_id, exerciseId: chosen.exercise_id, userIds: chosen.user_ids && [...chosen.user_ids] },
      ...{ title: chosen.title, comment: chosen.comment },
    };
    await tx
      .insert(nextRecords)
      .values({ deviceId, ...set })
      .onConflictDoUpdate({ target: nextRecords.deviceId, set });
    return chosen;
  });
}

function withoutAbsent<T extends object>(given: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: Exclude<T[K], undefined>;
  }>;
}

/** What a record that begins now gets. */
export interface TakenNext {
  readonly sportId: number | null;
  readonly exerciseId: number | null;
  /** undefined: those who wear the device. */
  readonly userIds: readonly number[] | undefined;
  readonly title: string;
  readonly comment: string;
}

/**
 * Hands what was chosen to a record of the device that begins in this transaction: title and comment are used up by it. Who
 * and what is not of the client any more is left out.
 */
export async function takeNext(
  tx: Queryable,
  { deviceId, clientId }: { readonly deviceId: number; readonly clientId: number },
): Promise<TakenNext | undefined> {
  const [row] = await tx.select().from(nextRecords).where(eq(nextRecords.deviceId, deviceId)).for('update');
  if (row === undefined) return undefined;
  await tx.update(nextRecords).set({ title: '', comment: '' }).where(eq(nextRecords.deviceId, deviceId));
  const { sportId, exerciseId, userIds, title, comment } = row;
  const hasExercise =
    exerciseId !== null &&
    (await tx.$count(exercises, and(eq(exercises.id, exerciseId), eq(exercises.clientId, clientId)))) > 0;
  const people =
    userIds === null || userIds.length === 0
      ? userIds
      : await tx
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.id, userIds), eq(users.clientId, clientId)));
  return {
    ...{ sportId, exerciseId: hasExercise ? exerciseId : null, title, comment },
    userIds: people?.map((one) => (typeof one === 'number' ? one : one.id)),
  };
}
