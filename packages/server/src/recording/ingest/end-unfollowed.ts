import type { IngestDependencies } from './ingest-dependencies.ts';
import { completeRecord, type RecordRow } from './repository.ts';

/**
 * Hands a record that no session follows to decoding with what its journal has: its device was deleted or disabled, or
 * uses its number for another record. False when it was complete before.
 */
export async function endUnfollowed(
  { life, log }: Pick<IngestDependencies, 'life' | 'log'>,
  record: Pick<RecordRow, 'id' | 'clientId'>,
): Promise<boolean> {
  const found = { durationSeconds: 0, missingBlocks: null, sizeBytes: 0 };
  if (!(await completeRecord(life, record, found))) return false;
  log.info({ record: record.id }, 'a record that no device continues was ended');
  return true;
}
