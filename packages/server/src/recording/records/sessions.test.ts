import { api, limits, type RecordEdit, type Record as RecordShape } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { openTestClub } from './open-test-club.ts';

const { records } = tables;

const { room, manager, coach, otherCoach, athlete, stranger, decodedUpload, read, list } = await openTestClub();
afterAll(() => room.close());
const [groupId = 0] = coach.groupIds;

const csv = 'T (s),force (N)\n0,1\n1,2\n2,3\n3,4\n';
const day = Date.UTC(2026, 4, 16, 8);

/** Records that begin some minutes after 8:00, each 3 s long. */
async function recordsAt(minutes: readonly number[], body: object = {}) {
  const ids: number[] = [];
  for (const minute of minutes) {
    const id = await decodedUpload(`at-${minute}.csv`, csv, body);
    await edit(id, { timestamp: day + minute * 60_000 });
    ids.push(id);
  }
  return ids;
}

const edit = (id: number, body: RecordEdit, who = manager) =>
  room.call(api.editRecord, who, { params: { id }, body: { ...body } });
const make = (record_ids: readonly number[], body: object = {}, who = manager) =>
  room.call(api.uploadRecord, who, { body: { record_type: 'seance', record_ids: [...record_ids], ...body } });
const refusedFields = (record_ids: readonly number[], who: Principal, body: object = {}) =>
  room.fieldsOf(api.uploadRecord, who, { body: { record_type: 'seance', record_ids: [...record_ids], ...body } });
async function made(record_ids: readonly number[], body: object = {}, who = manager): Promise<number> {
  return api.uploadRecord.reply.parse(await make(record_ids, body, who)).id;
}
const remove = (ids: readonly number[], who = manager) => room.call(api.deleteRecords, who, { body: [...ids] });
const idsOf = ({ seance_records }: RecordShape) => seance_records.map(({ id }) => id);

