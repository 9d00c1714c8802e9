import { writeFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { stepRoutes } from '../../recording/steps/index.ts';
import { addClub, openTestClubs, uidOf } from './open-test-clubs.ts';

const { records } = tables;

let room: Awaited<ReturnType<typeof openTestClubs>>['room'];
let backups: Awaited<ReturnType<typeof openTestClubs>>['backups'];

beforeEach(async () => {
  ({ room, backups } = await openTestClubs());
});
afterEach(() => room.close());

const [morning, evening] = [new Date('2026-05-16T07:12:00Z'), new Date('2026-05-16T18:30:00Z')];

/** A record of the club, and a way to change and to read when it began. */
async function oneRecord() {
  const { db } = room.database;
  const { recordId } = await addClub(room, 'one');
  const uid = await uidOf(room, recordId);
  return {
    uid,
    change: (to: Partial<typeof records.$inferSelect>) => db.update(records).set(to).where(eq(records.id, recordId)),
    async look() {
      const { startedAt, startUs, wrongTime } = records;
      const [row] = await db.select({ startedAt, startUs, wrongTime }).from(records).where(eq(records.id, recordId));
      if (row === undefined) throw new Error('the record is gone');
      return row;
    },
  };
}

test('a date that a person gave a record comes back with a restore, like all that people say', async () => {
  const { change, look } = await oneRecord();
  await change({ startedAt: morning });
  const before = await look();
  const { path } = await backups.back();
  await change({ startedAt: evening });
  await backups.restore(path);
  expect(await look()).toEqual(before);
});

test('a date that was put right since stays: a wrong one never replaces it, nor is it called wrong', async () => {
  const { change, look } = await oneRecord();
  await change({ startedAt: evening, wrongTime: true });
  const { path } = await backups.back();
  await change({ startedAt: morning, wrongTime: false });
  const before = await look();
  await backups.restore(path);
  expect(await look()).toEqual(before);
});

test('a date that was put right before comes back over one that is marked as wrong', async () => {
  const { change, look } = await oneRecord();
  await change({ startedAt: morning, wrongTime: false });
  const before = await look();
  const { path } = await backups.back();
  await change({ startedAt: evening, wrongTime: true });
  await backups.restore(path);
  expect(await look()).toEqual(before);
});

test('a backup of when only the upload was known does not undo what the file says', async () => {
  const { change, look } = await oneRecord();
  const found = await look();
  await change({ startedAt: evening, startUs: evening.getTime() * 1000 });
  const { path } = await backups.back();
  await change(found);
  await backups.restore(path);
  expect(await look()).toEqual(found);
});

test('with its file comes the zero that its samples count from, and the date that a person gave it', async () => {
  const { uid, change, look } = await oneRecord();
  await change({ startedAt: morning });
  const before = await look();
  const { path } = await backups.back();
  await change({ startedAt: evening, startUs: 7 });
  await writeFile(room.folder.upload(uid), 'another file');
  await backups.restore(path);
  expect(await look()).toEqual(before);
  await room.decoded();
  expect(await look()).toEqual(before);
});

describe('a record whose crop is another one here than in the backup', () => {
  /** A record with its crop, and where its samples lie in time: s after those of the whole file. */
  async function croppedRecord() {
    stepRoutes(room.serve, room.dependencies);
    const { recordId: id, manager } = await addClub(room, 'one');
    const then = async (work: Promise<unknown>) => {
      await work;
      await room.decoded();
    };
    const look = async () => {
      const { timestamp, duration } = api.readRecord.reply.parse(
        await room.call(api.readRecord, manager, { params: { id } }),
      );
      const told = await room.call(api.readRecordHistory, manager, { params: { id } });
      const { steps } = api.readRecordHistory.reply.parse(told);
      return { timestamp, duration, steps: steps.map(({ on, applied }) => ({ on, applied })) };
    };
    return {
      look,
      crop: () => then(room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.1, end: 1 } })),
      undo: () => then(room.call(api.undoRecordStep, manager, { params: { id } })),
      purge: () => room.call(api.purgeOriginal, { ...manager, roles: ['Admin'] }, { params: { id } }),
      remove: () => room.call(api.deleteRecords, manager, { body: [id] }),
      /** The same record after it was deleted and restored. */
      async ofUid(uid: string) {
        const [row] = await room.database.db.select().from(records).where(eq(records.uid, uid));
        return { state: row?.decodeState, purged: row?.originalPurged, seconds: row?.durationSeconds };
      },
      uid: await uidOf(room, id),
    };
  }

  test('is cut again by the crop of the backup, and begins when it began', async () => {
    const { look, crop, undo } = await croppedRecord();
    await crop();
    const cropped = await look();
    const { path } = await backups.back();
    await undo();
    await backups.restore(path);
    await room.decoded();
    expect(await look()).toEqual(cropped);
  });

  test('has its original back with a backup from before it was purged; one from after keeps what is left', async () => {
    const { look, crop, undo, purge, remove, ofUid, uid } = await croppedRecord();
    await crop();
    const cropped = await look();
    const whole = await backups.back();
    expect(await purge()).toBeUndefined();
    const left = await backups.back();
    await backups.restore(whole.path);
    await room.decoded();
    expect(await look()).toEqual(cropped);
    await undo();
    expect((await look()).duration).toBeGreaterThan(cropped.duration);
    await remove();
    await backups.restore(left.path);
    await room.decoded();
    expect(await ofUid(uid)).toEqual({
      ...{ state: 'done', seconds: cropped.duration },
      purged: { date: expect.any(String), user_name: expect.any(String) },
    });
  });

  test('keeps a crop that the backup does not know, and its date with it', async () => {
    const { look, crop, undo } = await croppedRecord();
    const whole = await look();
    const { path } = await backups.back();
    await crop();
    const cropped = await look();
    await backups.restore(path);
    await room.decoded();
    expect(await look()).toEqual(cropped);
    await undo();
    expect(await look()).toEqual({ ...whole, steps: [{ on: false, applied: false }] });
  });
});
