import { isRefusal, type RecordEdit, type Refusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { checkNamed } from './check-people.ts';
import { findRecord, type RecordRow } from './find-records.ts';

const { records, recordUsers } = tables;

/** Changes what a person says of a record; fields left out stay. */
export async function editRecord(db: Db, viewer: Viewer, id: number, edit: RecordEdit): Promise<RecordRow | Refusal> {
  return db.transaction(async (tx) => {
    const record = await findRecord(tx, viewer, id);
    if (isRefusal(record)) return record;
    const refusal = await checkNamed(tx, viewer, record.clientId, edit);
    if (refusal) return refusal;
    if (edit.user_ids) await setAthletes(tx, id, edit.user_ids);
    const changes = {
      ...(edit.sport_id === undefined ? {} : { sportId: edit.sport_id }),
      ...(edit.group_id === undefined ? {} : { groupId: edit.group_id }),
      ...(edit.exercise_name === undefined ? {} : { exerciseName: edit.exercise_name || null }),
      ...(edit.comment === undefined ? {} : { comment: edit.comment }),
      ...(edit.favorite === undefined ? {} : { favorite: edit.favorite }),
    };
    if (Object.keys(changes).length === 0) return record;
    const [changed] = await tx.update(records).set(changes).where(eq(records.id, id)).returning();
    return changed ?? record;
  });
}

/** Replaces the athletes of a record. */
export async function setAthletes(tx: Queryable, recordId: number, userIds: readonly number[]): Promise<void> {
  await tx.delete(recordUsers).where(eq(recordUsers.recordId, recordId));
  const rows = [...new Set(userIds)].map((userId) => ({ recordId, userId }));
  if (rows.length > 0) await tx.insert(recordUsers).values(rows);
}