describe('a session', () => {
  test('holds its records in the order of time; what is not said of it is what they have in common', async () => {
    const [late, early] = await recordsAt([30, 10], { user_ids: [athlete.userId], exercise_name: '500 m' });
    const third = await recordsAt([20], { exercise_name: '500 m', comment: 'alone' });
    const id = await made([late ?? 0, early ?? 0, ...third]);
    const session = await read(id);
    expect(idsOf(session)).toEqual([early, third[0], late]);
    expect(session).toMatchObject({
      record_type: 'seance',
      timestamp: day + 10 * 60_000,
      duration: 3 * 3,
      user_ids: [athlete.userId],
      exercise_name: '500 m',
      comment: '',
      decode_state: 'done',
      visualisable: false,
      seance_id: null,
    });
    expect(session.size).toBe((await read(late ?? 0)).size * 3);
    expect(await read(late ?? 0)).toMatchObject({ seance_id: id, seance_records: [] });
  });

  test('holds a record once that is named twice', async () => {
    const [a = 0, b = 0] = await recordsAt([0, 10]);
    const id = await made([b, a, b]);
    expect(idsOf(await read(id))).toEqual([a, b]);
    await edit(id, { record_ids: [a, a] });
    expect(idsOf(await read(id))).toEqual([a]);
  });

  test('is changed by its new list of records, and begins with the first of them', async () => {
    const [a = 0, b = 0, c = 0] = await recordsAt([0, 10, 20]);
    const id = await made([b, c]);
    await edit(id, { record_ids: [c, a], comment: 'windy' });
    const session = await read(id);
    expect(idsOf(session)).toEqual([a, c]);
    expect(session).toMatchObject({ timestamp: day, comment: 'windy' });
    expect((await read(b)).seance_id).toBeNull();
    await edit(a, { timestamp: day + 60_000 });
    expect((await read(id)).timestamp).toBe(day + 60_000);
    expect(room.emitted.at(-1)).toMatchObject({ payload: { record_ids: [a, id] } });
  });

  test('begins and ends as a record of it that is decoded after it was made', async () => {
    const [first = 0] = await recordsAt([0]);
    const fileMs = day - 3_600_000;
    const at = (seconds: number) => new Date(fileMs + seconds * 1000).toISOString();
    const late = await decodedUpload('dated.csv', `time,force (N)\n${at(0)},1\n${at(1)},2\n`);
    const id = await made([first, late]);
    // As before its file was read.
    const uploadedMs = day + 3_600_000;
    const asUploaded = { startUs: uploadedMs * 1000, startedAt: new Date(uploadedMs), durationSeconds: 0 };
    await room.database.db.update(records).set(asUploaded).where(eq(records.id, late));
    expect(await read(id)).toMatchObject({ timestamp: day, duration: 3 });
    await room.call(api.decodeRecord, manager, { params: { id: late } });
    await room.decoded();
    expect(await read(id)).toMatchObject({ timestamp: fileMs, duration: 4 });
    expect(idsOf(await read(id))).toEqual([late, first]);
    expect(room.emitted.at(-1)).toMatchObject({ payload: { record_ids: [id], reason: 'updated' } });
  });

  test('follows records that are moved while it is changed itself, and nobody waits for another in a circle', async () => {
    const id = await made(await recordsAt([30]));
    // Younger than their session.
    const [a = 0, b = 0] = await recordsAt([10, 20]);
    await edit(id, { record_ids: [a, b] });
    for (let round = 1; round <= 20; round++) {
      await Promise.all([
        edit(a, { timestamp: day + round * 1000 }),
        edit(id, { record_ids: round % 2 === 0 ? [a, b] : [b] }),
        edit(b, { timestamp: day + round * 2000 }),
      ]);
      const { timestamp, seance_records } = await read(id);
      expect(timestamp).toBe(Math.min(...seance_records.map((record) => record.timestamp)));
    }
  });

  test('keeps its records when it is deleted, and the others when one of them is', async () => {
    const [a = 0, b = 0, c = 0] = await recordsAt([0, 10, 20]);
    const id = await made([a, b, c]);
    await remove([a]);
    expect(await read(id)).toMatchObject({ timestamp: day + 10 * 60_000, seance_records: [{ id: b }, { id: c }] });
    await remove([id]);
    expect([await read(b), await read(c)].map(({ seance_id }) => seance_id)).toEqual([null, null]);
    const other = await made([b, c]);
    await remove([b, c]);
    expect(await read(other)).toMatchObject({ seance_records: [], duration: 0, timestamp: day + 10 * 60_000 });
  });

  test('has no samples of its own', async () => {
    const id = await made(await recordsAt([0]));
    const call = { params: { id } };
    expect(await room.call(api.readRecordData, manager, { ...call, query: { wanted_y: 'csv.force' } })).toBe(
      'record.isSession',
    );
    expect(await room.call(api.decodeRecord, manager, call)).toBe('record.isSession');
    expect(await room.call(api.downloadRecordFromDevice, manager, call)).toBe('record.isSession');
    expect(await edit(id, { timestamp: day })).toMatchObject({ id });
    expect(await room.fieldsOf(api.editRecord, manager, { ...call, body: { timestamp: day + 1 } })).toMatchObject({
      timestamp: 'sessionDate',
    });
  });

  test('is of records of one client that the caller may change, of no other session, and a bounded number', async () => {
    const [a = 0, b = 0] = await recordsAt([0, 10]);
    const id = await made([a]);
    expect(await refusedFields([b, 999_999], manager)).toEqual({ record_ids: 'unknown' });
    expect(await refusedFields([b], stranger)).toEqual({ record_ids: 'unknown' });
    expect(await refusedFields([b], otherCoach)).toEqual({ record_ids: 'unknown' });
    expect(await make([b], {}, athlete)).toBe('permission.denied');
    expect(await refusedFields([a, b], manager)).toEqual({ record_ids: 'inOtherSession' });
    expect(await refusedFields([id], manager)).toEqual({ record_ids: 'sessionInSession' });
    expect(await room.fieldsOf(api.editRecord, manager, { params: { id: b }, body: { record_ids: [a] } })).toEqual({
      record_ids: 'sessionOnly',
    });
    const many = Array.from({ length: limits.recordsASession + 1 }, (_, n) => n + 1);
    expect(api.uploadRecord.body.safeParse({ record_type: 'seance', record_ids: many }).success).toBe(false);
    expect(await room.fieldsOf(api.uploadRecord, manager, { body: { record_type: 'seance' } })).toEqual({
      record_ids: 'required',
    });
  });

  test('is refused for what it cannot have, by a sentence that says so', async () => {
    const [a = 0, b = 0] = await recordsAt([0, 10]);
    const admin: Principal = { ...manager, roles: ['Admin'] };
    expect(await refusedFields([a], admin, { client_id: stranger.clientId })).toEqual({ record_ids: 'otherClient' });
    const ofFile = { rate: 100, upload: '6a4cf9f0-53a9-4a4c-8d4b-5d2b7c2f7a10', date: '2026-05-16' };
    expect(await refusedFields([a], manager, ofFile)).toEqual({
      rate: 'sessionFile',
      upload: 'sessionFile',
      date: 'sessionDate',
    });
    const file = { name: 'a.csv', bytes: csv };
    expect(
      await room.fieldsOf(api.uploadRecord, manager, { body: { record_type: 'seance', record_ids: [a] }, file }),
    ).toEqual({ file: 'sessionFile' });
    expect(await room.fieldsOf(api.uploadRecord, manager, { body: { record_ids: [a] }, file })).toEqual({
      record_ids: 'sessionOnly',
    });
    const id = await made([a]);
    await made([b]);
    expect(await room.fieldsOf(api.editRecord, manager, { params: { id }, body: { record_ids: [a, b] } })).toEqual({
      record_ids: 'inOtherSession',
    });
    expect(await room.fieldsOf(api.editRecord, manager, { params: { id }, body: { record_ids: [a, id] } })).toEqual({
      record_ids: 'sessionInSession',
    });
  });

  test('shows each only the records that they see; those of it that they do not see stay', async () => {
    const [theirs = 0, other = 0] = await recordsAt([0, 10], { group_id: groupId });
    await edit(other, { group_id: null });
    const id = await made([theirs, other], { group_id: groupId });
    expect(idsOf(await read(id, coach))).toEqual([theirs]);
    const added = await recordsAt([20], { group_id: groupId });
    await edit(id, { record_ids: added }, coach);
    expect(idsOf(await read(id))).toEqual([other, ...added]);
  });
});

