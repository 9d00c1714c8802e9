import { readdir } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from './open-test-club.ts';

const { records } = tables;

const { room, clientId, manager, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());

const csv = 'T (s),acc_x (m/s²),power (W)\n0,1,100\n1,2,\n2,3,300\n3,4,400\n';

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

  test('by two people at once is done by one of them, and the other is told that the records are gone', async () => {
    const body = [await decodedUpload('c.csv', csv), await decodedUpload('d.csv', csv)];
    const answers = await Promise.all([1, 2].map(() => room.call(api.deleteRecords, manager, { body })));
    expect(answers.toSorted()).toEqual(['entity.notFound', undefined]);
    expect(await room.database.db.$count(records, inArray(records.id, body))).toBe(0);
  });
});
