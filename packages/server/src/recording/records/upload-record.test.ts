import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@sillage/contract';
import { writeRawFile } from '@sillage/formats';
import { arrayContains, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { addDevice } from '../../platform/database/testing.ts';
import { openTestClub } from './open-test-club.ts';
import { readRawOrigin } from './raw-origin.ts';

const { records } = tables;
const fixture = new URL('../../../../testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url);

const { room, clientId, manager, athlete, stranger, upload, decodedUpload, read, list } = await openTestClub();
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
    const device = await addDevice(db, { number: 10_200_042, name: 'Bow', clientId });
    const text = raw.toString('latin1').replace('"folder_name"', '"deviceId": 10200042, "folder_name"');
    const id = await decodedUpload('known.txt', Buffer.from(text, 'latin1'));
    expect(await read(id)).toMatchObject({ device_id: device.id, device_name: 'Bow' });
    const strange = await decodedUpload('known.txt', Buffer.from(text, 'latin1'), {}, stranger);
    expect((await read(strange, stranger)).device_id).toBeNull();
    await db.update(records).set({ deviceRecordId: 31 }).where(eq(records.id, id));
    const listed = await room.call(api.listRecords, manager, { body: { deviceIds: [device.id] } });
    expect(listed).toMatchObject({ records: [{ id, device_record_id: 31 }] });
    expect((await read(strange, stranger)).device_record_id).toBeNull();
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
    // The same samples, of another decoding.
    expect(await read(id)).toEqual({ ...before, signals_version: before.signals_version + 1 });
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
  const { db } = room.database;
  const ask = () => room.call(api.decodeRecord, manager, { params: { id } });
  // All three stand before the record when it is free: a decoding takes a moment, and one after it is another.
  const [one, ...others] = await db
    .transaction(async (tx) => {
      await tx.select().from(tables.records).where(eq(tables.records.id, id)).for('update');
      const asked = [ask(), ask(), ask()];
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await vi.waitFor(async () => expect((await db.execute(waiting)).rows).toHaveLength(3));
      return { asked };
    })
    .then(({ asked }) => Promise.all(asked));
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
  expect(answer).not.toMatchObject({ task_id: ending?.id });
  expect(answer).toEqual({ task_id: expect.any(Number), step_id: null });
  await vi.waitFor(async () => expect((await read(id)).decode_state).toBe('done'), { timeout: 10_000 });
  await room.database.db.delete(tables.tasks).where(eq(tables.tasks.id, ending?.id ?? 0));
});

describe('what is said of an upload', () => {
  test('names its record, whatever its file is called', async () => {
    const { basename } = await read(await decodedUpload('z.csv', csv, { basename: 'Mon nom' }));
    expect(basename).toBe('Mon nom');
  });

  const columns = [{ index: 1, name: 'force', unit: 'N' }];
  const said = (more: object = {}) => ({
    ...{ delimiter: ',' as const, decimal: '.' as const, headerLine: 1, firstLine: 2 },
    ...{ time: { index: 0, unitSeconds: 1 }, columns, ...more },
  });
  const refused = async (csv_mapping: ReturnType<typeof said>, bytes: string | Buffer = csv) => {
    const input = { file: { name: 'a.csv', bytes }, body: { csv_mapping } };
    return [await room.call(api.uploadRecord, manager, input), await room.fieldsOf(api.uploadRecord, manager, input)];
  };

  test('of columns that the file lacks is refused at once, also when it is decoded again', async () => {
    const lacks = ['file.noSuchColumn', { csv_mapping: 'unknown' }];
    expect(await refused(said({ time: { index: 5, unitSeconds: 1 } }))).toEqual(lacks);
    const beyond = said({ columns: [{ index: 9, name: 'v', unit: '' }] });
    expect(await refused(beyond)).toEqual(lacks);
    const id = await decodedUpload('a.csv', csv);
    const before = await read(id);
    const asked = { params: { id }, body: { csv_mapping: beyond } };
    expect(await room.call(api.decodeRecord, manager, asked)).toBe('file.noSuchColumn');
    expect(await read(id)).toEqual(before);
  });

  test('of columns is refused where nothing is kept, where samples begin before names, and of other files', async () => {
    const broken = (csv_mapping: object) => api.uploadRecord.body.safeParse({ csv_mapping }).error?.issues[0];
    expect(broken(said({ columns: [] }))).toMatchObject({ path: ['csv_mapping', 'columns'], message: 'required' });
    expect(broken(said({ headerLine: 5 }))).toMatchObject({
      path: ['csv_mapping', 'firstLine'],
      message: 'afterNames',
    });
    expect(await refused(said(), raw)).toEqual(['request.invalid', { csv_mapping: 'fixed' }]);
  });
});