describe('the list', () => {
  test('has a session in place of its records, unless they are asked for', async () => {
    const [a = 0, b = 0, alone = 0] = await recordsAt([0, 10, 20], { user_ids: [athlete.userId] });
    const id = await made([a, b]);
    const among = async (who: Principal, body: object = {}) => {
      const listed = await list(who, body);
      return [id, a, b, alone].map((one) => listed.includes(one));
    };
    for (const who of [manager, coach, athlete]) {
      expect(await among(who)).toEqual([true, false, false, true]);
      expect(await among(who, { include_seances_subrecords: true })).toEqual([true, true, true, true]);
      expect(await among(who, { seanceIds: [id] })).toEqual([false, true, true, false]);
    }
    expect(await list(manager, { seanceIds: [id], sort_desc: false })).toEqual([a, b]);
    expect(await among(manager, { sort_by: 'size' })).toEqual([true, false, false, true]);
    expect(await among(manager, { record_type: 'seance' })).toEqual([true, false, false, false]);
  });

  test('never loses a record to a session that it does not have itself', async () => {
    const [mine = 0, free = 0] = await recordsAt([0, 10]);
    await edit(mine, { user_ids: [athlete.userId], comment: 'mistral' });
    const id = await made([mine, free], { user_ids: [] });
    // The session has no athlete: it is in the inbox, with the record that has none.
    expect((await list(manager, { type: 'associated' })).includes(mine)).toBe(true);
    expect(await list(manager, { type: 'new' })).toContain(id);
    expect(await list(athlete)).toContain(mine);
    expect([(await read(mine, athlete)).seance_id, (await read(mine)).seance_id]).toEqual([null, id]);
    expect(await list(manager, { search: 'mistral' })).toEqual([mine]);
    expect(await list(manager, { record_type: 'record' })).toContain(free);
  });

  test('is as long as something of it was recorded: devices that ran at once count once, what lies between not', async () => {
    const together = await made(await recordsAt([100, 100, 100]));
    const apart = await made(await recordsAt([200, 1_000_000]));
    expect([(await read(together)).duration, (await read(apart)).duration]).toEqual([3, 6]);
    const longest = { record_type: 'seance', sort_by: 'duration', sort_desc: true };
    const sorted = (await list(manager, longest)).filter((id) => id === together || id === apart);
    expect(sorted).toEqual([apart, together]);
  });

  test('adds up each record once, whether its session is listed or itself', async () => {
    await remove(await list(manager, { include_seances_subrecords: true }));
    const ids = await recordsAt([0, 10, 20], { user_ids: [athlete.userId] });
    const before = await room.call(api.sumRecords, manager, { body: {} });
    await made(ids.slice(0, 2));
    expect(before).toMatchObject({ duration: 9 });
    for (const who of [manager, athlete]) expect(await room.call(api.sumRecords, who, { body: {} })).toEqual(before);
    expect(await room.call(api.sumRecords, manager, { body: { record_type: 'seance' } })).toMatchObject({
      duration: 6,
    });
  });
});

test('a raw file that calls itself a session is read as any other', async () => {
  const id = await decodedUpload('own.csv', csv);
  await room.database.db.update(records).set({ recordType: 'seance' }).where(eq(records.id, id));
  expect(await read(id)).toMatchObject({ record_type: 'seance', visualisable: true, duration: 3 });
  expect(await list(manager, { include_seances_subrecords: true })).toContain(id);
});
