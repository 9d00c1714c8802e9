import { api } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { deviceChanged } from '../../administration/devices/index.ts';
import { tables } from '../../platform/database/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { manager, numberOf, openTestDevices } from './open-test-devices.ts';

const { hub, plugged, soon } = await openTestDevices();
afterAll(() => hub.close());

/** Who reads devices has their rows then, and waits for their athletes until `meanwhile` is over. */
async function whileReadingTakesLong(meanwhile: (isWaiting: () => Promise<void>) => Promise<void>) {
  await hub.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE device_users IN ACCESS EXCLUSIVE MODE`);
    await meanwhile(() =>
      vi.waitFor(async () => {
        const { rows } = await tx.execute(
          // Not pg_stat_activity: within a transaction that stays as it was first read.
          sql`SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
            WHERE NOT granted AND d.datname = current_database()`,
        );
        expect(rows.length).toBeGreaterThan(0);
      }, soon),
    );
  });
}

async function disable(device: FakeDevice): Promise<void> {
  await hub.db
    .update(tables.devices)
    .set({ enabled: false })
    .where(eq(tables.devices.number, numberOf(device)));
  await deviceChanged(hub.db, numberOf(device));
}

const statusOf = (device: FakeDevice) => hub.ingest().deviceStatus(numberOf(device));
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 300));

it('a device that is disabled while all are listed does not come back with the list', async () => {
  const [device, other] = [await plugged(), await plugged()];
  const list = () => hub.request(api.listRealtimeDevices, { params: { clientId: hub.clientId } }, manager);
  let listed: ReturnType<typeof list> | undefined;
  await whileReadingTakesLong(async (isWaiting) => {
    listed = list();
    await isWaiting();
    await disable(device);
    await vi.waitFor(() => expect(statusOf(device)).toBeUndefined(), soon);
  });
  const answer = JSON.stringify((await listed)?.body);
  expect(answer).toContain(String(numberOf(other)));
  expect(answer).not.toContain(String(numberOf(device)));
  expect(statusOf(device)).toBeUndefined();
});

it('of two changes of a device the last one counts, although the first takes longer to read', async () => {
  const device = await plugged();
  await whileReadingTakesLong(async (isWaiting) => {
    await deviceChanged(hub.db, numberOf(device));
    await isWaiting();
    await disable(device);
    await aMoment(); // for whoever would read the second before the first is through
  });
  await vi.waitFor(() => expect(statusOf(device)).toBeUndefined(), soon);
  await aMoment();
  expect(statusOf(device)).toBeUndefined();
});
