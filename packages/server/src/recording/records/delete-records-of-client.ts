import { type Refusal, refuse } from '@sillage/contract';
import { awaitedStates } from '@sillage/domain';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { deleteRecords } from './delete-records.ts';
import type { RecordDependencies } from './dependencies.ts';

const { records } = tables;

/** Records deleted in one transaction. */
const recordsAtOnce = 500;

/** Deletes every record of a client with its files, before the client itself is deleted; nobody asks as a viewer. */
export async function deleteRecordsOfClient(
  dependencies: RecordDependencies,
  clientId: number,
): Promise<Refusal | undefined> {
  // Ended first, all of them: one that a device is making now must keep every other, too.
  const awaited = await dependencies.database.db
    .select({ id: records.id })
    .from(records)
    .where(and(eq(records.clientId, clientId), inArray(records.decodeState, [...awaitedStates])));
  if (awaited.some(({ id }) => dependencies.ingest.isBeingRecorded(id))) return refuse('record.stillRecording');
  const server = { principal: { userId: 0, clientId, roles: [], groupIds: [] }, scope: 'everything' } as const;
  for (;;) {
    const some = await dependencies.database.db
      .select({ id: records.id })
      .from(records)
      .where(eq(records.clientId, clientId))
      .orderBy(asc(records.id))
      .limit(recordsAtOnce);
    if (some.length === 0) return undefined;
    const refused = await deleteRecords(
      dependencies,
      server,
      some.map(({ id }) => id),
    );
    // One that was deleted by someone else meanwhile is what we want.
    if (refused !== undefined && refused.code !== 'entity.notFound') return refused;
  }
}
