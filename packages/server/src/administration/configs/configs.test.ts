import { api, fieldSentence } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
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
    ['{"modules":{"imu":{"type":"imu","realtimeRate":-1}}}', 'config.invalid', 'frequency'],
    ['{"modules":{"imu":{"type":"imu","calib_type":"foo"}}}', 'config.invalid', 'calibration'],
    ['{"modules":{"imu":{"type":"imu","calib_type":""}}}', 'config.invalid', 'calibration'],
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

  it.each([
    ...['calib_acc_gyro', 'calib_gyro', 'calib_offset', 'invert_acc_x', 'initial_calib', 'no_calib', 'custom_calib'],
    null,
  ])('take the calibration %s', async (calib_type) => {
    const config = JSON.stringify({ modules: { imu: { type: 'imu', rate: 5000, calib_type } } });
    const { status, body } = await create({ name: `calibrated ${calib_type}`, config });
    expect(status).toBe(201);
    const edit = (to: string) =>
      test.ask('coach', api.editConfig, { params: { id: body?.id ?? 0 }, body: { config: to } });
    expect(await edit(config.replace(JSON.stringify(calib_type), '"foo"'))).toMatchObject({
      status: 422,
      code: 'config.invalid',
      fields: { config: 'calibration' },
    });
    expect((await edit(config)).body).toMatchObject({ config });
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
    [{ parameters: { rate: { type: 'int', default: 9999 } } }, { 'parameters.rate.default': 'frequency' }],
    [
      { parameters: { realtimeRate: { type: 'float', default: 1.5 } } },
      { 'parameters.realtimeRate.default': 'frequency' },
    ],
    [
      { parameters: { calib_type: { type: 'string', default: 'nonsense' } } },
      { 'parameters.calib_type.default': 'calibration' },
    ],
    [{ config: '{"modules": {"a": {"type": "t", "calib_type": "nonsense"}}}' }, { config: 'calibration' }],
    [
      { parameters: { hz: { type: 'int', default: 5001 } }, config: '{"modules": {"a": {"type": "t", "rate": {hz}}}}' },
      { config: 'frequency' },
    ],
  ])('%j is refused', async (body, fields) => {
    expect(await add({ name: 'bad', type: 't', ...body })).toMatchObject({ status: 422, fields });
    const { body: good } = await add({ name: `good ${JSON.stringify(body)}`.slice(0, 100), type: 't' });
    const params = { id: good?.id ?? 0 };
    expect(await test.ask('admin', api.editSensor, { params, body })).toMatchObject({ status: 422, fields });
  });

  it('may leave what they fill to those who use them, who are judged then', async () => {
    const calibration = { calib_type: { type: 'string', default: null } };
    const template = '{"modules": {"a": {"type": "t", "calib_type": {calib_type}, "rate": {rate}}}}';
    const open = { rate: { type: 'int', default: null }, ...calibration };
    const { body } = await add({ name: 'open', type: 't', parameters: open, config: template });
    const fill = (values: object) =>
      test.ask('athlete', api.fillSensorTemplate, { params: { id: body?.id ?? 0 }, body: { parameters: values } });
    expect((await fill({ rate: 50, calib_type: 'foo' })).fields).toEqual({ parameters: 'calibration' });
    expect((await fill({ rate: 50, calib_type: 'no_calib' })).status).toBe(200);
  });

  it('every server begins with are taken by their own rules', async () => {
    await ensureSensors(test.db);
    const sensors = (await test.ask('admin', api.listSensors, { body: { pageSize: -1 } })).body?.items ?? [];
    const provided = sensors.filter(({ name }) => ['imu', 'gps', 'force', 'pressure'].includes(name));
    expect(provided).toHaveLength(4);
    for (const { id, config, parameters: own } of provided) {
      const kept = await test.ask('admin', api.editSensor, { params: { id }, body: { config, parameters: own } });
      expect(kept.status).toBe(200);
    }
  });

  it('say what a calibration must be in both languages', () => {
    expect(fieldSentence('calibration').fr).toMatch(/^Type de calibration inconnu.*calib_acc_gyro.*custom_calib$/);
    expect(fieldSentence('calibration').en).toMatch(/^Unknown type of calibration.*calib_acc_gyro.*custom_calib$/);
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
