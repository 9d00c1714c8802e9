import { api, type CloudUrl } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { hubRoutes } from './index.ts';

let hub: TestAdministration;
beforeAll(async () => {
  hub = await openTestAdministration();
  hubRoutes(hub.serve, { db: hub.db, clock: hub.clock, role: 'hub', version: '1.2.3' });
});
afterAll(() => hub.close());
beforeEach(() => hub.db.delete(tables.cloudUrls));

async function add(name: string, more: Partial<CloudUrl> = {}): Promise<number> {
  const body = { name, url: `https://${name}.example.org`, ...more };
  const { body: made } = await hub.ask('admin', api.createCloudUrl, { body });
  return made?.id ?? Promise.reject(new Error(`${name} was refused`));
}
const edit = (id: number, body: Partial<CloudUrl>) => hub.ask('admin', api.editCloudUrl, { params: { id }, body });
const masters = async () => {
  const { body } = await hub.ask('admin', api.listAllCloudUrls);
  return (body?.items ?? []).filter((one) => one.is_master_cloud).map(({ name }) => name);
};

test('of clouds that are named the master at once, one is', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => add(`new${n}`, { is_master_cloud: true })));
  expect(await masters()).toHaveLength(1);
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`old${n}`)));
  await Promise.all(ids.map((id) => edit(id, { is_master_cloud: true })));
  expect(await masters()).toHaveLength(1);
});

test('one that is renamed while another one becomes the master does not take that back', async () => {
  const [before, after] = [await add('before', { is_master_cloud: true }), await add('after')];
  const renamed = Array.from({ length: 8 }, (_, n) => edit(before, { name: `before${n}` }));
  await Promise.all([...renamed, edit(after, { is_master_cloud: true }), ...renamed]);
  expect(await masters()).toEqual(['after']);
});
