import { api } from '@sillage/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { exerciseRoutes } from './index.ts';

let hub: TestAdministration;
beforeAll(async () => {
  hub = await openTestAdministration();
  exerciseRoutes(hub.serve, { db: hub.db });
});
afterAll(() => hub.close());

const create = (who: string, body: object) => hub.ask(who, api.createExercise, { body });

test('the staff of a client keeps its exercises; athletes read them', async () => {
  const made = await create('coach', { name: ' 2 000 m ' });
  expect(made.body).toMatchObject({ name: '2 000 m', client_id: hub.clientIds.home, client_name: 'home' });
  const params = { id: made.body?.id ?? 0 };
  const may = { edit: false, delete: false, fields: [] };
  expect((await hub.ask('athlete', api.readExercise, { params })).body).toEqual({ ...made.body, may });
  expect((await hub.ask('athlete', api.editExercise, { params, body: { name: 'x' } })).code).toBe('permission.denied');
  expect((await hub.ask('coach', api.editExercise, { params, body: { name: '500 m' } })).body?.name).toBe('500 m');
  expect((await hub.ask('coach', api.editExercise, { params, body: {} })).body?.name).toBe('500 m');
  const { body } = await hub.ask('coach', api.describeExerciseDeletion, { params });
  expect(body).toEqual({ name: '500 m', effects: [] });
  expect((await hub.ask('coach', api.deleteExercise, { params })).status).toBe(204);
  expect((await hub.ask('coach', api.deleteExercise, { params })).code).toBe('entity.notFound');
});

test('names are taken once in a client; other clients’ exercises are not there', async () => {
  const { away } = hub.clientIds;
  const foreign = (await create('awayManager', { name: 'secret' })).body;
  expect((await create('manager', { name: 'secret' })).status).toBe(201);
  expect((await create('coach', { name: 'secret' })).fields).toEqual({ name: 'taken' });
  expect((await create('manager', { name: 'x', client_id: away })).fields).toEqual({ client_id: 'unknown' });
  const params = { id: foreign?.id ?? 0 };
  expect((await hub.ask('manager', api.readExercise, { params })).code).toBe('entity.notFound');
  expect((await hub.ask('manager', api.editExercise, { params, body: { name: 'x' } })).code).toBe('entity.notFound');
  expect((await hub.ask('coach', api.deleteExercise, { params })).code).toBe('entity.notFound');
  expect((await hub.ask('coach', api.describeExerciseDeletion, { params })).code).toBe('entity.notFound');
  const listed = await hub.ask('manager', api.listExercises, { body: { clientIds: [away], search: 'secret' } });
  expect(listed.body).toEqual({ items: [], total: 0 });
});
