import { deviceUsername } from '@sillage/device-protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addClient, addUser, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { createDevice, createDevices, devicesChanged, listDevices, pair, renameDevice } from './index.ts';

let test: TestDatabase;
let clientId: number;
let userId: number;
const number = 10200042;

beforeAll(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  clientId = (await addClient(db)).id;
  userId = (await addUser(db, { clientId, firstname: 'Léa' })).id;
});
afterAll(() => test.close());

it('a device gets a secret once, signs in with it, belongs to its client and its athletes', async () => {
  const { db } = test.database;
  const devices = createDevices({ db });
  const { id, secret } = await createDevice(db, { number, name: 'Skiff', clientId, groupId: null });
  expect(await devices.authenticate(deviceUsername(number), secret)).toBe(number);
  expect(await devices.authenticate(deviceUsername(number), `${secret}x`)).toBeUndefined();
  expect(await devices.authenticate(deviceUsername(number + 1), secret)).toBeUndefined();
  expect(await devices.authenticate('device-9999999999', secret)).toBeUndefined();
  expect(await devices.authenticate('admin', secret)).toBeUndefined();
  await pair(db, id, [userId]);
  expect(await devices.deviceOwner(number)).toEqual({ clientId, groupId: null, userIds: [userId] });
  expect(await devices.deviceOwner(9_999_999_999)).toBeUndefined();
  expect(await listDevices(db, clientId)).toMatchObject([{ number, users: [{ id: userId, firstname: 'Léa' }] }]);
  expect(await listDevices(db, clientId + 1)).toEqual([]);

  const [renewed] = await devices.renewSecrets([number, number + 1]);
  expect(await devices.authenticate(deviceUsername(number), secret)).toBeUndefined();
  expect(await devices.authenticate(deviceUsername(number), renewed?.secret ?? '')).toBe(number);
});

it('tells changes to whoever listens', async () => {
  const heard = vi.fn();
  const stop = await test.database.listen(devicesChanged, heard, () => {});
  await renameDevice(test.database.db, number, 'Double');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(String(number)));
  await stop();
});
