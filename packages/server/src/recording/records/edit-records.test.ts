import { api, type BodyIn, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from './open-test-club.ts';

const { room, manager, athlete, coach, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());

const csv = 'T (s),power (W)\n0,100\n1,200\n2,300\n3,400\n';

describe('an edit of a record', () => {
  const edit = async (id: number, body: BodyIn<typeof api.editRecord>) =>
    room.fieldsOf(api.editRecord, manager, { params: { id }, body });

  test('keeps the timezone, in which the date is said, and what other programs put beside it', async () => {
    const id = await decodedUpload('a.csv', csv);
    const { timestamp } = await read(id);
    const other_data = { weather: { wind: 'NE', knots: [3, 4] }, note: 'é' };
    expect(await edit(id, { timezone: 'Asia/Tokyo', other_data })).toMatchObject({
      timezone: 'Asia/Tokyo',
      other_data,
    });
    const after = await read(id);
    expect(after).toMatchObject({ timezone: 'Asia/Tokyo', other_data, timestamp });
    const hour = new Date(timestamp).toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo' });
    expect(after.date).toContain(hour);
    expect(await edit(id, { comment: 'x' })).toMatchObject({ timezone: 'Asia/Tokyo', other_data, comment: 'x' });
    const nowhere = api.editRecord.body.safeParse({ timezone: 'Mars/Olympus' });
    expect(nowhere.error?.issues).toMatchObject([{ path: ['timezone'], message: 'unknown' }]);
    const long = api.editRecord.body.safeParse({ other_data: { a: 'x'.repeat(limits.otherDataCharacters) } });
    expect(long.error?.issues).toMatchObject([{ path: ['other_data'], message: 'maxLength' }]);
  });

  test('names and dates it for people: its samples stay, and so does the date when it is decoded again', async () => {
    const id = await decodedUpload('n.csv', 'time,v\n2026-07-01 10:00:00,1\n2026-07-01 10:00:01,2\n');
    await room.database.db.update(tables.records).set({ wrongTime: true }).where(eq(tables.records.id, id));
    const timestamp = Date.parse('2026-08-02T07:30:00Z');
    expect(await edit(id, { basename: ' Sortie du matin ', timestamp })).toMatchObject({
      basename: 'Sortie du matin',
      timestamp,
      date: '02/08/2026 09:30:00',
      wrong_time: false,
      duration: 1,
    });
    await room.call(api.decodeRecord, manager, { params: { id } });
    await room.decoded();
    expect(await read(id)).toMatchObject({ basename: 'Sortie du matin', timestamp, duration: 1 });
    const rules = api.editRecord.body.safeParse({ basename: '  ', timestamp: 9e15 });
    expect(rules.error?.issues).toMatchObject([{ message: 'required' }, { message: 'date' }]);
  });

  test.each(['1969-07-20T20:17:00Z', '2155-01-01T00:00:00Z'])(
    'puts back what was read of a record of %s, and gives no record such a date',
    async (date) => {
      const id = await decodedUpload('old.csv', csv);
      const timestamp = Date.parse(date);
      expect(await edit(id, { timestamp })).toMatchObject({ timestamp: 'date' });
      // As programs of before took it from files.
      await room.database.db
        .update(tables.records)
        .set({ startedAt: new Date(date) })
        .where(eq(tables.records.id, id));
      const was = api.editRecord.body.parse(await read(id));
      expect(await edit(id, { ...was, comment: 'c' })).toMatchObject({ timestamp, comment: 'c' });
      const today = Date.parse('2026-08-02T07:30:00Z');
      expect(await edit(id, { timestamp: today })).toMatchObject({ timestamp: today });
    },
  );

  test('by two people at once comes one after the other, whom they name included', async () => {
    const id = await decodedUpload('both.csv', csv);
    const named = [[athlete.userId], [athlete.userId, coach.userId], []];
    const edits = Array.from({ length: 60 }, (_, n) => edit(id, { user_ids: named[n % 3] ?? [], comment: `${n}` }));
    await Promise.all(edits);
    const { comment, user_ids } = await read(id);
    expect(user_ids.toSorted()).toEqual(named[Number(comment) % 3]?.toSorted());
  });

  test('leaves what the program itself keeps beside it', async () => {
    const id = await decodedUpload('b.csv', csv);
    const own = { csv_rate: 50, missing_blocks: 2, sync_failed: true, meta_problem: 'modules.imu.id' };
    await room.database.db
      .update(tables.records)
      .set({
        ...{ csvRate: own.csv_rate, missingBlocks: own.missing_blocks },
        ...{ syncFailed: true, metaProblem: own.meta_problem, otherData: { note: 1 } },
      })
      .where(eq(tables.records.id, id));
    expect(await edit(id, { other_data: { note: 2 } })).toMatchObject({ other_data: { ...own, note: 2 } });
    expect((await read(id)).other_data).toEqual({ ...own, note: 2 });
    expect(await edit(id, { other_data: { ...own, note: 3 } })).toMatchObject({ other_data: { ...own, note: 3 } });
    expect(await edit(id, { other_data: { missing_blocks: 0 } })).toEqual({ 'other_data.missing_blocks': 'fixed' });
    expect((await read(id)).other_data).toEqual({ ...own, note: 3 });
    const [row] = await room.database.db.select().from(tables.records).where(eq(tables.records.id, id));
    expect(row?.otherData).toEqual({ note: 3 });
    const free = await decodedUpload('c.csv', csv);
    expect(await edit(free, { other_data: { csv_rate: 9 } })).toEqual({ 'other_data.csv_rate': 'fixed' });
  });

  test('refuses what nobody changes, all of the body; what was read can be put back by everybody who sees it', async () => {
    const id = await decodedUpload('d.csv', csv, { user_ids: [athlete.userId] });
    const before = await read(id);
    const same = api.editRecord.body.parse(before);
    const changed = {
      uid: 'x',
      device_id: 4,
      duration: 1,
      record_type: 'calib',
      client_id: 9,
      decode_state: 'waiting',
    };
    const refused = Object.fromEntries(Object.keys(changed).map((field) => [field, 'fixed']));
    expect(await edit(id, { ...changed, comment: 'lost' })).toEqual(refused);
    expect(await read(id)).toEqual(before);
    for (const who of [manager, coach]) {
      expect(await room.call(api.editRecord, who, { params: { id }, body: same })).toEqual(before);
    }
    expect(await edit(id, { ...same, comment: 'kept' })).toMatchObject({ comment: 'kept' });
  });

  test('of a record in work passes over what the server has found out since', async () => {
    const id = await decodedUpload('e.csv', csv);
    const before = api.editRecord.body.parse(await read(id));
    const growing = { decodeState: 'recording', durationSeconds: 9, sizeBytes: 5 } as const;
    await room.database.db.update(tables.records).set(growing).where(eq(tables.records.id, id));
    expect(await edit(id, { ...before, comment: 'kept' })).toMatchObject({ comment: 'kept', duration: 9 });
    const counted = { other_data: { missing_blocks: 5, note: 1 } };
    expect(await edit(id, counted)).toMatchObject({ other_data: { note: 1 } });
    expect((await read(id)).other_data).toEqual({ note: 1 });
    expect(await edit(id, { device_id: 4 })).toEqual({ device_id: 'fixed' });
  });
});

describe('an edit of a selection', () => {
  async function selected() {
    const id = await decodedUpload('s.csv', csv);
    const add = async (body: BodyIn<typeof api.createSelection>) =>
      room.fieldsOf(api.createSelection, manager, { params: { id }, body });
    const first = api.createSelection.reply.parse(await add({ t0: 0.5, t1: 2, comment: 'one' }));
    const second = api.createSelection.reply.parse(await add({ t0: 1, t1: 3, exercise: '500 m', toffset: 0.25 }));
    const edit = (body: BodyIn<typeof api.editSelection>, { id: selectionId } = second) =>
      room.fieldsOf(api.editSelection, manager, { params: { id, selectionId }, body });
    return { id, first, second, add, edit };
  }

  test('changes only what is given', async () => {
    const { id, first, second, edit } = await selected();
    expect(await edit({ comment: 'c' })).toEqual({ ...second, comment: 'c' });
    expect(await edit({ t1: 2 })).toEqual({ ...second, comment: 'c', t1: 2, chrono: '00:01.000' });
    expect(await edit({})).toEqual({ ...second, comment: 'c', t1: 2, chrono: '00:01.000' });
    expect(await edit({ exercise: '', toffset: 0 })).toMatchObject({ exercise: '', toffset: 0, comment: 'c', t0: 1 });
    const list = api.listSelections.reply.parse(await room.call(api.listSelections, manager, { params: { id } }));
    expect(list).toMatchObject([first, { num: 2, comment: 'c', t0: 1, t1: 2 }]);
  });

  test('is judged by what the selection is then', async () => {
    const { edit } = await selected();
    expect(await edit({ t1: 0.5 })).toEqual({ t1: 'range' });
    expect(await edit({ t0: 3 })).toEqual({ t0: 'afterEnd' });
    expect(await edit({ t1: 2 })).toMatchObject({ t0: 1, t1: 2 });
    expect(await edit({ t0: 2.5 })).toEqual({ t1: 'range' });
    expect(await edit({ t0: 2 })).toEqual({ t1: 'equalBounds' });
    expect(await edit({ t0: 2.5, t1: 90 })).toMatchObject({ t0: 2.5, t1: 3 });
    expect(api.editSelection.body.safeParse({ t0: 2, t1: 1 }).error?.issues).toMatchObject([
      { path: ['t1'], message: 'range' },
    ]);
    expect(api.editSelection.body.safeParse({ t0: 2, t1: 2 }).error?.issues).toMatchObject([
      { path: ['t1'], message: 'equalBounds' },
    ]);
  });

  test('gives it another number, which no other of the record has', async () => {
    const { id, add, edit } = await selected();
    expect(await edit({ num: 7 })).toMatchObject({ num: 7, comment: '' });
    expect(await edit({ num: 1 })).toEqual({ num: 'taken' });
    expect(await add({ t0: 0, t1: 1, num: 7 })).toEqual({ num: 'taken' });
    expect(await add({ t0: 0, t1: 1, num: 4 })).toMatchObject({ num: 4 });
    expect(await add({ t0: 0, t1: 1 })).toMatchObject({ num: 8 });
    expect((await read(id)).selections.map(({ num }) => num)).toEqual([1, 4, 7, 8]);
    expect(api.editSelection.body.safeParse({ num: 0 }).error?.issues).toMatchObject([{ message: 'positive' }]);
  });

  test('never gets a number of more than four digits: the lowest that is free, then none', async () => {
    const { id, add } = await selected();
    await add({ t0: 0, t1: 1, num: 9999 });
    const both = {
      selections: [
        { t0: 0, t1: 1 },
        { t0: 0, t1: 1, num: 4 },
        { t0: 1, t1: 2 },
      ],
    };
    expect(await room.call(api.createSelections, manager, { params: { id }, body: both })).toMatchObject([
      { num: 3 },
      { num: 4 },
      { num: 5 },
    ]);
    const rest = Array.from({ length: 9993 }, (_, n) => ({ recordId: id, num: n + 6, t0: 0, t1: 1 }));
    for (let from = 0; from < rest.length; from += 3000) {
      await room.database.db.insert(tables.selections).values(rest.slice(from, from + 3000));
    }
    const refused = await room.ask(api.createSelection, manager, { params: { id }, body: { t0: 0, t1: 1 } });
    expect(refused).toMatchObject({ code: 'record.tooManySelections' });
  });

  test('refuses what is derived, and distances of a record without a distance axis; as they were, they pass', async () => {
    const { first, second, add, edit } = await selected();
    const changed = { id: first.id, record_id: 1e9, chrono: '00:09.000', distance: 5, d0: 1, d1: 2, doffset: 3 };
    const refused = Object.fromEntries(Object.keys(changed).map((field) => [field, 'fixed']));
    expect(await edit({ ...changed, comment: 'lost' })).toEqual(refused);
    expect(await edit({ ...second, comment: 'kept' })).toEqual({ ...second, comment: 'kept' });
    expect(await add({ t0: 0, t1: 1, d0: 4 })).toEqual({ d0: 'fixed' });
  });
});
