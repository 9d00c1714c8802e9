import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { devices, deviceUsers } = tables;

/** The devices that the caller reaches: coaches those of their groups, athletes those paired with them. */
export function reachableDevices(db: Queryable, { principal, scope }: Viewer): SQL | undefined {
  const ofClient = eq(devices.clientId, principal.clientId);
  switch (scope) {
    case 'everything':
      return undefined;
    case 'client':
      return ofClient;
    case 'groups':
      return and(ofClient, inArray(devices.groupId, [...principal.groupIds, -1]));
    case 'own': {
      const paired = db
        .select({ id: deviceUsers.deviceId })
        .from(deviceUsers)
        .where(eq(deviceUsers.userId, principal.userId));
      return and(ofClient, inArray(devices.id, paired));
    }
  }
}
