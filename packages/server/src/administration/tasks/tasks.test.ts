import { readdir } from 'node:fs/promises';
import { api, type Task } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { deleteTasksOfClient, sweepTaskFiles } from './index.ts';
import { openTestTasks } from './open-test-tasks.ts';

const { tasks } = tables;
const { room, jobs, start, status, read, act, list, clear, close } = await openTestTasks();
afterEach(clear);
afterAll(close);

const reaches = (id: number, state: Task['executing_str']) =>
  vi.waitFor(async () => expect((await read(id)).executing_str).toBe(state), { timeout: 10_000, interval: 20 });

describe('starting', () => {
  it('runs in the name of the person and their browser, and tells how it went in both languages', async () => {
    const { body, status: created } = await room.ask('manager', api.createTask, {
      body: { name: 'echo', args: { word: 'salut' } },
      headers: { 'x-unique-id': 'browser-1' },
    });
    expect(created).toBe(200);
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
        result: { download: `/tasks/${id}/download` },
        logs: expect.stringMatching(/^\S+Z SUCCESS Said\n$/),
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
      expect((await kinds(who)).map(({ name }) => name)).toEqual(['echo', 'secret', 'work', 'join', 'inner']);
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
    expect(await ask('manager', { name: 'echo', args: { word: 'a', wrod: 'b', start_date: '2026' } })).toMatchObject({
      status: 422,
      code: 'request.invalid',
      fields: { 'args.wrod': 'unknown', 'args.start_date': 'unknown' },
    });
    expect(await ask('admin', { name: 'secret', args: { garbage: 1 } })).toMatchObject({
      fields: { 'args.garbage': 'unknown' },
    });
    expect(await ask('manager', { name: 'echo', args: { word: 'forbidden' } })).toMatchObject({
      status: 422,
      fields: { 'args.word': 'forbidden' },
    });
    const foreign = { name: 'echo', args: { word: 'a' }, client_id: room.clientIds.away };
    expect(await ask('manager', foreign)).toMatchObject({ status: 422, fields: { client_id: 'unknown' } });
    expect(await ask('admin', foreign)).toMatchObject({ status: 200 });
    expect(await ask('manager', { name: 'secret' })).toMatchObject({ status: 403, code: 'permission.denied' });
    expect(await ask('athlete', { name: 'echo', args: { word: 'a' } })).toMatchObject({ status: 403 });
    expect(await ask('manager', { name: 'work', args: { file: '/etc/passwd', filename: 'x' } })).toMatchObject({
      status: 422,
      code: 'task.needsFile',
    });
  });

  it('refuses unknown arguments beside a file, too, and keeps no file then', async () => {
    const file = { name: 'notes.txt', bytes: Buffer.from('dear diary') };
    const body = { name: 'work', args: { garbage: 1 } };
    const refused = await room.ask('coach', api.createTaskWithFile, { body, file });
    expect(refused).toMatchObject({ status: 422, fields: { 'args.garbage': 'unknown' } });
    expect(await readdir(room.folder.tasks)).toEqual([]);
    expect(await room.db.$count(tasks)).toBe(0);
  });

  it('still runs a task that was added with arguments that nobody may give any more', async () => {
    const id = await jobs.enqueue('echo', { word: 'old', gone: 1 }, { clientId: null });
    await reaches(id, 'Done');
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
  it('downloads what the task made, also in part; a restarted task makes it anew, a deleted one takes it along', async () => {
    const id = await start('manager', 'echo', { word: 'salut' });
    await reaches(id, 'Done');
    const file = await room.ask('manager', api.downloadTask, { params: { id } });
    expect(file.bytes.toString()).toBe('salut');
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('écho.txt'));
    expect(file.headers['content-length']).toBe('5');
    const part = { params: { id }, headers: { range: 'bytes=2-' } };
    const rest = await room.ask('manager', api.linkTaskFile, part);
    expect([rest.status, rest.bytes.toString(), rest.headers['content-range']]).toEqual([206, 'lut', 'bytes 2-4/5']);
    // It may have run again already when it is answered.
    const restarted = (await act('manager', api.restartTask, id)).body?.messages_history ?? [];
    expect(restarted.map(({ msg }) => msg.en).slice(0, 2)).toEqual(['Said', 'The task was started again.']);
    await reaches(id, 'Done');
    expect(await readdir(room.folder.tasks)).toHaveLength(1);
    await room.ask('manager', api.deleteTask, { params: { id } });
    expect(await readdir(room.folder.tasks)).toEqual([]);
    expect((await room.ask('manager', api.downloadTask, { params: { id } })).code).toBe('entity.notFound');
  });

  it('says which record it made, and what would start it again', async () => {
    const about = { clientId: room.clientIds.home, recordIds: [901, 902, 903] };
    const id = await jobs.enqueue('join', { parts: [901, 902] }, about);
    await reaches(id, 'Done');
    expect(await read(id)).toMatchObject({ args: { record_ids: [901, 902] }, result: { record_id: 903 } });
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
