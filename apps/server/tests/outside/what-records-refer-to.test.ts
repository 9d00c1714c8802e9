import { readFile } from 'node:fs/promises';
import { administrator, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, plainProgram, type Said, signInPlainly } from './plain-program.ts';

let hub: TestHub;
let ask: Program;
let clientId: number;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  const admin = await signInPlainly(hub.url, administrator.mail, administrator.password);
  ask = admin.ask;
  clientId = admin.session.client_id;
});
afterAll(async () => {
  await hub?.stop();
});

async function upload(name: string, content: string, data: object = {}): Promise<Said> {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  form.append('file', new File([content], name));
  const { status, body } = await ask('POST', '/records', form);
  expect([status, body]).toEqual([201, expect.anything()]);
  return (await ask('GET', `/records/${body.id}`)).body;
}
const csv = 'T,v\n0,1\n0.1,2\n';
const read = async (id: number) => (await ask('GET', `/records/${id}`)).body;
const listed = async (filters: object): Promise<number[]> =>
  (await ask('POST', '/records/all', { pageSize: -1, ...filters })).body.records.map(({ id }: Said) => id);

describe('exercises of records', () => {
  let exercise: Said;
  beforeAll(async () => {
    exercise = (await ask('POST', '/exercises', { name: 'Départs lancés', client_id: clientId })).body;
  });

  test('are known by their id, whether it or their name was said', async () => {
    const byId = await upload('a.csv', csv, { exercise_id: exercise.id });
    const byName = await upload('b.csv', csv, { exercise_name: exercise.name });
    const text = await upload('c.csv', csv, { exercise_name: 'Vent de dos' });
    const both = { exercise_id: exercise.id, exercise_name: exercise.name };
    expect([byId, byName]).toMatchObject([both, both]);
    expect(text).toMatchObject({ exercise_id: null, exercise_name: 'Vent de dos' });
    expect(await listed({ exerciseIds: [exercise.id] })).toEqual([byName.id, byId.id]);
  });

  test('that are renamed are renamed on their records, and found; other texts stay', async () => {
    const before = await listed({ exerciseIds: [exercise.id] });
    const name = 'Départs arrêtés';
    await ask('PUT', `/exercises/${exercise.id}`, { name });
    for (const id of before) expect(await read(id)).toMatchObject({ exercise_id: exercise.id, exercise_name: name });
    expect(await listed({ exerciseIds: [exercise.id] })).toEqual(before);
    expect(await listed({ search: 'arrêtés' })).toEqual(before);
    expect(await listed({ search: 'Vent de dos' })).toHaveLength(1);
    expect(await listed({ search: 'lancés' })).toEqual([]);
  });

  test('that are made of a text which records carry have these records', async () => {
    const { body: made } = await ask('POST', '/exercises', { name: 'Vent de dos', client_id: clientId });
    const [id = 0] = await listed({ exerciseIds: [made.id] });
    expect(await read(id)).toMatchObject({ exercise_id: made.id, exercise_name: 'Vent de dos' });
    expect((await ask('DELETE', `/exercises/${made.id}`)).status).toBe(204);
    expect(await read(id)).toMatchObject({ exercise_id: null, exercise_name: 'Vent de dos' });
  });

  test('are changed by id or by name, also when all that was read is put back', async () => {
    const record = await upload('d.csv', csv);
    // What was read while it was decoded cannot be put back afterwards.
    await waitUntil('the record to be decoded', async () => (await read(record.id)).decode_state === 'done');
    const edit = async (body: object) => (await ask('PUT', `/records/${record.id}`, body)).body;
    expect(await edit({ exercise_id: exercise.id })).toMatchObject({ exercise_name: 'Départs arrêtés' });
    const other = { exercise_name: 'CMJ' };
    const jumped = await edit({ ...(await read(record.id)), ...other });
    expect(jumped).toMatchObject({ ...other, exercise_id: expect.any(Number) });
    expect(jumped.exercise_id).not.toBe(exercise.id);
    expect(await edit({ ...jumped, exercise_id: exercise.id })).toMatchObject({ exercise_name: 'Départs arrêtés' });
    expect(await edit({ exercise_id: exercise.id, exercise_name: 'Autre' })).toMatchObject({ exercise_id: null });
    expect(await edit({ exercise_id: exercise.id, exercise_name: 'Encore autre' })).toMatchObject({
      fields: { exercise_name: 'fixed' },
    });
    expect(await edit({ exercise_id: 999_999 })).toMatchObject({ fields: { exercise_id: 'unknown' } });
    expect(await edit({ exercise_id: null, exercise_name: null })).toMatchObject({
      exercise_id: null,
      exercise_name: null,
    });
  });

  test('of another client are none', async () => {
    const { body: away } = await ask('POST', '/clients', { name: 'ailleurs' });
    const { body: theirs } = await ask('POST', '/exercises', { name: 'Chez eux', client_id: away.id });
    const record = await upload('e.csv', csv, { exercise_name: 'Chez eux' });
    expect(record).toMatchObject({ exercise_id: null, exercise_name: 'Chez eux' });
    expect((await ask('PUT', `/records/${record.id}`, { exercise_id: theirs.id })).body).toMatchObject({
      fields: { exercise_id: 'unknown' },
    });
  });
});

