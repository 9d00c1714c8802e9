import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, refuse, type Task } from '@sillage/contract';
import { eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { createJobs, type Jobs } from '../../platform/jobs/index.ts';
import { keepSeenRecords, visibleTo } from '../../recording/records/index.ts';
import { openTestAdministration } from '../tenancy/testing.ts';
import { sweepTaskFiles, taskRoutes } from './index.ts';

const { tasks, records } = tables;
const running = 2;
const Echo = z.object({
  word: z.string({ error: 'required' }).min(1, { error: 'required' }),
  wait: z.boolean().default(false),
});
const Work = z.object({ file: z.string(), filename: z.string() });

/**
 * The routes of tasks over two clients, and a queue that runs four kinds: `echo` (what is said becomes a file; may wait or
 * fail), `secret` (for administrators), `work` (on an uploaded file), `inner` (nobody starts it). For tests.
 */
export async function openTestTasks() {
  const room = await openTestAdministration();
  const { database, folder, clock, log, db } = room;
  await mkdir(folder.tasks, { recursive: true });
  await mkdir(folder.temporary, { recursive: true });
  const jobs = createJobs({ database, folder, clock, log }, { pollMs: 250, retryDelayMs: () => 0 });
  const letGo = registerKinds(jobs, folder);
  taskRoutes(room.serve, {
    db,
    jobs,
    folder,
    clock,
    ofRecords: [],
    visibleRecords: { where: visibleTo, ids: keepSeenRecords(db, clock) },
  });
  await jobs.start();

  const status = async (who: string, query: Record<string, string | number>): Promise<Task[]> =>
    (await room.ask(who, api.listTaskStatus, { query })).body ?? [];
  return {
    room,
    jobs,
    status,
    /** Starts a task; answers its id. @throws when it is refused. */
    async start(who: string, name: string, args: object = {}, more: object = {}): Promise<number> {
      const { body, code } = await room.ask(who, api.createTask, { body: { name, args, ...more } });
      if (body === undefined) throw new Error(`not started: ${code}`);
      return body.task_id;
    },
    async read(id: number, who = 'admin'): Promise<Task> {
      const [task] = await status(who, { id });
      if (task === undefined) throw new Error(`${who} sees no task ${id}`);
      return task;
    },
    act: (who: string, endpoint: typeof api.restartTask, id: number) => room.ask(who, endpoint, { params: { id } }),
    async list(who: string, body: object = {}) {
      const answer = (await room.ask(who, api.listTasks, { body })).body;
      return { ids: answer?.items.map(({ id }) => id), total: answer?.total };
    },
    /** Ends what waits, and forgets every task and record. */
    async clear(): Promise<void> {
      letGo();
      await db.delete(tasks).where(ne(tasks.executing, running));
      while ((await db.$count(tasks, eq(tasks.executing, running))) > 0) await sleep(20);
      await db.delete(tasks);
      await db.delete(records);
      await sweepTaskFiles(db, folder);
    },
    async close(): Promise<void> {
      await jobs.stop(1000);
      await room.close();
    },
  };
}

/** Answers how to let the `echo` that waits go on. */
function registerKinds(jobs: Jobs, folder: DataFolder): () => void {
  let letGo = () => {};
  jobs.register({
    name: 'echo',
    args: Echo,
    displayName: { fr: 'Écho', en: 'Echo' },
    startable: { permission: 'device.edit', defaultArgs: { word: 'hello' } },
    refusal: async ({ word }) =>
      word === 'forbidden' ? refuse('request.invalid', {}, { 'args.word': 'forbidden' }) : undefined,
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
      const text = await readFile(join(folder.tasks, file), 'utf8');
      await message('INFO', { fr: text, en: text });
    },
  });
  jobs.register({
    name: 'join',
    args: z.object({ parts: z.array(z.int()) }),
    asSent: ({ parts }) => ({ record_ids: parts }),
    madeRecord: ({ parts }, about) => about.find((id) => !parts.includes(id)),
    run: async () => {},
  });
  jobs.register({ name: 'inner', args: z.object({}), run: async () => {} });
  return () => letGo();
}
