import { api } from '@sillage/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addRecord } from '../../platform/database/testing.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { sportRoutes } from './index.ts';

let hub: TestAdministration;
beforeAll(async () => {
  hub = await openTestAdministration();
  sportRoutes(hub.serve, { db: hub.db });
});
afterAll(() => hub.close());

const saut = { name: 'saut', display_name: { fr: 'Saut', en: 'Jump' } };

test('administrators keep the sports, everybody reads them', async () => {
  const made = await hub.ask('admin', api.createSport, { body: saut });
  expect(made.body).toMatchObject({ ...saut, text: '', value: '' });
  const params = { id: made.body?.id ?? 0 };
  const may = { edit: false, delete: false, fields: [] };
  expect((await hub.ask('athlete', api.readSport, { params })).body).toEqual({ ...made.body, may });
  for (const who of ['manager', 'coach', 'athlete']) {
    expect((await hub.ask(who, api.createSport, { body: saut })).code).toBe('permission.denied');
    expect((await hub.ask(who, api.editSport, { params, body: {} })).code).toBe('permission.denied');
    expect((await hub.ask(who, api.deleteSport, { params })).code).toBe('permission.denied');
  }
  const edited = await hub.ask('admin', api.editSport, { params, body: { text: 'CMJ, SJ', value: 'jump' } });
  expect(edited.body).toMatchObject({ ...saut, text: 'CMJ, SJ', value: 'jump' });
  expect((await hub.ask('admin', api.createSport, { body: saut })).fields).toEqual({ name: 'taken' });
  const wrong = await hub.ask('admin', api.createSport, { body: { ...saut, name: 'Saut en longueur' } });
  expect(wrong.fields).toEqual({ name: 'invalidFormat' });
});

test('both languages are searched, not how they are kept', async () => {
  const found = await hub.ask('athlete', api.listSports, { body: { search: 'jump' } });
  expect(found.body?.items.map(({ name }) => name)).toEqual(['saut']);
  for (const search of ['fr', 'en', '"', ':']) {
    expect((await hub.ask('athlete', api.listSports, { body: { search } })).body?.total).toBe(0);
  }
});

test('deleting one keeps its records, and says so', async () => {
  const { body: sport } = await hub.ask('admin', api.createSport, { body: { ...saut, name: 'cmj' } });
  const params = { id: sport?.id ?? 0 };
  await addRecord(hub.db, { clientId: hub.clientIds.home, sportId: params.id });
  await hub.db.insert(tables.clientSports).values({ clientId: hub.clientIds.home, sportId: params.id });
  const { body } = await hub.ask('admin', api.describeSportDeletion, { params });
  expect(body?.effects.map(({ what, fate }) => [what.en, fate])).toEqual([
    ['1 record, without a sport', 'kept'],
    ['1 client’s choice', 'lost'],
  ]);
  expect((await hub.ask('admin', api.deleteSport, { params })).status).toBe(204);
  expect((await hub.ask('admin', api.deleteSport, { params })).code).toBe('entity.notFound');
  const [record] = await hub.db.select().from(tables.records);
  expect(record?.sportId).toBeNull();
});
