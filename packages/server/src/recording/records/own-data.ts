import { protocolKey, type TestProtocol } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import type { RecordRow } from './find-records.ts';
import { rawOriginKey } from './raw-origin.ts';

const { records } = tables;

/** Of what a record was fused. */
export const fusionKey = 'fusion';

/** Names in the `other_data` of an answer that people do not change, whatever they put there. */
export const ownKeys = ['csv_rate', 'missing_blocks', 'sync_failed', 'meta_problem', rawOriginKey, fusionKey] as const;

/** Those of them that lie beside what people say. */
export const keptKeys = [rawOriginKey, fusionKey, protocolKey] as const;
/** A protocol is edited by its own name. */
const own: ReadonlySet<string> = new Set([...ownKeys, protocolKey]);

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

/** What people keep beside a record. */
export function saidData({
  otherData,
}: {
  readonly otherData: Readonly<Record<string, unknown>>;
}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(otherData).filter(([key]) => !own.has(key)));
}

/** What people say, with what the program keeps there at this moment. */
export function besideOwnKeys(given: Readonly<Record<string, unknown>>): SQL {
  const said = saidData({ otherData: given });
  return sql`${JSON.stringify(said)}::jsonb || (
    SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(${records.otherData}) WHERE key = ANY (${`{${keptKeys.join(',')}}`}::text[]))`;
}

/** Beside what is there, or after `otherData` is put there. */
export function withProtocol(
  protocol: TestProtocol,
  otherData: SQL | typeof records.otherData = records.otherData,
): SQL {
  return Object.keys(protocol).length === 0
    ? sql`(${otherData}) - ${protocolKey}::text`
    : sql`(${otherData}) || ${JSON.stringify({ [protocolKey]: protocol })}::jsonb`;
}
