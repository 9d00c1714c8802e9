import { Id } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Queryable } from '../../platform/database/index.ts';
import type { RecordChange } from './collect-changes.ts';
import type { Life } from './create-life.ts';

const recordsChanged = 'records_changed';
/** So that a notification is short enough for PostgreSQL, 8000 bytes. */
const mostTogether = 500;

const Told = z.object({
  clientId: Id,
  recordIds: z.array(Id),
  reason: z.enum(['created', 'updated', 'decoded', 'deleted', 'selected']),
});

/** In a transaction that is not of the life of records: what it changes of them is told once it is there for good. */
export async function tellOfRows(tx: Queryable, { clientId, recordIds, reason }: RecordChange): Promise<void> {
  for (let i = 0; i === 0 || i < recordIds.length; i += mostTogether) {
    const told: z.infer<typeof Told> = { clientId, recordIds: recordIds.slice(i, i + mostTogether), reason };
    await tx.execute(sql`select pg_notify(${recordsChanged}, ${JSON.stringify(told)})`);
  }
}

/**
 * Tells what {@link tellOfRows} was given.
 * @param missed some of it may not have been heard
 */
export function hearOfRows(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  life: Pick<Life, 'tell'>,
  missed: () => void,
): Promise<() => Promise<void>> {
  return listen(recordsChanged, (payload) => life.tell(db, Told.parse(JSON.parse(payload))), missed);
}
