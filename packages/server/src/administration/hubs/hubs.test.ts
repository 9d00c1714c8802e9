import { api } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { ensureCurrentHub, hubRoutes } from './index.ts';

let test: TestAdministration;
beforeAll(async () => {
  test = await openTestAdministration();
  hubRoutes(test.serve, { db: test.db, clock: test.clock, role: 'hub', version: '1.2.3' });
});
afterAll(() => test.close());

const create = (body: object, who = 'admin') => test.ask(who, api.createHub, { body });

it('a hub has a number of 4 digits that no other has', async () => {
  expect((await create({ number: 12, name: 'Ponton' })).body).toMatchObject({ number: 12, allclients: true });
  expect(await create({ number: 12, name: 'b' })).toMatchObject({ status: 409, fields: { number: 'taken' } });
  expect(await create({ number: 10000, name: 'b' })).toMatchObject({ fields: { number: 'deviceSerial' } });
  expect(await create({ number: 13, name: 'b', client_ids: [999] })).toMatchObject({
    fields: { client_ids: 'unknown' },
  });
  expect((await create({ number: 13, name: 'b' }, 'manager')).status).toBe(403);
});

it('its number may be said whole: 30, the hardware version and the 4 digits, of which the digits are kept', async () => {
  const made = (await create({ number: 30_100_009, name: 'Hub 0009' })).body;
  expect(made?.number).toBe(9);
  expect(await create({ number: 30_200_009, name: 'b' })).toMatchObject({ status: 409, fields: { number: 'taken' } });
  for (const number of [-1, 20_100_009, 29_999_999, 31_000_000]) {
    expect((await create({ number, name: 'b' })).fields).toEqual({ number: 'deviceSerial' });
  }
  const edit = (body: object) => test.ask('admin', api.editHub, { params: { id: made?.id ?? 0 }, body });
  expect((await edit({ number: 30_100_010 })).body).toMatchObject({ number: 10, name: 'Hub 0010' });
  expect((await edit({ number: 11, name: 'Ponton' })).body).toMatchObject({ number: 11, name: 'Ponton' });
  expect((await edit({ number: 9 })).body).toMatchObject({ number: 9, name: 'Ponton' });
});

it('a hub that nobody named is called by its ID once it has one', async () => {
  const { id } = (await test.ask('admin', api.readCurrentHub)).body ?? { id: 0 };
  const give = async (number: number) => (await test.ask('admin', api.setHubId, { body: { id: number } })).body;
  const call = (name: string) => test.ask('admin', api.editHub, { params: { id }, body: { name } });
  await call('Mallette (à nommer)');
  expect(await give(5)).toMatchObject({ number: 5, name: 'Hub 0005' });
  expect(await give(30_200_006)).toMatchObject({ number: 6, name: 'Hub 0006' });
  await call('Hub 0000');
  expect(await give(0)).toMatchObject({ number: 0, name: 'Hub 0000' });
  expect(await give(7)).toMatchObject({ number: 7, name: 'Hub 0007' });
  await call('ponton-miribel');
  expect(await give(0)).toMatchObject({ number: 0, name: 'ponton-miribel' });
});

it('managers see hubs for all and for their client, and no other client of them', async () => {
  const { home, away } = test.clientIds;
  const ours = (await create({ number: 21, name: 'ours', allclients: false, client_ids: [home, away] })).body;
  const theirs = (await create({ number: 22, name: 'theirs', allclients: false, client_ids: [away] })).body;
  const list = await test.ask('manager', api.listHubs, { body: { pageSize: 0 } });
  const names = list.body?.items.map((hub) => hub.name);
  expect(names).toContain('ours');
  expect(names).not.toContain('theirs');
  expect(list.body?.items.find((hub) => hub.id === ours?.id)?.client_ids).toEqual([home]);
  expect((await test.ask('manager', api.readHub, { params: { id: theirs?.id ?? 0 } })).status).toBe(404);
  expect((await test.ask('manager', api.listClientHubs, { params: { clientId: away } })).status).toBe(404);
  const filtered = await test.ask('manager', api.listHubs, { body: { clientIds: [away] } });
  expect(filtered.body?.total).toBe(0);
  const edited = await test.ask('admin', api.editHub, { params: { id: ours?.id ?? 0 }, body: { auto_send: true } });
  expect(edited.body).toMatchObject({ auto_send: true, client_ids: [home, away] });
});

