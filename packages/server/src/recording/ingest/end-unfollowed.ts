import type { IngestTools } from './ingest-tools.ts';
import { type RecordRow, setRecordComplete } from './repository.ts';

/**
 * Hands a record that no session follows to decoding with what its journal has: its device was deleted or disabled, or
 * uses its number for another record. False when it was complete before.
 */
export async function endUnfollowed(
  { database, jobs, realtime, log }: Pick<IngestTools, 'database' | 'jobs' | 'realtime' | 'log'>,
  { id, clientId }: Pick<RecordRow, 'id' | 'clientId'>,
): Promise<boolean> {
  const isEnded = await database.db.transaction(async (tx) => {
    const found = { durationSeconds: 0, missingBlocks: null, sizeBytes: 0 };
    if (!(await setRecordComplete(tx, id, found))) return false;
    await jobs.enqueue('decode', { recordId: id }, { clientId, recordIds: [id] }, tx);
    return true;
  });
  if (!isEnded) return false;
  realtime.emit('recordUpdate', clientId, { record_ids: [id], reason: 'updated' });
  log.info({ record: id }, 'a record that no device continues was ended');
  return true;
}
