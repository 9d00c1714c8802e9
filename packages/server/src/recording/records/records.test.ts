import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@sillage/contract';
import { writeRawFile } from '@sillage/formats';
import { tableFromIPC } from 'apache-arrow';
import { arrayContains, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { openTestClub } from './open-test-club.ts';
import { readRawOrigin } from './raw-origin.ts';

const { records } = tables;
const fixture = new URL('../../../../testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url);

const { room, clientId, manager, coach, otherCoach, athlete, stranger, upload, decodedUpload, read, list } =
  await openTestClub();
afterAll(() => room.close());
const raw = await readFile(fixture);

const csv = 'T (s),acc_x (m/s²),power (W)\n0,1,100\n1,2,\n2,3,300\n3,4,400\n';

/** Three samples, the first at `startUs` since 1970. */
async function rawFileOf(startUs: number): Promise<Buffer> {
  const about = { startUs, deviceType: 'maxi', deviceNumber: 10_200_042, recordType: 'record', version: undefined };
  const column = { name: 'acc_x', unit: 'm/s²', description: { fr: 'x', en: 'x' }, type: 'f32' as const };
  const samples = { timesSeconds: Float64Array.of(0, 1, 2), values: [Float32Array.of(1, 2, 3)] };
  async function* chunks() {
    yield samples;
  }
  const modules = [{ name: 'imu', type: 'imu', rateHz: 1, columns: [column], chunks: chunks() }];
  return buffer(Readable.from(writeRawFile({ ...about, folderName: undefined }, modules)));
}

describe('an uploaded file', () => {
  test('the raw device file decodes to its expected values, and its row says what it is', async () => {
    const id = await decodedUpload('sortie.txt', raw, { user_ids: [athlete.userId] });
    const record = await read(id);
    expect(record).toMatchObject({
      decode_state: 'done',
      visualisable: true,
      basename: 'sortie',
      date: '17/01/2023 11:49:30',
      duration: 48.978698,
      nb_errors: 0,
      user_ids: [athlete.userId],
    });
    expect(Object.keys(record.available_data)).toEqual(
      ['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z'].map((name) => `imu.${name}`),
    );
    expect(record.preview).toHaveLength(96);
    const query = { wanted_y: 'imu.acc_z', range: ['0', '49'], maxData: 200_000 };
    const entry = api.readRecordData.reply.parse(
      await room.call(api.readRecordData, manager, { params: { id }, query }),
    );
    const points = entry.data['imu.acc_z']?.data ?? [];
    expect(points.length).toBe(4771);
    expect([points[0], points.at(-1)]).toEqual([
      { x: 1.197674, y: 9.742115020751953 },
      { x: 48.978698, y: 9.699029922485352 },
    ]);
  });

  test('with values beyond single precision is decoded, and keeps them', async () => {
    const id = await decodedUpload('far.csv', Buffer.from('T,force\n0,1e300\n1,1e-300\n2,-1e300\n3,5\n'));
    expect(await read(id)).toMatchObject({ decode_state: 'done', nb_errors: 0 });
    const call = { params: { id }, query: { wanted_y: 'csv.force' } };
    const { data } = api.readRecordData.reply.parse(await room.call(api.readRecordData, manager, call));
    expect(data['csv.force']?.data.map(({ y }) => y)).toEqual([1e300, 1e-300, -1e300, 5]);
  });

  test('damaged, it becomes a record with a warning', async () => {
    const at = raw.length - 1000;
    const id = await decodedUpload('x.txt', Buffer.concat([raw.subarray(0, at), raw.subarray(at + 10)]));
    expect((await read(id)).nb_errors).toBe(1);
    const errors = await room.call(api.listRecordErrors, manager, { params: { id } });
    expect(errors).toMatchObject([{ type: 'WARN', msg: { en: expect.stringContaining('bytes') } }]);
    await room.call(api.clearRecordErrors, manager, { params: { id } });
    expect((await read(id)).nb_errors).toBe(0);
  });

  test('of no samples, it becomes a record that says why it cannot be read, and keeps its source', async () => {
    const id = await decodedUpload('x.txt', raw.subarray(0, raw.indexOf('<== data ==>') + 13));
    const record = await read(id);
    expect(record).toMatchObject({ decode_state: 'error', visualisable: false, nb_errors: 1 });
    expect(await readdir(room.folder.uploads)).toContain(record.uid);
  });

  test.each([
    [1, 'record.tooShort'],
    [11, 'record.nothingMeasured'],
  ])('which lasted %d s and holds no sample is no fault: who reads it is told %s', async (durationSeconds, code) => {
    const id = await decodedUpload('e.csv', csv);
    const empty = { durationSeconds, availableData: {}, modules: {}, preview: null };
    await room.database.db.update(records).set(empty).where(eq(records.id, id));
    expect(await read(id)).toMatchObject({ decode_state: 'done', visualisable: false, nb_errors: 0 });
    expect(await room.call(api.readRecordStatistics, manager, { params: { id }, query: {} })).toBe(code);
    const body = { data: { [`${id}`]: [{ y: ['csv.v'] }] } };
    expect(await room.call(api.queryRecordData, manager, { body })).toBe(code);
  });

  test('of an unknown format, or naming what is not there, leaves nothing behind', async () => {
    const before = [await readdir(room.folder.uploads), await list(manager)];
    expect(await upload('x.bin', Buffer.from([0, 1, 2, 3]))).toBe('file.unknownFormat');
    expect(await upload('x.txt', '<== description ==>\n{\n<== data ==>\n')).toBe('file.damagedHeader');
    expect(await upload('x.csv', 'a;b\n1;2\n3;4\n')).toBe('file.noTime');
    expect(await upload('x.csv', csv, { user_ids: [stranger.userId] })).toBe('request.invalid');
    expect(await upload('x.csv', csv, { client_id: stranger.clientId })).toBe('request.invalid');
    expect([await readdir(room.folder.uploads), await list(manager)]).toEqual(before);
  });

  test('whose time begins again is one continuous time, each run a selection, also when it is decoded again', async () => {
    const id = await decodedUpload('runs.csv', 'time,v\n0,1\n1,2\n2,3\n0,4\n1,5\n2,6\n0,7\n1,8\n2,9\n');
    const expected = [
      { num: 1, t0: 0, t1: 2 },
      { num: 2, t0: 3, t1: 5 },
      { num: 3, t0: 6, t1: 8 },
    ];
    const listed = () => room.call(api.listSelections, manager, { params: { id } });
    expect(await listed()).toMatchObject(expected);
    await room.call(api.decodeRecord, manager, { params: { id } });
    await room.decoded();
    expect(await listed()).toMatchObject(expected);
    expect(await read(id)).toMatchObject({ duration: 8, nb_errors: 1 });
    const query = { wanted_y: 'csv.v' };
    const entry = await room.call(api.readRecordData, manager, { params: { id }, query });
    expect(api.readRecordData.reply.parse(entry).data['csv.v']?.data.map(({ y }) => y)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });

  test('with dates that do not say their zone is of the zone that was sent with it', async () => {
    const dated = 'time,v\n2026-07-01 10:00:00.000,1\n2026-07-01 10:00:00.500,2\n';
    const id = await decodedUpload('paris.csv', dated, { timezone: 'Europe/Paris' });
    expect((await read(id)).timestamp).toBe(Date.parse('2026-07-01T08:00:00Z'));
    const own = await decodedUpload('own.csv', 'date,v\n01/12/2026 10:00:00,1\n01/12/2026 10:00:01,2\n');
    expect(await read(own)).toMatchObject({ date: '01/12/2026 10:00:00', duration: 1 });
  });

  test.each(['1970-01-01', '2200-01-01'])(
    'of a device that says it is %s is dated by its upload and says so',
    async (day) => {
      const before = Date.now();
      const id = await decodedUpload('clock.txt', await rawFileOf(Date.parse(day) * 1000));
      const record = await read(id);
      expect(record).toMatchObject({ decode_state: 'done', wrong_time: true, duration: 2 });
      expect(record.timestamp).toBeGreaterThanOrEqual(before);
      expect(record.timestamp).toBeLessThanOrEqual(Date.now());
      await room.call(api.decodeRecord, manager, { params: { id } });
      await room.decoded();
      expect(await read(id)).toMatchObject({ wrong_time: true, timestamp: record.timestamp });
    },
  );

  test('of a device of the club keeps it, and its raw download tells the same origin', async () => {
    const { db } = room.database;
    const [device] = await db
      .insert(tables.devices)
      .values({ uid: randomUUID(), number: 10_200_042, name: 'Bow', clientId, secretHash: 'x' })
      .returning();
    const text = raw.toString('latin1').replace('"folder_name"', '"deviceId": 10200042, "folder_name"');
    const id = await decodedUpload('known.txt', Buffer.from(text, 'latin1'));
    expect(await read(id)).toMatchObject({ device_id: device?.id, device_name: 'Bow' });
    const strange = await decodedUpload('known.txt', Buffer.from(text, 'latin1'), {}, stranger);
    expect((await read(strange, stranger)).device_id).toBeNull();
    const [row] = await db.select().from(records).where(eq(records.id, id));
    expect(readRawOrigin(row?.otherData ?? {})).toEqual({
      device_number: 10_200_042,
      device_type: 'maxi',
      version: 'v6.0.0',
      folder_name: '82_52_20230117_114930/',
    });
  });

  test('decoded again gives the same, and stays readable meanwhile', async () => {
    const id = await decodedUpload('t.csv', 'a;b\n1;2\n3;4\n', { rate: 10 });
    const before = await read(id);
    const again = await room.call(api.decodeRecord, manager, { params: { id } });
    expect((await read(id)).visualisable).toBe(true);
    await room.decoded();
    expect(await read(id)).toEqual(before);
    const { tasks } = tables;
    const about = await room.database.db
      .select()
      .from(tasks)
      .where(arrayContains(tasks.recordIds, [id]));
    expect(about.map(({ executing }) => executing)).toEqual([3, 3]);
    expect(about.map(({ id }) => id)).toContain(z.object({ task_id: z.number() }).parse(again).task_id);
  });
});

test('asked twice to decode at once, a record is decoded once', async () => {
  const id = await decodedUpload('twice.csv', csv);
  const ask = () => room.call(api.decodeRecord, manager, { params: { id } });
  const [one, ...others] = await Promise.all([ask(), ask(), ask()]);
  expect(others).toEqual([one, one]);
  await room.decoded();
  expect((await read(id)).decode_state).toBe('done');
});

// Its task has no owner here: the queue would give one of a stranger back to those that wait.
test('asked for while its failed decoding is just ending, a record is decoded anew', async () => {
  const id = await decodedUpload('ending.csv', csv);
  const [ending] = await room.database.db
    .insert(tables.tasks)
    .values({ name: 'decode', args: { recordId: id }, recordIds: [id], executing: 2 })
    .returning();
  await room.database.db.update(tables.records).set({ decodeState: 'error' }).where(eq(tables.records.id, id));
  const answer = await room.call(api.decodeRecord, manager, { params: { id } });
  expect(answer).not.toEqual({ task_id: ending?.id });
  expect(answer).toEqual({ task_id: expect.any(Number) });
  await vi.waitFor(async () => expect((await read(id)).decode_state).toBe('done'), { timeout: 10_000 });
  await room.database.db.delete(tables.tasks).where(eq(tables.tasks.id, ending?.id ?? 0));
});

describe('who sees a record', () => {
  test('the own client, the own groups, the own records; another client gets "not found"', async () => {
    const mine = await decodedUpload('a.csv', csv, { user_ids: [athlete.userId] });
    const coached = await decodedUpload('b.csv', csv, {}, coach);
    const free = await decodedUpload('c.csv', csv);
    const sees = async (who: Principal) => {
      const ids = await list(who);
      return [mine, coached, free].map((id) => ids.includes(id));
    };
    expect(await sees(manager)).toEqual([true, true, true]);
    expect(await sees(coach)).toEqual([true, true, false]);
    expect(await sees(otherCoach)).toEqual([false, false, false]);
    expect(await sees(athlete)).toEqual([true, false, false]);
    expect(await sees(stranger)).toEqual([false, false, false]);
    for (const [endpoint, rest] of [
      [api.readRecord, {}],
      [api.editRecord, { body: { comment: 'x' } }],
      [api.readRecordData, { query: { wanted_y: 'csv.acc_x' } }],
      [api.readRecordStatistics, {}],
      [api.listSelections, {}],
      [api.createSelection, { body: { t0: 0, t1: 1 } }],
      [api.decodeRecord, {}],
      [api.listRecordErrors, {}],
    ] as const) {
      expect(await room.call(endpoint, stranger, { params: { id: mine }, ...rest })).toBe('entity.notFound');
    }
    expect(await room.call(api.deleteRecords, stranger, { body: [mine] })).toBe('entity.notFound');
    expect(await room.call(api.editRecord, athlete, { params: { id: mine }, body: {} })).toBe('permission.denied');
  });
});

test('an athlete who went to another client leaves the records there', async () => {
  const id = await decodedUpload('old.csv', csv, { user_ids: [athlete.userId] });
  const moved: Principal = { ...athlete, clientId: stranger.clientId, groupIds: [] };
  expect(await list(athlete)).toContain(id);
  expect(await list(moved)).toEqual([]);
  expect(await room.call(api.readRecord, moved, { params: { id } })).toBe('entity.notFound');
  expect(await room.call(api.listClientRecords, moved, { params: { clientId: athlete.clientId } })).toBe(
    'entity.notFound',
  );
});

describe('the list', () => {
  test('filters, pages and searches', async () => {
    const a = await decodedUpload('alpha_50%.csv', csv, { user_ids: [athlete.userId], comment: 'windy' });
    const b = await decodedUpload('beta.csv', `timestamp,v\n1700000000000,1\n1700000001000,2\n`);
    expect(await list(manager, { type: 'associated', search: 'alpha_50%' })).toEqual([a]);
    expect(await list(manager, { search: 'windy' })).toEqual([a]);
    expect(await list(manager, { search: 'ana athlete' })).toContain(a);
    expect(await list(manager, { type: 'new' })).not.toContain(a);
    expect(await list(manager, { type: 'new' })).toContain(b);
    expect(await list(manager, { userIds: [athlete.userId] })).toContain(a);
    // 14 November 2023, 23:13:20 in Paris
    expect(await list(manager, { minDate: '2023-11-14', maxDate: '2023-11-14' })).toEqual([b]);
    expect(await list(manager, { minDate: '2023-11-15', maxDate: '2023-11-15' })).toEqual([]);
    expect(await list(manager, { minDate: '2023-11-14', maxDate: '2023-11-14', timezone: 'Asia/Tokyo' })).toEqual([]);
    await room.call(api.editRecord, manager, {
      params: { id: b },
      body: { favorite: true, user_ids: [athlete.userId] },
    });
    expect(await list(manager, { onlyFavorite: true })).toEqual([b]);
    const page = await room.call(api.listRecords, manager, { body: { pageId: 2, pageSize: 1 } });
    expect(api.listRecords.reply.parse(page).records).toHaveLength(1);
    const params = { clientId: manager.clientId };
    const ofClient = await room.call(api.listClientRecords, manager, { params, query: { pageId: '2', pageSize: '1' } });
    expect(ofClient).toEqual(page);
    expect(api.listClientRecords.query.safeParse({ pageSize: 'many' }).success).toBe(false);
    for (const day of ['soon', '0000-01-01', '-271821-04-20T00:00:00Z', '+275760-09-12T00:00:00Z', '+275760-09-13']) {
      expect(await room.call(api.listRecords, manager, { body: { minDate: day } })).toBe('request.invalid');
    }
    // Beyond what the database can compare.
    for (const body of [{ clientIds: [3_000_000_000] }, { userIds: Array(1001).fill(1) }]) {
      expect(api.listRecords.body.safeParse(body).success).toBe(false);
    }
    expect(api.deleteRecords.body.safeParse([3_000_000_000]).success).toBe(false);
    const selection = { x: { type: 'selection' as const, num: 3_000_000_000 }, y: ['csv.acc_x'] };
    const curves = { body: { data: { [a]: [selection] } } };
    expect(await room.call(api.queryRecordData, manager, curves)).toBe('entity.notFound');
  });
});

describe('selections, statistics and curves', () => {
  test('selections are numbered, held within the record, and give their statistics', async () => {
    const id = await decodedUpload('s.csv', csv);
    const add = (t0: number, t1: number) =>
      room.call(api.createSelection, manager, { params: { id }, body: { t0, t1 } });
    expect(await add(1, 2.5)).toMatchObject({ num: 1, chrono: '00:01.500' });
    const second = api.createSelection.reply.parse(await add(0, 100));
    expect(second).toMatchObject({ num: 2, t1: 3 });
    expect(await add(50, 60)).toBe('request.invalid');
    const stats = await room.call(api.readRecordStatistics, manager, {
      params: { id },
      query: { sel_id: second.id - 1 },
    });
    expect(api.readRecordStatistics.reply.parse(stats).default.data).toEqual([
      { variable: 'csv.acc_x', num: 2, mean: 2.5, std: Math.SQRT1_2, min: 2, max: 3 },
      { variable: 'csv.power', num: 1, mean: 300, std: null, min: 300, max: 300 },
    ]);
    const params = { id, selectionId: second.id };
    await room.call(api.editSelection, manager, { params, body: { t0: 0.5, t1: 1 } });
    expect((await read(id)).selections.map(({ num }) => num)).toEqual([1, 2]);
    await room.call(api.deleteSelection, manager, { params });
    expect(await room.call(api.deleteSelection, manager, { params })).toBe('entity.notFound');
    expect((await read(id)).selections.map(({ num }) => num)).toEqual([1]);
  });

  test('curves come as points with gaps, and the same in Arrow', async () => {
    const id = await decodedUpload('d.csv', csv);
    const range: [number, number] = [0, 3];
    const request = { y: ['csv.power', 'csv.acc_x'], slot_id: 7, label: 'a', x: { range } };
    const body = { data: { [id]: [request] } };
    const answer = api.queryRecordData.reply.parse(await room.call(api.queryRecordData, manager, { body }));
    const [entry] = answer.data[id] ?? [];
    expect(entry).toMatchObject({ slot_id: 7, label: 'a', xrange: { T: [0, 3], D: [], x: [0, 3] } });
    const about = {
      id: 0,
      label: 'csv.power',
      title: 'csv.power (W)',
      yRange: [100, 400],
      color: null,
      type: 'number',
    };
    expect(entry?.data['csv.power']).toMatchObject(about);
    expect(entry?.data['csv.acc_x']?.id).toBe(1);
    expect(entry?.data['csv.power']?.data).toEqual([
      { x: 0, y: 100 },
      { x: 1, y: null },
      { x: 2, y: 300 },
      { x: 3, y: 400 },
    ]);
    const accept = 'application/vnd.apache.arrow.stream';
    const arrow = await room.call(api.queryRecordData, manager, { body, accept });
    if (!(arrow instanceof Answer) || !(arrow.body instanceof Uint8Array)) throw new Error('no bytes');
    const rows = tableFromIPC(arrow.body).toArray();
    expect(rows.map((row) => [row.record, row.variable, row.from, row.to, row.slot, [...row.T]])).toEqual([
      [id, 'csv.power', 0, 3, '7', [0, 1, 2, 3]],
      [id, 'csv.acc_x', 0, 3, '7', [0, 1, 2, 3]],
    ]);
    expect([...(rows[0]?.value ?? [])]).toEqual([100, Number.NaN, 300, 400]);
  });

  test('unknown variables and unreadable records are refused; on the distance axis, which none has, there are no points', async () => {
    const id = await decodedUpload('d.csv', csv);
    const get = (query: { wanted_y: string; wanted_x?: 'T' | 'D' }) =>
      room.call(api.readRecordData, manager, { params: { id }, query });
    expect(await get({ wanted_y: 'csv.none' })).toBe('record.unknownVariable');
    const byDistance = api.readRecordData.reply.parse(await get({ wanted_y: 'csv.power', wanted_x: 'D' }));
    expect(byDistance.data['csv.power']?.data).toEqual([]);
    expect(byDistance.xrange).toEqual({ T: [0, 3], D: [], x: [0, 0] });
    const both = [{ y: ['csv.power'], x: { name: 'D' as const } }, { y: ['csv.power'] }];
    const reply = await room.call(api.queryRecordData, manager, { body: { data: { [id]: both } } });
    const points = api.queryRecordData.reply.parse(reply).data[id]?.map(({ data }) => data['csv.power']?.data.length);
    expect(points).toEqual([0, 4]);
    const body = { data: { '999999': [{ y: ['a.b'] }] } };
    expect(await room.call(api.queryRecordData, manager, { body })).toBe('entity.notFound');
    await room.database.db.update(records).set({ decodeState: 'recording' }).where(eq(records.id, id));
    expect(await get({ wanted_y: 'csv.power' })).toBe('record.notReadable');
    await room.database.db.update(records).set({ decodeState: 'error' }).where(eq(records.id, id));
    expect(await get({ wanted_y: 'csv.power' })).toBe('record.decodeFailed');
  });
});

test('a record whose device is away says since when, and is ended by asking to decode it', async () => {
  const id = await decodedUpload('away.csv', csv);
  await room.database.db.update(records).set({ decodeState: 'recording' }).where(eq(records.id, id));
  expect((await read(id)).device_away).toBeNull();
  room.away.set(id, Date.UTC(2026, 4, 16, 9, 12));
  expect((await read(id)).device_away).toEqual({ since: '2026-05-16T09:12:00.000Z' });
  expect(await room.call(api.decodeRecord, manager, { params: { id } })).toMatchObject({ task_id: expect.any(Number) });
  expect(room.finished).toContain(id);
  await room.decoded();
  expect(await read(id)).toMatchObject({ decode_state: 'done', device_away: null });
});

describe('deleting', () => {
  test('takes all or none, with every file; one that a device makes is refused, one whose device is away ends first', async () => {
    const [a, b] = [await decodedUpload('a.csv', csv), await decodedUpload('b.csv', csv)];
    const uids = [(await read(a)).uid, (await read(b)).uid];
    const setState = (state: 'recording') =>
      room.database.db.update(records).set({ decodeState: state }).where(eq(records.id, b));
    expect(await room.call(api.deleteRecords, manager, { body: [a, 999_999] })).toBe('entity.notFound');
    await setState('recording');
    room.beingRecorded.add(b);
    expect(await room.call(api.deleteRecords, manager, { body: [a, b] })).toBe('record.stillRecording');
    expect(await room.call(api.decodeRecord, manager, { params: { id: b } })).toBe('record.stillRecording');
    room.beingRecorded.clear();
    expect(await room.call(api.deleteRecords, manager, { body: [a, b] })).toBeUndefined();
    expect(room.finished).toContain(b);
    expect(await room.call(api.readRecord, manager, { params: { id: a } })).toBe('entity.notFound');
    const left = [...(await readdir(room.folder.uploads)), ...(await readdir(room.folder.allSignals))];
    expect(left.filter((name) => uids.includes(name))).toEqual([]);
    expect(room.emitted.at(-1)).toEqual({
      kind: 'recordUpdate',
      id: clientId,
      payload: { record_ids: [a, b], reason: 'deleted' },
    });
  });
});
