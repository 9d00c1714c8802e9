import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api, type Task } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { createJobs, type Jobs } from '../../platform/jobs/index.ts';
import { fewVisible, visibleTo } from '../../recording/records/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/index.ts';
import { deleteTasksOfClient, sweepTaskFiles, taskRoutes } from './index.ts';

const { tasks, records, recordUsers } = tables;
const Echo = z.object({
  word: z.string({ error: 'required' }).min(1, { error: 'required' }),
  wait: z.boolean().default(false),
});
const Work = z.object({ file: z.string(), filename: z.string() });

let room: TestAdministration;
let jobs: Jobs;
/** Lets the running task go on. */
let letGo = () => {};

beforeAll(async () => {
  room = await openTestAdministration();
  const { database, folder, clock, log, db } = room;
  await mkdir(folder.tasks, { recursive: true });
  await mkdir(folder.temporary, { recursive: true });
  jobs = createJobs({ database, folder, clock, log, pollMs: 20, retryDelayMs: () => 0 });
  jobs.register({
    name: 'echo',
    args: Echo,
    displayName: { fr: 'Écho', en: 'Echo' },
    startable: { permission: 'device.edit', defaultArgs: { word: 'hello' } },
    async run({ word, wait }, { offerFile, message, signal }) {
      if (wait) {
        await new Promise<void>((resolve, reject) => {
          letGo = resolve;
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      }
      if (word === 'fail') throw new Error('no echo');
      const path = join(folder.temporary, randomUUID());
      await writeFile(path, word);
      await offerFile(path, 'écho.txt');
      await message('SUCCESS', { fr: 'Dit', en: 'Said' });
    },
  });
  jobs.register({
    name: 'secret',
    args: z.object({}),
    startable: { permission: 'backup.edit', defaultArgs: {} },
    async run(_args, { offerFile }) {
      const path = join(folder.temporary, randomUUID());
      await writeFile(path, 'everything');
      await offerFile(path, 'all.zip');
    },
  });
  jobs.register({
    name: 'work',
    args: Work,
    startable: { permission: 'record.create', defaultArgs: {}, withFile: true },
    async run({ file }, { message }) {
      const text = await readFile(file, 'utf8');
      await message('INFO', { fr: text, en: text });
    },
  });
  jobs.register({ name: 'inner', args: z.object({}), run: async () => {} });
  taskRoutes(room.serve, { db, jobs, folder, clock, visibleRecords: { where: visibleTo, few: fewVisible } });
  await jobs.start();
});
afterEach(async () => {
  letGo();
  await vi.waitFor(async () => expect(await room.db.$count(tasks, eq(tasks.executing, 2))).toBe(0), 10_000);
  await room.db.delete(tasks);
  await room.db.delete(records);
  await sweepTaskFiles(room.db, room.folder);
});
afterAll(async () => {
  await jobs.stop(1000);
  await room.close();
});

const start = async (who: string, name: string, args: object = {}, more: object = {}): Promise<number> => {
  const { body, code } = await room.ask(who, api.createTask, { body: { name, args, ...more } });
  if (body === undefined) throw new Error(`not started: ${code}`);
  return body.task_id;
};
const status = async (who: string, query: Record<string, string | number>): Promise<Task[]> =>
  (await room.ask(who, api.listTaskStatus, { query })).body ?? [];
const read = async (id: number, who = 'admin') => {
  const [task] = await status(who, { id });
  if (task === undefined) throw new Error(`${who} sees no task ${id}`);
  return task;
};
const reaches = (id: number, state: Task['executing_str']) =>
  vi.waitFor(async () => expect((await read(id)).executing_str).toBe(state), { timeout: 10_000, interval: 20 });
const act = (who: string, endpoint: typeof api.restartTask, id: number) => room.ask(who, endpoint, { params: { id } });
const list = async (who: string, body: object = {}) => {
  const answer = (await room.ask(who, api.listTasks, { body })).body;
  return { ids: answer?.items.map(({ id }) => id), total: answer?.total };
};

async function addRecord(clientId: number, athlete?: string): Promise<number> {
  const about = { uid: randomUUID(), clientId, source: 'csv', basename: 'r', startUs: 0, decodeState: 'done' } as const;
  const [record] = await room.db
    .insert(records)
    .values({ ...about, startedAt: new Date(0) })
    .returning();
  if (record === undefined) throw new Error('no record');
  if (athlete !== undefined)
    await room.db.insert(recordUsers).values({ recordId: record.id, userId: room.idOf(athlete) });
  return record.id;
}

describe('starting', () => {
  it('runs in the name of the person and their browser, and tells how it went in both languages', async () => {
    const { body, status: created } = await room.ask('manager', api.createTask, {
      body: { name: 'echo', args: { word: 'salut' } },
      headers: { 'x-unique-id': 'browser-1' },
    });
    expect(created).toBe(201);
    const id = body?.task_id ?? 0;
    await reaches(id, 'Done');
    expect(await status('manager', { caller_front_uid: 'browser-1' })).toMatchObject([
      {
        id,
        name: 'echo',
        display_name: { fr: 'Écho', en: 'Echo' },
        args: { word: 'salut' },
        status: { fr: 'Terminée', en: 'Done' },
        executing: 3,
        client_id: room.clientIds.home,
        client_name: 'home',
        result: null,
        loading: false,
        success: true,
        error: false,
        can_download: true,
        is_cancelable: false,
        messages_history: [{ type: 'SUCCESS', msg: { fr: 'Dit', en: 'Said' } }],
      },
    ]);
    expect((await read(id)).executing_time).toBeGreaterThanOrEqual(0);
  });

  it('names every kind, and says of each whether the caller may start it', async () => {
    const kinds = async (who: string) => (await room.ask(who, api.readTaskInfos)).body?.tasks ?? [];
    const startable = async (who: string) =>
      (await kinds(who))
        .filter((kind) => kind.startable)
        .map(({ name, default_args, with_file }) => [name, default_args, with_file]);
    expect(await startable('admin')).toEqual([
      ['echo', { word: 'hello' }, false],
      ['secret', {}, false],
      ['work', {}, true],
    ]);
    expect((await startable('manager')).map(([name]) => name)).toEqual(['echo', 'work']);
    expect(await startable('athlete')).toEqual([]);
    for (const who of ['admin', 'athlete']) {
      expect((await kinds(who)).map(({ name }) => name)).toEqual(['echo', 'secret', 'work', 'inner']);
    }
    expect((await room.ask('admin', api.readTaskInfos)).body?.executing_str_table).toEqual([
      'Waiting',
      'Ask running',
      'Running',
      'Done',
      'Error',
      'Archived',
    ]);
  });

  it('refuses an unknown name, wrong arguments, a client out of reach and a role that may not', async () => {
    const ask = (who: string, body: object) => room.ask(who, api.createTask, { body });
    expect(await ask('manager', { name: 'dig' })).toMatchObject({ status: 422, code: 'task.unknown' });
    expect(await ask('admin', { name: 'inner' })).toMatchObject({ code: 'task.unknown' });
    expect(await ask('manager', { name: 'echo', args: { word: '' } })).toMatchObject({
      status: 422,
      fields: { 'args.word': 'required' },
    });
    expect(await ask('manager', { name: 'echo', args: {} })).toMatchObject({ fields: { 'args.word': 'required' } });
    const foreign = { name: 'echo', args: { word: 'a' }, client_id: room.clientIds.away };
    expect(await ask('manager', foreign)).toMatchObject({ status: 422, fields: { client_id: 'unknown' } });
    expect(await ask('admin', foreign)).toMatchObject({ status: 201 });
    expect(await ask('manager', { name: 'secret' })).toMatchObject({ status: 403, code: 'permission.denied' });
    expect(await ask('athlete', { name: 'echo', args: { word: 'a' } })).toMatchObject({ status: 403 });
    expect(await ask('manager', { name: 'work', args: { file: '/etc/passwd', filename: 'x' } })).toMatchObject({
      status: 422,
      code: 'task.needsFile',
    });
  });

  it('works on an uploaded file, which goes with the task', async () => {
    const file = { name: 'notes.txt', bytes: Buffer.from('dear diary') };
    const body = { name: 'work', args: { file: '/etc/passwd' } };
    const id = (await room.ask('coach', api.createTaskWithFile, { body, file })).body?.task_id ?? 0;
    await reaches(id, 'Done');
    const task = await read(id, 'coach');
    expect(task.messages_history).toMatchObject([{ msg: { en: 'dear diary' } }]);
    expect(task.args).toEqual({ filename: 'notes.txt' });
    expect(await readdir(room.folder.tasks)).toHaveLength(1);
    await sweepTaskFiles(room.db, room.folder);
    expect(await readdir(room.folder.tasks)).toHaveLength(1);
    expect((await act('coach', api.restartTask, id)).status).toBe(200);
    await reaches(id, 'Done');
    expect((await room.ask('coach', api.deleteTask, { params: { id } })).status).toBe(204);
    expect(await readdir(room.folder.tasks)).toEqual([]);
  });
});

describe('handling', () => {
  it('downloads what the task made; a restarted task makes it anew, a deleted one takes it along', async () => {
    const id = await start('manager', 'echo', { word: 'salut' });
    await reaches(id, 'Done');
    const file = await room.ask('manager', api.downloadTask, { params: { id } });
    expect(file.bytes.toString()).toBe('salut');
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('écho.txt'));
    expect((await act('manager', api.restartTask, id)).body?.messages_history.at(-1)?.msg.en).toBe(
      'The task was started again.',
    );
    await reaches(id, 'Done');
    expect(await readdir(room.folder.tasks)).toHaveLength(1);
    await room.ask('manager', api.deleteTask, { params: { id } });
    expect(await readdir(room.folder.tasks)).toEqual([]);
    expect((await room.ask('manager', api.downloadTask, { params: { id } })).code).toBe('entity.notFound');
  });

  it('has nothing to download where nothing was made', async () => {
    const id = await start('manager', 'echo', { word: 'fail' });
    await reaches(id, 'Error');
    expect(await room.ask('manager', api.downloadTask, { params: { id } })).toMatchObject({
      status: 404,
      code: 'task.nothingToDownload',
    });
  });

  it('shows where a bug was to administrators only', async () => {
    const id = await start('manager', 'echo', { word: 'fail' });
    await reaches(id, 'Error');
    expect((await read(id)).result?.traceback).toContain('no echo');
    const seen = await read(id, 'manager');
    expect(seen).toMatchObject({ error: true, result: { traceback: null } });
    expect(seen.result?.msg?.fr).toContain('signalez-la à un administrateur');
  });

  it('cancels, with force too, archives and deletes; each only in its time', async () => {
    const id = await start('manager', 'echo', { word: 'a', wait: true });
    await reaches(id, 'Running');
    for (const endpoint of [api.restartTask, api.archiveTask]) {
      expect((await act('manager', endpoint, id)).code).toBe('task.notFinished');
    }
    expect((await room.ask('manager', api.deleteTask, { params: { id } })).code).toBe('task.notFinished');
    expect((await room.ask('manager', api.cancelTask, { params: { id } })).status).toBe(200);
    await reaches(id, 'Error');
    expect((await room.ask('manager', api.cancelTask, { params: { id } })).code).toBe('task.finished');
    const forced = await start('manager', 'echo', { word: 'a', wait: true });
    await reaches(forced, 'Running');
    const answer = await room.ask('manager', api.cancelTask, { params: { id: forced }, query: { force: true } });
    expect(answer.body).toMatchObject({ executing_str: 'Error', is_cancelable: false });

    expect((await act('manager', api.archiveTask, id)).body).toMatchObject({ executing: 5, executing_str: 'Archived' });
    expect(await list('manager')).toEqual({ ids: [forced], total: 1 });
    expect(await list('manager', { executingState: 5 })).toEqual({ ids: [id], total: 1 });
    expect((await room.ask('manager', api.countTasks)).body?.counts).toEqual([0, 0, 0, 0, 1, 1]);
    expect((await room.ask('manager', api.deleteTask, { params: { id } })).status).toBe(204);
  });

  it('is for those who could start it: a manager sees the task of an administrator, and cannot take its file', async () => {
    const id = await start('admin', 'secret', {}, { client_id: room.clientIds.home });
    await reaches(id, 'Done');
    expect(await read(id, 'manager')).toMatchObject({ can_download: false });
    expect(await read(id, 'admin')).toMatchObject({ can_download: true });
    expect((await room.ask('manager', api.downloadTask, { params: { id } })).code).toBe('permission.denied');
    expect((await act('manager', api.restartTask, id)).code).toBe('permission.denied');
  });
});

describe('who sees a task', () => {
  it('the own client, what one asked for, what is about records that one sees; to others it is not there', async () => {
    const { home, away } = room.clientIds;
    const rowers = await jobs.enqueue('inner', {}, { clientId: home, recordIds: [await addRecord(home, 'athlete')] });
    const sprint = await jobs.enqueue('inner', {}, { clientId: home, recordIds: [await addRecord(home, 'sprinter')] });
    const asked = await jobs.enqueue('inner', {}, { clientId: home, userId: room.idOf('loner') });
    const foreign = await jobs.enqueue('inner', {}, { clientId: away, recordIds: [await addRecord(away)] });
    const server = await jobs.enqueue('inner', {}, { clientId: null });
    const ids = async (who: string) => (await list(who)).ids;
    expect(await ids('admin')).toEqual([server, foreign, asked, sprint, rowers]);
    expect(await ids('manager')).toEqual([asked, sprint, rowers]);
    expect(await ids('coach')).toEqual([rowers]);
    expect(await ids('athlete')).toEqual([rowers]);
    expect(await ids('sprinter')).toEqual([sprint]);
    expect(await ids('loner')).toEqual([asked]);
    expect(await ids('awayManager')).toEqual([foreign]);
    expect(await list('manager', { clientIds: [away] })).toEqual({ ids: [], total: 0 });

    expect(await status('awayManager', { id: rowers })).toEqual([]);
    for (const endpoint of [api.restartTask, api.cancelTask, api.archiveTask]) {
      expect(await room.ask('awayManager', endpoint, { params: { id: rowers } })).toMatchObject({
        status: 404,
        code: 'entity.notFound',
      });
    }
    expect((await room.ask('awayManager', api.deleteTask, { params: { id: rowers } })).status).toBe(404);
    expect((await room.ask('awayManager', api.downloadTask, { params: { id: rowers } })).status).toBe(404);
    expect((await act('athlete', api.archiveTask, rowers)).status).toBe(403);
  });

  it('is asked for by name, names, record and browser, newest first, in pages', async () => {
    const about = { clientId: room.clientIds.home };
    const a = await jobs.enqueue('inner', {}, { ...about, recordIds: [900_001, 900_002], callerFrontUid: 'tab' });
    const b = await start('manager', 'echo', { word: 'b' });
    const ids = async (query: Record<string, string>) => (await status('manager', query)).map(({ id }) => id);
    expect(await ids({ name: 'echo' })).toEqual([b]);
    expect(await ids({ names: 'inner' })).toEqual([a]);
    expect((await room.ask('manager', api.listTaskStatus, { query: { names: ['inner', 'echo'] } })).body).toHaveLength(
      2,
    );
    expect(await ids({ rec_id: '900002' })).toEqual([a]);
    expect(await ids({ rec_id: '900003' })).toEqual([]);
    expect(await ids({ caller_front_uid: 'tab' })).toEqual([a]);
    expect(await list('manager', { pageSize: 1, pageId: 2 })).toEqual({ ids: [a], total: 2 });
    expect(await list('manager', { names: ['echo'] })).toEqual({ ids: [b], total: 1 });
    expect((await room.ask('manager', api.listTaskStatus, { query: { rec_id: '3000000000' } })).status).toBe(422);
  });
});

it('a client that is deleted takes its tasks along: those under way, and the files of all; others keep theirs', async () => {
  const { home, away } = room.clientIds;
  const upload = { file: { name: 'a.txt', bytes: Buffer.from('x') } };
  const given = await room.ask('manager', api.createTaskWithFile, { body: { name: 'work', args: {} }, ...upload });
  await reaches(given.body?.task_id ?? 0, 'Done');
  await reaches(await start('manager', 'echo', { word: 'ours' }), 'Done');
  const theirs = await start('awayManager', 'echo', { word: 'theirs' });
  await reaches(theirs, 'Done');
  await reaches(await start('manager', 'echo', { word: 'late', wait: true }), 'Running');
  expect(await readdir(room.folder.tasks)).toHaveLength(3);
  await deleteTasksOfClient({ db: room.db, jobs, folder: room.folder }, home);
  expect(await room.db.$count(tasks, eq(tasks.clientId, home))).toBe(0);
  expect(await room.db.$count(tasks, eq(tasks.clientId, away))).toBe(1);
  const [kept, ...more] = await readdir(room.folder.tasks);
  expect([kept, more]).toEqual([expect.stringContaining(`result-${theirs}-`), []]);
});
