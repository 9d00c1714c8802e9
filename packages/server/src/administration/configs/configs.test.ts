import { api } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/index.ts';
import { configRoutes, ensureSensors } from './index.ts';

let test: TestAdministration;
beforeAll(async () => {
  test = await openTestAdministration();
  configRoutes(test.serve, { db: test.db });
});
afterAll(() => test.close());

const text = '{ "modules": {"imu": {"type": "imu", "rate": 100, "own": [1]}} }';
const create = (body: object, who = 'coach') => test.ask(who, api.createConfig, { body });

describe('configurations', () => {
  it('are kept as they were typed, under a name of their own in the client', async () => {
    const made = await create({ name: 'Sortie', config: text });
    expect(made).toMatchObject({ status: 201, body: { config: text, client_id: test.clientIds.home } });
    expect(await create({ name: 'Sortie', config: text })).toMatchObject({ status: 409, fields: { name: 'taken' } });
    expect((await create({ name: 'Sortie', config: text }, 'awayCoach')).status).toBe(201);
    const params = { id: made.body?.id ?? 0 };
    const edited = await test.ask('manager', api.editConfig, { params, body: { comment: 'c' } });
    expect(edited.body).toMatchObject({ comment: 'c', config: text, name: 'Sortie' });
    expect(
      (await test.ask('athlete', api.listClientConfigs, { params: { clientId: test.clientIds.home } })).body?.total,
    ).toBe(1);
    expect((await test.ask('athlete', api.editConfig, { params, body: {} })).status).toBe(403);
  });

  it.each([
    ['{"modules":', 'request.invalid', 'json'],
    ['[]', 'config.invalid', 'invalidFormat'],
    ['{}', 'config.invalid', 'required'],
    ['{"modules":{"imu":{"type":"imu","rate":5001}}}', 'config.invalid', 'frequency'],
    ['{"modules":{"imu":{"type":"imu","rate":1.5}}}', 'config.invalid', 'frequency'],
    ['{"modules":{"imu":{"rate":100}}}', 'config.invalid', 'required'],
    ['{"modules":{"i m u":{"type":"imu"}}}', 'config.invalid', 'invalidFormat'],
    [
      `{"modules":{"imu":{"type":"imu","data":${'['.repeat(5000)}${']'.repeat(5000)}}}}`,
      'config.invalid',
      'invalidFormat',
    ],
  ])('%.60s is refused', async (config, code, rule) => {
    expect(await create({ name: 'bad', config })).toMatchObject({ status: 422, code, fields: { config: rule } });
  });

  it('are judged again when they change, and go neither to another client nor under a name that is taken', async () => {
    const params = { id: (await create({ name: 'Course', config: text })).body?.id ?? 0 };
    await create({ name: 'Sprint', config: text });
    const edit = (who: string, body: object) => test.ask(who, api.editConfig, { params, body });
    expect(await edit('manager', { config: '{}' })).toMatchObject({
      code: 'config.invalid',
      fields: { config: 'required' },
    });
    expect(await edit('manager', { name: 'Sprint' })).toMatchObject({ status: 409, fields: { name: 'taken' } });
    const { away } = test.clientIds;
    for (const who of ['manager', 'coach']) {
      expect((await edit(who, { client_id: away })).fields).toEqual({ client_id: 'unknown' });
    }
    expect((await edit('admin', { client_id: 99_999 })).fields).toEqual({ client_id: 'unknown' });
    const kept = await test.ask('manager', api.readConfig, { params });
    expect(kept.body).toMatchObject({ name: 'Course', config: text, client_id: test.clientIds.home });
    expect((await edit('admin', { client_id: away })).body?.client_id).toBe(away);
  });

  it('of another client are not there', async () => {
    const { body } = await create({ name: 'theirs', config: text }, 'awayManager');
    const params = { id: body?.id ?? 0 };
    for (const endpoint of [api.readConfig, api.describeConfigDeletion, api.deleteConfig, api.editConfig]) {
      expect((await test.ask('manager', endpoint, { params, body: {} })).status).toBe(404);
    }
    expect((await create({ name: 'x', config: text, client_id: test.clientIds.away })).fields).toEqual({
      client_id: 'unknown',
    });
    const foreign = { body: { clientIds: [test.clientIds.away] } };
    expect((await test.ask('manager', api.listConfigs, foreign)).body?.total).toBe(0);
    expect((await test.ask('admin', api.listConfigs, foreign)).body?.total).toBeGreaterThan(0);
    expect(
      (await test.ask('manager', api.listClientConfigs, { params: { clientId: test.clientIds.away } })).status,
    ).toBe(404);
  });
});