it('this server is a hub: made once, seen by everyone signed in, named by its ID, never deleted', async () => {
  const first = (await test.ask('awayAthlete', api.readCurrentHub)).body;
  expect(first).toMatchObject({ number: 0, version: '1.2.3', is_current: true });
  expect((await test.ask('manager', api.readCurrentHub)).body?.id).toBe(first?.id);
  await ensureCurrentHub(test.db, { role: 'hub', version: '2.0.0', clock: test.clock });
  expect((await test.ask('manager', api.readCurrentHub)).body).toMatchObject({ id: first?.id, version: '2.0.0' });
  expect((await test.ask('admin', api.setHubId, { body: { id: 77 } })).body).toMatchObject({ number: 77 });
  expect(await test.ask('admin', api.setHubId, { body: { id: 21 } })).toMatchObject({
    status: 409,
    fields: { id: 'taken' },
  });
  expect((await test.ask('manager', api.setHubId, { body: { id: 78 } })).status).toBe(403);
  const params = { id: first?.id ?? 0 };
  expect(await test.ask('admin', api.deleteHub, { params })).toMatchObject({ status: 409, code: 'entity.inUse' });
});

it('in the cloud there is no such hub', async () => {
  const cloud = await openTestAdministration();
  hubRoutes(cloud.serve, { db: cloud.db, clock: cloud.clock, role: 'cloud', version: '1' });
  expect(await cloud.ask('admin', api.readCurrentHub)).toMatchObject({ status: 406, code: 'backend.wrongKind' });
  expect((await cloud.ask('admin', api.setHubId, { body: { id: 1 } })).status).toBe(406);
  await cloud.close();
});

it('the cloud chooses no cloud, keeps no address of one, and says so; programs that read them there are answered', async () => {
  const cloud = await openTestAdministration();
  hubRoutes(cloud.serve, { db: cloud.db, clock: cloud.clock, role: 'cloud', version: '1' });
  const body = { name: 'A', url: 'https://a.example.org' };
  const refused = [
    await cloud.ask('admin', api.addCloudUrl, { body }),
    await cloud.ask('admin', api.createCloudUrl, { body }),
    await cloud.ask('admin', api.editCloudUrl, { params: { id: 1 }, body }),
    await cloud.ask('admin', api.chooseCloud, { body: { url: null } }),
  ];
  expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [406, 'backend.wrongKind']));
  expect((await cloud.ask('admin', api.listAllCloudUrls)).body).toEqual({ items: [], total: 0 });
  expect((await cloud.ask('athlete', api.readCurrentCloud)).body).toEqual({ url: null, is_master_cloud: false });
  expect((await cloud.ask('manager', api.chooseCloud, { body: { url: null } })).code).toBe('permission.denied');
  await cloud.close();
});

describe('cloud addresses', () => {
  const add = (body: object) => test.ask('admin', api.addCloudUrl, { body });

  it('one is the master, one is chosen; deleting the chosen one leaves none', async () => {
    const first = (await add({ name: 'A', url: 'https://a.example.org/', is_master_cloud: true })).body;
    const second = (await add({ name: 'B', url: 'https://b.example.org', is_master_cloud: true })).body;
    const all = (await test.ask('manager', api.listAllCloudUrls)).body?.items;
    expect(all?.map((one) => [one.url, one.is_master_cloud])).toEqual([
      ['https://a.example.org', false],
      ['https://b.example.org', true],
    ]);
    const none = { url: null, is_master_cloud: false };
    expect((await test.ask('athlete', api.readCurrentCloud)).body).toEqual(none);
    const choose = (url: string | null) => test.ask('admin', api.chooseCloud, { body: { url } });
    expect((await choose('https://b.example.org')).body).toEqual({
      url: 'https://b.example.org',
      is_master_cloud: true,
    });
    expect((await choose('https://elsewhere.example.org')).fields).toEqual({ url: 'unknown' });
    const described = await test.ask('admin', api.describeCloudUrlDeletion, { params: { id: second?.id ?? 0 } });
    expect(described.body?.effects).toHaveLength(1);
    expect((await test.ask('admin', api.deleteCloudUrl, { params: { id: first?.id ?? 0 } })).status).toBe(204);
    expect((await test.ask('athlete', api.readCurrentCloud)).body?.url).toBe('https://b.example.org');
    await test.ask('admin', api.deleteCloudUrl, { params: { id: second?.id ?? 0 } });
    expect((await test.ask('athlete', api.readCurrentCloud)).body).toEqual(none);
  });

  it('an address is http or https, and is kept once', async () => {
    expect((await add({ name: 'x', url: 'ftp://a' })).fields).toEqual({ url: 'url' });
    expect((await add({ name: 'x', url: '' })).fields).toEqual({ url: 'required' });
    await add({ name: 'x', url: 'http://same.example.org' });
    expect(await add({ name: 'y', url: 'http://same.example.org/' })).toMatchObject({
      status: 409,
      fields: { url: 'taken' },
    });
    expect((await test.ask('manager', api.createCloudUrl, { body: { name: 'x', url: 'http://z' } })).status).toBe(403);
  });
});