describe('the type of a record', () => {
  const shipped = readFile(new URL('../../demo/19_raw_device_file/recording.txt', import.meta.url), 'latin1');
  const uploaded = async (about: object) => {
    const [first = '', last = ''] = [JSON.stringify(about).slice(1, -1), '"folder_name"'];
    const bytes = Buffer.from(
      (await shipped).replace(/"rec_type": ?"[^"]*",? ?/, '').replace(last, `${first}, ${last}`),
      'latin1',
    );
    const form = new FormData();
    form.append('data', '{}');
    form.append('file', new File([bytes], 'raw.txt'));
    const { status, body } = await ask('POST', '/records', form);
    expect([status, body]).toEqual([201, expect.anything()]);
    return read(body.id);
  };

  test.each([
    [{ rec_type: 'calib' }, 'calib'],
    [{ rec_type: 'scenario' }, 'scenario'],
    [{ rec_type: 'fusion' }, 'fusion'],
    [{ rec_type: 'miniphyling' }, 'mini'],
    [{ rec_type: 'record', deviceId: 20_100_009 }, 'mini'],
    [{ rec_type: 'something else' }, 'record'],
  ])('of a raw file that says %j is %s, by which it is found', async (about, record_type) => {
    const record = await uploaded(about);
    expect(record.record_type).toBe(record_type);
    expect(await listed({ record_type })).toContain(record.id);
  });
});

test('a session is made of records by a plain request, stands for them in the list, and leaves them when it is deleted', async () => {
  const before = await listed({});
  const record_ids = [(await upload('s1.csv', csv)).id, (await upload('s2.csv', csv)).id];
  const { status, body } = await ask('POST', '/records', { record_type: 'seance', record_ids });
  expect([status, Object.keys(body)]).toEqual([201, ['id']]);
  expect(new Set(await listed({}))).toEqual(new Set([...before, body.id]));
  expect(new Set(await listed({ include_seances_subrecords: true }))).toEqual(
    new Set([...before, ...record_ids, body.id]),
  );
  await ask('DELETE', '/records', [body.id]);
  expect(new Set(await listed({}))).toEqual(new Set([...before, ...record_ids]));
});

describe('what this version cannot do', () => {
  test('a filter by a scenario that made no record keeps nothing, and says what it means', async () => {
    expect(await listed({ scenario_ids: [1] })).toEqual([]);
    const { body: document } = await ask('GET', '/openapi.json');
    const filters = document.paths['/records/all'].post.requestBody.content['application/json'].schema.properties;
    expect(filters.scenario_ids.description).toContain('runs of these scenarios');
  });

  test('no device gives a file back, all of it as little as what is missing', async () => {
    const { id } = await upload('file.csv', csv);
    for (const re_download of [false, true]) {
      const answer = await ask('POST', `/records/${id}/download_from_device`, { re_download });
      expect(answer).toMatchObject({ status: 409, body: { code: 'record.fromFile' } });
    }
  });
});

test('no time of a record is before it, nor is one of its statistics', async () => {
  const [id] = await listed({});
  expect(await ask('GET', `/records/${id}/stats?t0=-0.5&t1=-0.1`)).toMatchObject({
    status: 422,
    body: { fields: { t0: 'positive', t1: 'positive' } },
  });
});

describe('what a server says of itself', () => {
  const anybody = () => plainProgram(hub.url);

  test('how far its clock is from the caller’s, when the caller tells its own', async () => {
    const hourAgo = Date.now() / 1000 - 3600;
    const { body } = await anybody()('GET', `/backend_info?epoch=${hourAgo}`);
    expect(body.clock_difference).toBeGreaterThanOrEqual(3600);
    expect(body.clock_difference).toBeLessThan(3700);
    expect((await anybody()('GET', '/backend_info')).body.clock_difference).toBeNull();
  });

  test('a version that other programs compare: recovery keys since 6.6.1, Wi-Fi updates since 6.5.0', async () => {
    const { body } = await anybody()('GET', '/backend_info');
    const [major = 0] = body.version.replace(/^v/, '').split('.').map(Number);
    expect(major).toBeGreaterThanOrEqual(7);
  });
});

test('a device in the lists of live devices has its serial number and its client', async () => {
  const { body: devices } = await ask('POST', `/devices/rt/${clientId}/all`);
  const { body: client } = await ask('GET', `/clients/${clientId}`);
  expect(devices.length).toBeGreaterThan(0);
  for (const device of devices) {
    expect(device).toMatchObject({
      serial_number: expect.any(String),
      client: { id: clientId, name: client.display_name },
    });
  }
});

test('the records of the demo have their sports', async () => {
  const { body } = await ask('POST', '/records/all', { search: 'cmj', pageSize: -1 });
  expect(body.records.map(({ sport_name }: Said) => sport_name)).toContain('jump');
});
