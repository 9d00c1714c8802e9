import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';

const { devices } = tables;

/** Whose devices are, by id; those that are disabled or gone are of nobody: nothing of theirs is kept. */
export async function findClientsOf(db: Queryable, deviceIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .select({ id: devices.id, clientId: devices.clientId, enabled: devices.enabled })
    .from(devices)
    .where(isOneOf(devices.id, deviceIds));
  return new Map(rows.filter(({ enabled }) => enabled).map(({ id, clientId }) => [id, clientId]));
}
