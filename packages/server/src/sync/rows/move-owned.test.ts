import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, addDevice, addUser, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { storeInTurn, workInTurn } from '../in-turn.ts';
import { harvestRows } from './harvest-rows.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

it('a device that was passed on to another club comes to the hubs of that club with what belongs to it', async () => {
  const { db } = test.database;
  const [former, next] = [await addClient(db), await addClient(db)];
  const [device, athlete] = [await addDevice(db, { clientId: former.id }), await addUser(db, { clientId: next.id })];
  await db.insert(tables.deviceUsers).values({ deviceId: device.id, userId: athlete.id });
  const inTurn = storeInTurn(workInTurn(db));
  const looker = { node: randomUUID(), nowMs: Date.now(), offsetMs: 0 };
  const toldToNext = () =>
    inTurn(async (store) => {
      await harvestRows(store, looker);
      const hub = { node: null, reach: { allClients: false, clientUids: new Set([next.uid]) } };
      return (await store.rowsForHub(hub, 0, 1000)).map(({ table }) => table);
    });
  expect(await toldToNext()).not.toContain('device_users');
  await db.update(tables.devices).set({ clientId: next.id }).where(eq(tables.devices.id, device.id));
  expect(await toldToNext()).toEqual(expect.arrayContaining(['devices', 'device_users']));
});
