import { api } from '@sillage/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevice } from '../../platform/database/testing.ts';
import { administeredDeviceRoutes } from '../devices/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { clientRoutes } from './index.ts';

let hub: TestAdministration;
beforeAll(async () => {
  hub = await openTestAdministration();
  const { db } = hub;
  clientRoutes(hub.serve, {
    db,
    endSessions: async () => {},
    recordsFor: () => false,
    forgetRecords: async () => undefined,
    forgetTasks: async () => {},
    cutDevices: async () => {},
  });
  administeredDeviceRoutes(hub.serve, { db, liveStatus: () => undefined, cutConnection: () => {} });
  for (const name of ['c', 'a', 'b']) await addDevice(db, { name, clientId: hub.clientIds.home });
});
afterAll(() => hub.close());

test('the people of a client are answered whole, or by the page', async () => {
  const params = { clientId: hub.clientIds.home };
  const ask = async (query?: Record<string, number>) =>
    (await hub.ask('manager', api.listClientUsers, { params, ...(query && { query }) })).body;
  const all = await ask();
  expect([all?.total, all?.items.length]).toEqual([6, 6]);
  expect(await ask({ pageSize: -1 })).toEqual(all);
  expect(await ask({ pageId: 2, pageSize: 4 })).toEqual({ items: all?.items.slice(4), total: 6 });
  const coach = all?.items.find(({ lastname }) => lastname === 'coach');
  expect(coach?.group_ids).toEqual([hub.groupIds.rowers]);
  const wrong = await hub.ask('manager', api.listClientUsers, { params, query: { pageSize: 1001 } });
  expect(wrong.status).toBe(422);
});

test('devices to choose from are answered whole, or by the page', async () => {
  const ask = async (query?: Record<string, number>) =>
    (await hub.ask('manager', api.listAllDevicesSoft, query && { query })).body;
  const all = await ask();
  expect(all?.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(await ask({ pageId: 2, pageSize: 2 })).toEqual({ items: all?.items.slice(2), total: 3 });
});
