import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { openTestHub } from './test-hub.ts';

export const manager = { roles: ['Manager'] as const };
export const numberOf = (device: FakeDevice) => device.meta.number;

/** A hub to which devices are added one after the other. For tests. */
export async function openTestDevices(given: Parameters<typeof openTestHub>[0] = {}) {
  const hub = await openTestHub(given);
  let next = 10200100;
  const addNext = (clockUs?: () => number): Promise<FakeDevice> => hub.addDevice(next++, clockUs);
  return {
    hub,
    /** A device that is not connected yet. */
    addNext,
    /** A device that is connected. */
    async plugged(clockUs?: () => number): Promise<FakeDevice> {
      const device = await addNext(clockUs);
      await device.plug();
      return device;
    },
    pathOf: (device: FakeDevice) => ({ clientId: hub.clientId, deviceNumber: numberOf(device) }),
    recordsOf: (device: FakeDevice) =>
      hub.db
        .select({ record: tables.records })
        .from(tables.records)
        .innerJoin(tables.devices, eq(tables.devices.id, tables.records.deviceId))
        .where(eq(tables.devices.number, numberOf(device)))
        .then((rows) => rows.map(({ record }) => record)),
  };
}
