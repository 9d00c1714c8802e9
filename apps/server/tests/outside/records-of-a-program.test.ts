import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

const fixture = (path: string) =>
  readFile(fileURLToPath(new URL(`../../../../packages/testkit/fixtures/${path}`, import.meta.url)));
let hub: TestHub;
let ask: Program;
let session: Said;
/** A walk with positions, and a table of forces. */
let walk: number;
let force: number;

const csv = ['t,force', ...Array.from({ length: 400 }, (_, i) => `${(i / 10).toFixed(1)},${(i % 20) - 10}`)].join('\n');

async function upload(name: string, content: BlobPart, data: object = {}): Promise<number> {
  const sent = new FormData();
  sent.append('data', JSON.stringify({ again: true, ...data }));
  sent.append('file', new File([content], name));
  const { status, body } = await ask('POST', '/records', sent);
  expect({ status, body }).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
  await decoded(body.id);
  return body.id;
}
const read = async (id: number): Promise<Said> => (await ask('GET', `/records/${id}`)).body;
const decoded = (id: number) =>
  waitUntil(`record ${id} to be decoded`, async () => (await read(id)).decode_state === 'done');
const idsOf = async (body: object): Promise<number[]> => {
  const answer = await ask('POST', '/records/all', { pageSize: -1, ...body });
  expect.soft(answer.status, JSON.stringify(body)).toBe(200);
  expect.soft(answer.body).toMatchObject({ records: expect.any(Array), total: expect.any(Number) });
  return answer.body.records?.map(({ id }: Said) => id) ?? [];
};
/** A file as it is sent, with what it calls itself. */
async function file(id: number, type: string, body: object = {}, query = '') {
  const answer = await fetch(`${hub.url}/api/records/${id}/file/${type}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'manager@demo.sillage', 'Manager-2026!'));
  walk = await upload('walk.gpx', await fixture('15_gps_gpx/cerknicko-jezero.gpx'));
  force = await upload('force.csv', csv, { comment: 'from outside' });
});
afterAll(() => hub?.stop());

describe('a record', () => {
  test('has every field that is promised', async () => {
    const fields = [
      ...['id', 'client_id', 'date', 'dt_created', 'timestamp', 'timezone', 'exercise_name', 'favorite', 'group_id'],
      ...[
        'group_name',
        'record_type',
        'record_type_name',
        'comment',
        'cloud_state',
        'size',
        'duration',
        'decode_state',
      ],
      ...['scenario_id', 'scenario_classname', 'seance_id', 'selections', 'available_data', 'basename', 'nb_errors'],
      ...['external', 'sport_id', 'sport_name', 'sport_disp_name', 'other_data', 'user_ids', 'users', 'device_id'],
      ...['device_name', 'visualisable', 'wrong_time', 'seance_records', 'calib_infos', 'uid'],
    ];
    const record = await read(force);
    expect(fields.filter((field) => !(field in record))).toEqual([]);
    expect(record).toMatchObject({ comment: 'from outside', record_type: 'record', visualisable: true });
    expect(record.date).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    for (const { description, unit } of Object.values<Said>(record.available_data))
      expect.soft([description.fr, description.en, unit]).toEqual(Array(3).fill(expect.any(String)));
  });

  test('takes what a form or a body changes, and is found by each of its filters', async () => {
    const { body: clients } = await ask('GET', `/clients/${session.client_id}/sports`);
    const [sport] = Array.isArray(clients) ? clients : clients.items;
    const { body: people } = await ask('POST', '/users/all', { role: 'Athlete', pageSize: 0 });
    const { body: groups } = await ask('GET', `/clients/${session.client_id}/groups`);
    const [group] = Array.isArray(groups) ? groups : groups.items;
    const [athlete] = people.items;
    const { body: exercise } = await ask('POST', '/exercises', { name: 'Départs', client_id: session.client_id });
    const data = { sport_id: sport.id, user_ids: [athlete.id], group_id: group.id, exercise_id: exercise.id };
    const form = new FormData();
    form.append('data', JSON.stringify({ ...data, favorite: true, timezone: 'Europe/London', other_data: { a: 1 } }));
    expect((await ask('PUT', `/records/${force}`, form)).status).toBeLessThan(300);
    expect((await ask('PUT', `/records/${force}`, { comment: 'changed' })).status).toBeLessThan(300);
    const record = await read(force);
    expect(record).toMatchObject({ ...data, exercise_name: 'Départs', favorite: true, comment: 'changed' });
    expect(record).toMatchObject({ timezone: 'Europe/London', other_data: { a: 1 } });
    const day = new Date(record.timestamp).toISOString().slice(0, 10);
    const filters = [
      ...[{ type: 'associated' }, { sportIds: [sport.id] }, { userIds: [athlete.id] }, { groupIds: [group.id] }],
      ...[{ exerciseIds: [exercise.id] }, { onlyFavorite: true }, { record_type: 'record' }, { search: 'force' }],
      ...[{ clientIds: [session.client_id] }, { minDate: day, maxDate: day, timezone: 'Europe/London' }],
      ...[{ record_type: ['record', 'calib'] }, { include_seances_subrecords: true }],
    ];
    for (const filter of filters) expect.soft(await idsOf(filter), JSON.stringify(filter)).toContain(force);
    const others = [
      ...[{ type: 'new' }, { scenario_ids: [999_999] }, { deviceIds: [999_999] }, { record_type: 'video' }],
      ...[{ maxDate: '2001-01-01' }, { exerciseIds: [999_999] }],
    ];
    for (const filter of others) expect.soft(await idsOf(filter), JSON.stringify(filter)).not.toContain(force);
    const unknown = await ask('POST', '/records/all', { sport_ids: [1] });
    expect(unknown).toMatchObject({ status: 422, body: { fields: { sport_ids: expect.any(String) } } });
    expect(await ask('PUT', `/records/${force}`, { user_ids: [999_999] })).toMatchObject({ status: 422 });
  });
});

describe('its samples', () => {
  const point = { x: expect.any(Number), y: expect.any(Number) };

  test('are read over time, over the distance and over a variable, in a range', async () => {
    const { available_data } = await read(walk);
    const speed = Object.keys(available_data).find((name) => /speed/.test(name)) ?? Object.keys(available_data)[0];
    for (const x of ['T', 'D', speed]) {
      const { status, body } = await ask('GET', `/records/${walk}/data?wanted_x=${x}&wanted_y=${speed}`);
      expect.soft(status, `${x}`).toBe(200);
      const [series] = Object.values<Said>(body.data ?? {});
      expect.soft(series?.data[0], `${x}`).toMatchObject(point);
      expect.soft(body.xrange, `${x}`).toMatchObject({ T: [expect.any(Number), expect.any(Number)] });
    }
    const two = await ask('GET', `/records/${force}/data?wanted_x=T&wanted_y=csv.force&range=5&range=10`);
    const [series] = Object.values<Said>(two.body.data ?? {});
    const xs = series?.data.map(({ x }: Said) => x) ?? [];
    expect(xs[0]).toBeGreaterThanOrEqual(4.9);
    expect(xs.at(-1)).toBeLessThanOrEqual(10.1);
  });

  test('of several records are one answer, under either name; a selection is a range', async () => {
    const made = await ask('POST', `/records/${force}/selections`, { t0: 10, t1: 20, exercise: 'a' });
    expect(made.status).toBeLessThan(300);
    const name = Object.keys((await read(force)).available_data)[0];
    const x = { type: 'selection', name: 'T', num: made.body.num, maxData: 50 };
    const data = { [force]: [{ x, y: [name], slot_id: 3, label: 'a' }] };
    const [one, other] = [
      await ask('POST', '/records/data', { data }),
      await ask('POST', '/records/data/multiple', { data }),
    ];
    expect(other.body).toEqual(one.body);
    const [entry] = one.body.data[force];
    expect(entry).toMatchObject({ selectionNum: made.body.num, slot_id: 3, label: 'a' });
    const [series] = Object.values<Said>(entry.data);
    expect(series).toMatchObject({ label: expect.any(String), title: expect.anything(), color: null, type: 'number' });
    expect(Math.max(...series.data.map(({ x: at }: Said) => at))).toBeLessThanOrEqual(20.1);
  });
});

describe('what is done with it', () => {
  test('statistics have their default and their specific part', async () => {
    const { status, body } = await ask('GET', `/records/${force}/stats`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      default: { data: expect.anything() },
      specific: { headers: expect.any(Array), data: expect.any(Array) },
    });
  });

  test('it is cropped, recalibrated, decoded again; its calibration has three decimals', async () => {
    const id = await upload('crop.csv', csv);
    expect((await ask('POST', `/records/${id}/crop`, { start: 5, end: 20 })).status).toBeLessThan(300);
    await waitUntil('the crop', async () => Math.abs((await read(id)).duration - 15) < 0.2);
    await decoded(id);
    expect((await ask('POST', `/records/${id}/decode`)).status).toBeLessThan(300);
    await decoded(id);
    const { status, body } = await ask('GET', `/records/${walk}/calibration`);
    expect(status).toBe(200);
    const numbers = [...JSON.stringify(body).matchAll(/\d+\.(\d+)/g)].filter(
      ([, decimals = '']) => decimals.length > 3,
    );
    expect(numbers).toEqual([]);
    const turned = await ask('POST', `/records/${id}/recalibrate`, { calib_type: 'no_calib' });
    expect.soft([200, 201, 202, 204, 422], JSON.stringify(turned.body)).toContain(turned.status);
    expect((await ask('GET', `/records/${id}/errors`)).body).toEqual(expect.any(Array));
    expect((await ask('DELETE', `/records/${id}/errors`)).status).toBeLessThan(300);
    expect((await ask('DELETE', '/records', [id])).status).toBeLessThan(300);
    expect(await ask('GET', `/records/${id}`)).toMatchObject({ status: 404 });
  });

  test('it was sent by no device: nothing is fetched again', async () => {
    const { status, body } = await ask('POST', `/records/${force}/download_from_device`, { re_download: true });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({ code: expect.stringMatching(/\./), message: { fr: expect.any(String) } });
  });

  test('it leaves as each file, whole, processed, or a selection of it', async () => {
    const begins = {
      ...{ raw: 't,force', decoded: '', stats: '', specific_stats: '', nolio: '' },
      ...{ zip: 'PK', parquet: 'PAR1', mcap: '\x89MCAP' },
    };
    for (const [type, magic] of Object.entries(begins)) {
      const { status, bytes } = await file(force, type);
      if (type === 'nolio') continue;
      expect.soft(status, type).toBe(200);
      expect.soft(bytes.subarray(0, magic.length).toString('latin1'), type).toBe(magic);
    }
    for (const [type, magic] of Object.entries({ fit: '', gpx: '<?xml', tcx: '<?xml', nolio: '' })) {
      const { status, bytes } = await file(walk, type);
      expect.soft([status, bytes.length > 100], type).toEqual([200, true]);
      expect.soft(bytes.subarray(0, magic.length).toString('latin1'), type).toBe(magic);
    }
    for (const processing of ['resampling', 'default'])
      expect.soft((await file(force, 'decoded', { processing, rate: 20, drop_nan: true })).status).toBe(200);
    const [selection] = (await ask('GET', `/records/${force}/selections`)).body;
    const whole = await file(force, 'decoded');
    const part = await file(force, 'decoded', {}, `?sel_id=${selection.id}`);
    expect(part.bytes.length).toBeLessThan(whole.bytes.length);
    expect((await file(force, 'decoded', { rate: 12.5, processing: 'resampling' })).status).toBe(422);
    expect([404, 422]).toContain((await file(force, 'nothing')).status);
  });
});
