import type { RecordRow } from './find-records.ts';
import { rawOriginKey } from './raw-origin.ts';

/** Of what a record was fused. */
export const fusionKey = 'fusion';

/** Names in the `other_data` of an answer that people do not change, whatever they put there. */
export const ownKeys = ['csv_rate', 'missing_blocks', 'sync_failed', 'meta_problem', rawOriginKey, fusionKey] as const;

/** Those of them that lie beside what people say. */
export const keptKeys = [rawOriginKey, fusionKey] as const;

/** What people keep beside a record, with what the program itself has there for those who read it. */
export function otherDataOf({
  otherData,
  csvRate,
  missingBlocks,
  syncFailed,
  metaProblem,
}: RecordRow): Record<string, unknown> {
  return {
    ...otherData,
    ...(syncFailed && { sync_failed: true }),
    ...(metaProblem !== null && { meta_problem: metaProblem }),
    ...(csvRate !== null && { csv_rate: csvRate }),
    ...(missingBlocks !== null && { missing_blocks: missingBlocks }),
  };
}
