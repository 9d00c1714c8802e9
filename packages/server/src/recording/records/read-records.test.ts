import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { tableFromIPC } from 'apache-arrow';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addDevice, addExercise } from '../../platform/database/testing.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { openTestClub } from './open-test-club.ts';

const { records } = tables;

const { room, manager, coach, otherCoach, athlete, stranger, decodedUpload, read, list } = await openTestClub();
afterAll(() => room.close());

const raw = await readFile(new URL('../../../../testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url));

const csv = 'T (s),acc_x (m/s²),power (W)\n0,1,100\n1,2,\n2,3,300\n3,4,400\n';

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
    const middle = await room.call(api.readRecordStatistics, manager, { params: { id }, query: { median: 'true' } });
    const { data } = api.readRecordStatistics.reply.parse(middle).default;
    expect(data.map(({ variable, median }) => [variable, median])).toEqual([
      ['csv.acc_x', 2.5],
      ['csv.power', 300],
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

  test('unknown variables and unreadable records are refused; on the distance axis of a record that says none there are no points', async () => {
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

describe('POST /records/all, as it is promised to other programs', () => {
  /** Four recordings and a session of two of them, all called `promised-…`. */
  async function populated() {
    const { db } = room.database;
    const [groupId = 0] = coach.groupIds;
    const { clientId } = manager;
    const start = await addExercise(db, { clientId, name: 'Départ' });
    const [sport] = await db
      .insert(tables.sports)
      .values({ uid: randomUUID(), name: 'promised', displayName: { fr: 'Promis', en: 'Promised' } })
      .returning();
    const device = await addDevice(db, { number: 20_100_007, name: 'Mini 7', clientId, secretHash: 'ab'.repeat(32) });
    const typed = (rec_type: string) => {
      const text = raw.toString('latin1').replace('"folder_name"', '"deviceId": 20100007, "folder_name"');
      return Buffer.from(text.replace(/"rec_type": *"record"/, `"rec_type": "${rec_type}"`), 'latin1');
    };
    const ids = {
      ergo: await decodedUpload('promised-ergo.csv', csv, { user_ids: [athlete.userId], group_id: groupId }),
      scull: await decodedUpload('promised-scull.csv', csv, { sport_id: sport?.id, exercise_id: start.id }),
      mini: await decodedUpload('promised-mini.txt', typed('miniphyling')),
      calib: await decodedUpload('promised-calib.txt', typed('calib')),
    };
    const dated = (id: number, timestamp: number) =>
      room.call(api.editRecord, manager, { params: { id }, body: { timestamp } });
    // 0:30 in Paris, the day before in New York.
    for (const [id, hour] of [[ids.ergo, 22.5] as const, [ids.scull, 10] as const]) {
      await dated(id, Date.UTC(2026, 4, 16, 0, hour * 60));
    }
    const body = { record_type: 'seance' as const, record_ids: [ids.mini, ids.calib], basename: 'promised-seance' };
    const seance = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { body })).id;
    return { ...ids, seance, groupId, sportId: sport?.id ?? 0, exerciseId: start.id, deviceId: device.id };
  }

  test('each filter keeps what it says, each field is there', async () => {
    const { ergo, scull, mini, calib, seance, ...of } = await populated();
    const day = { minDate: '2026-05-16', maxDate: '2026-05-16' };
    const kept: readonly (readonly [object, readonly number[]])[] = [
      [{}, [ergo, scull, seance]],
      [{ include_seances_subrecords: true }, [ergo, scull, seance, mini, calib]],
      [{ seanceIds: [seance] }, [mini, calib]],
      [{ type: 'associated' }, [ergo]],
      [{ type: 'new' }, [scull, seance]],
      [{ clientIds: [manager.clientId] }, [ergo, scull, seance]],
      [{ clientIds: [stranger.clientId] }, []],
      [{ groupIds: [of.groupId] }, [ergo]],
      [{ userIds: [athlete.userId] }, [ergo]],
      [{ sportIds: [of.sportId] }, [scull]],
      [{ exerciseIds: [of.exerciseId] }, [scull]],
      [{ deviceIds: [of.deviceId], include_seances_subrecords: true }, [mini, calib]],
      [{ record_type: 'miniphyling', include_seances_subrecords: true }, [mini]],
      [{ record_type: ['mini', 'calib'], include_seances_subrecords: true }, [mini, calib]],
      [{ record_type: 'seance' }, [seance]],
      [{ record_type: 'video' }, []],
      [{ record_type: 'nobody knows' }, []],
      [{ scenario_ids: [1] }, []],
      [{ scenario_ids: null, record_type: '', groupIds: [], minDate: null }, [ergo, scull, seance]],
      [day, [scull]],
      [{ ...day, timezone: 'America/New_York' }, [scull, ergo]],
      [{ ...day, timezone: 'Asia/Tokyo' }, [scull]],
      [{ onlyFavorite: true }, []],
    ];
    for (const [filter, expected] of kept) {
      const found = await list(manager, { search: 'promised', ...filter });
      expect([filter, found.toSorted()]).toEqual([filter, expected.toSorted()]);
    }
    const body = { search: 'promised', include_seances_subrecords: true };
    const { records: all, total } = api.listRecords.reply.parse(await room.call(api.listRecords, manager, { body }));
    expect(total).toBe(5);
    const promised = `id client_id date dt_created timestamp timezone exercise_name favorite group_id group_name record_type
      record_type_name comment cloud_state size duration decode_state scenario_id scenario_classname seance_id selections
      available_data basename nb_errors external sport_id sport_name sport_disp_name other_data user_ids users device_id
      device_name visualisable wrong_time calib_infos seance_records`;
    for (const record of all) expect(Object.keys(record)).toEqual(expect.arrayContaining(promised.split(/\s+/)));
    const one = (id: number) => all.find((record) => record.id === id);
    expect(one(mini)).toMatchObject({
      record_type: 'mini',
      device_id: of.deviceId,
      device_name: 'Mini 7',
      seance_id: seance,
    });
    expect(one(calib)).toMatchObject({ record_type: 'calib', seance_id: seance });
    expect(one(calib)?.calib_infos).toContainEqual(
      expect.objectContaining({ module: 'imu', columns: expect.any(Array) }),
    );
    expect(
      one(seance)
        ?.seance_records.map(({ id }) => id)
        .toSorted(),
    ).toEqual([mini, calib].toSorted());
    expect(one(scull)).toMatchObject({ exercise_name: 'Départ', sport_name: 'promised', date: '16/05/2026 12:00:00' });
  });
});
