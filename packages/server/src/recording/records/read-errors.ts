import type { RecordError } from '@sillage/contract';
import { asc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { recordErrors } = tables;

/** What went wrong while a record was made, in that order. */
export async function errorsOf(db: Queryable, recordId: number): Promise<RecordError[]> {
  const errors = await db
    .select()
    .from(recordErrors)
    .where(eq(recordErrors.recordId, recordId))
    .orderBy(asc(recordErrors.id));
  return errors.map(({ type, msg, createdAt }) => ({ type, msg, date: createdAt.toISOString() }));
}
