import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { inArray } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findReadable, type RecordRow } from '../records/index.ts';

const { devices } = tables;

/** A record that is fused with others. */
export interface Part {
  readonly record: RecordRow;
  /** What people know it by: its device, else its own name. */
  readonly name: string;
}

/** Why offsets do not hold: a part has other signals than those that they were found for. */
export function refuseOtherSignals(
  parts: readonly Part[],
  versions: readonly number[] | undefined,
): Refusal | undefined {
  const changed = versions && parts.find(({ record }, i) => record.signalsVersion !== versions[i]);
  return changed && refuse('record.fuseChanged', { name: changed.name });
}

/** The records in the order given, all of them of one club and readable by the caller, or why not. */
export async function findParts(db: Queryable, viewer: Viewer, ids: readonly number[]): Promise<Part[] | Refusal> {
  const found: RecordRow[] = [];
  for (const id of ids) {
    const record = await findReadable(db, viewer, id);
    if (isRefusal(record)) return record;
    found.push(record);
  }
  if (new Set(found.map(({ clientId }) => clientId)).size > 1) return refuse('record.fuseOtherClient');
  const deviceIds = found.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]));
  const named =
    deviceIds.length === 0
      ? []
      : await db.select({ id: devices.id, name: devices.name }).from(devices).where(inArray(devices.id, deviceIds));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return found.map((record) => ({ record, name: names.get(record.deviceId ?? 0) ?? record.basename }));
}