describe('sensors', () => {
  const add = (body: object, who = 'admin') => test.ask(who, api.createSensor, { body });
  const parameters = { rate: { type: 'int', default: 100 }, side: { type: 'string', default: 'left' } };
  const config = '{"modules": {"{side}": {"type": "force", "rate": {rate}}}}';

  it('fill their template with what is given, and defaults for the rest', async () => {
    const { body } = await add({ name: 'oar', type: 'force', parameters, config });
    const params = { id: body?.id ?? 0 };
    const fill = (values: object) =>
      test.ask('athlete', api.fillSensorTemplate, { params, body: { parameters: values } });
    expect((await fill({ rate: 250 })).body?.config).toEqual({ modules: { left: { type: 'force', rate: 250 } } });
    expect((await fill({ rate: 1.5 })).fields).toEqual({ 'parameters.rate': 'integer' });
    expect((await fill({ other: 1 })).fields).toEqual({ 'parameters.other': 'unknown' });
    expect((await fill({ rate: 9000 })).fields).toEqual({ parameters: 'frequency' });
    expect((await fill({ side: '", "x": "' })).code).toBe('config.invalid'); // stays one text: no name of a module
    expect(await add({ name: 'oar', type: 'force' })).toMatchObject({ status: 409, fields: { name: 'taken' } });
  });

  it.each([
    [{ config: '{"a": {hole}}' }, { config: 'templateHole' }],
    [{ config: '{"a": ' }, { config: 'json' }],
    [{ config: '[1]' }, { config: 'invalidFormat' }],
    [{ parameters: { a: { type: 'int', default: 'x' } } }, { 'parameters.a.default': 'number' }],
  ])('%j is refused', async (body, fields) => {
    expect(await add({ name: 'bad', type: 't', ...body })).toMatchObject({ status: 422, fields });
  });

  it('are seen by all, or by the clients that they were given to; only administrators change them', async () => {
    const { body } = await add({ name: 'ours', type: 't', allclients: false });
    const params = { id: body?.id ?? 0 };
    const { home, away } = test.clientIds;
    expect((await test.ask('coach', api.readSensor, { params })).status).toBe(404);
    await test.db.insert(tables.clientSensors).values({ clientId: home, sensorId: params.id });
    expect((await test.ask('coach', api.readSensor, { params })).status).toBe(200);
    expect((await test.ask('awayCoach', api.readSensor, { params })).status).toBe(404);
    expect((await test.ask('awayCoach', api.fillSensorTemplate, { params, body: {} })).status).toBe(404);
    expect((await test.ask('coach', api.listClientSensors, { params: { clientId: away } })).status).toBe(404);
    expect((await add({ name: 'm', type: 't' }, 'manager')).status).toBe(403);
    const described = await test.ask('admin', api.describeSensorDeletion, { params });
    expect(described.body?.effects).toMatchObject([{ count: 1, fate: 'lost' }]);
  });

  it('every server begins with those of its devices, which make configurations, and come back never', async () => {
    await ensureSensors(test.db);
    const list = async () => (await test.ask('coach', api.listSensors, { body: { pageSize: 0 } })).body?.items ?? [];
    const standard = (await list()).filter(({ name }) => ['imu', 'gps', 'force', 'pressure'].includes(name));
    expect(standard).toHaveLength(4);
    for (const { id, name } of standard) {
      const filled = await test.ask('coach', api.fillSensorTemplate, { params: { id }, body: {} });
      const made = await create({ name: `of ${name}`, config: JSON.stringify(filled.body?.config) });
      expect(made.status).toBe(201);
    }
    await test.ask('admin', api.deleteSensor, { params: { id: standard[0]?.id ?? 0 } });
    const before = (await list()).length;
    await ensureSensors(test.db);
    expect(await list()).toHaveLength(before);
  });
});
