import { readdir, readFile } from 'node:fs/promises';
import { api, isRefusal, type Role, scopeOf } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sweepTaskFiles, taskRoutes } from '../../administration/tasks/index.ts';
import { tables } from '../../platform/database/index.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { StoredFile, stored } from '../../platform/files/index.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { visibleTo } from '../records/index.ts';
import { exportJob } from './index.ts';
import { openTestExports } from './open-test-exports.ts';

const { tasks } = tables;
const { room, manager, stranger, rawId, combinedId, download } = await openTestExports();
const { db } = room.database;
const disk = await openTestDisk();
/** Whose rights are others now than when they asked. */
const changed = new Map<number, readonly Role[]>();
const people = new Map<number, Principal>([manager, stranger].map((one) => [one.userId, one]));
room.jobs.register(
  exportJob({
    ...room.dependencies,
    disk: disk.disk,
    async viewerOf(userId) {
      const principal = people.get(userId);
      const scope = principal && scopeOf(changed.get(userId) ?? principal.roles, 'record.read');
      return scope && principal && { principal, scope };
    },
  }),
);
const visibleRecords = { where: visibleTo, ids: room.dependencies.seenRecords };
taskRoutes(room.serve, { ...room.dependencies, db, ofRecords: [], visibleRecords });
afterAll(() => room.close());
afterEach(async () => {
  changed.clear();
  disk.room.freeBytes = 1e12;
  await room.decoded();
  await db.delete(tasks);
  await sweepTaskFiles(db, room.folder);
});

async function queue(id: number, fileType: 'decoded' | 'zip', body: object | null = null, who = manager) {
  const given = { params: { id, fileType }, query: {}, body, headers: { 'x-unique-id': 'this-browser' } };
  const answer = await room.call(api.queueRecordFile, who, given);
  return typeof answer === 'string' ? answer : api.queueRecordFile.reply.parse(answer).task_id;
}

/** The task once it has ended, and its file as the manager gets it. */
async function made(taskId: number | string) {
  if (typeof taskId === 'string') throw new Error(taskId);
  await room.decoded();
  const [row] = await db.select().from(tasks).where(eq(tasks.id, taskId));
  if (row === undefined) throw new Error('the task is gone');
  const file = row.resultFile && (await readFile(await room.folder.files.localPath(stored.task(row.resultFile))));
  return { row, file };
}

test('is the same file as the download, under the same name, of all that was asked for', async () => {
  const body = { ids: [rawId, combinedId], processing: 'resampling', rate: 50 } as const;
  const task = await made(await queue(rawId, 'decoded', body));
  const direct = await download(rawId, 'decoded', { body });
  expect(task.row).toMatchObject({ executing: 3, recordIds: [rawId, combinedId], userId: manager.userId });
  expect(task.row.resultName).toBe(direct.filename);
  expect(task.file?.length).toBe(direct.bytes.length);
  const one = await made(await queue(combinedId, 'zip'));
  expect(one.row.messages.at(-1)?.msg.fr).toMatch(/est prêt, .*3 jours/);
});

test('is only for who asked: another manager of the club sees the task, and gets no file', async () => {
  const { row } = await made(await queue(combinedId, 'decoded'));
  const colleague = await room.addPerson(manager.clientId, 'Manager');
  const params = { id: row.id };
  const answer = await room.call(api.downloadTask, manager, { params });
  if (!(answer instanceof Answer) || !(answer.body instanceof StoredFile)) throw new Error('no file');
  await answer.body.close();
  expect(await room.call(api.downloadTask, colleague, { params })).toBe('permission.denied');
  expect(await room.call(api.downloadTask, stranger, { params })).toBe('entity.notFound');
  const [seen] = api.listTaskStatus.reply.parse(await room.call(api.listTaskStatus, colleague, { query: params }));
  expect(seen).toMatchObject({ can_download: false, args: { id: combinedId, type: 'decoded' } });
});

test('is refused as the download would be, before there is a task', async () => {
  expect(await queue(combinedId, 'decoded', null, stranger)).toBe('entity.notFound');
  const answer = await room.ask(api.queueRecordFile, manager, {
    params: { id: combinedId, fileType: 'gpx' },
    query: {},
    body: null,
  });
  expect(isRefusal(answer) && answer.code).toBe('export.notHeld');
  expect(await db.$count(tasks)).toBe(0);
});

test('is made with the rights that its asker has then', async () => {
  changed.set(manager.userId, []);
  const { row, file } = await made(await queue(combinedId, 'decoded'));
  expect(row.executing).toBe(4);
  expect(file).toBeNull();
});

test('ends with a sentence where the disk has no room, and leaves nothing', async () => {
  disk.room.freeBytes = 0;
  const { row } = await made(await queue(combinedId, 'decoded'));
  expect(row).toMatchObject({ executing: 4, resultFile: null });
  expect(row.messages.at(-1)?.msg.en).toMatch(/room|disk/i);
  expect(await room.folder.files.list('tasks')).toEqual([]);
  expect(await readdir(room.folder.temporary)).toEqual([]);
});

test('a person has some of them waiting or kept, no more', async () => {
  const waiting = Array.from({ length: 20 }, () => ({
    ...{ name: 'record.export', args: {}, userId: manager.userId, clientId: manager.clientId },
    runAt: new Date(Date.now() + 20_000),
  }));
  await db.insert(tasks).values(waiting);
  expect(await queue(combinedId, 'decoded')).toBe('export.tooManyTasks');
  await db.update(tasks).set({ executing: 3, resultFile: 'kept' });
  expect(await queue(combinedId, 'decoded')).toBe('export.tooManyTasks');
  await db.update(tasks).set({ resultFile: null });
  const both = await Promise.all([queue(combinedId, 'decoded'), queue(combinedId, 'decoded')]);
  expect(both.every((id) => typeof id === 'number')).toBe(true);
  await room.decoded();
  await db.delete(tasks);
  await db.insert(tasks).values(waiting.slice(1));
  const atOnce = await Promise.all([queue(combinedId, 'decoded'), queue(combinedId, 'decoded')]);
  expect(atOnce.filter((one) => one === 'export.tooManyTasks')).toHaveLength(1);
  await db.delete(tasks);
  expect(await queue(combinedId, 'decoded')).toBeTypeOf('number');
});
