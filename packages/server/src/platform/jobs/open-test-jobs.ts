import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { systemClock } from '../clock/index.ts';
import { tables } from '../database/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { createLog } from '../log/index.ts';
import { createJobs, type Job, type Jobs, type JobsDependencies, type JobsOptions } from './index.ts';

const { tasks } = tables;

/** A job of one number. */
export function job(run: Job<{ n: number }>['run'], failed?: Job<{ n: number }>['failed']): Job<{ n: number }> {
  return { name: 'count', args: z.object({ n: z.number() }), run, ...(failed && { failed }) };
}

/** A job that runs until its signal is aborted. */
export const untilAborted = job(async (_args, { signal }) => {
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
});

/** A database on which queues are opened. For tests. */
export async function openTestJobs() {
  const test = await openTestDatabase();
  const started: Jobs[] = [];
  return {
    test,
    /** A queue that polls often and tries again at once; `clear` stops it. */
    open(said: Partial<JobsDependencies> & JobsOptions = {}): Jobs {
      const jobs = createJobs(
        { database: test.database, clock: systemClock, log: createLog('silent'), folder: test.folder, ...said },
        { pollMs: 50, retryDelayMs: () => 0, ...said },
      );
      started.push(jobs);
      return jobs;
    },
    async row(id: number) {
      const [task] = await test.database.db.select().from(tasks).where(eq(tasks.id, id));
      if (task === undefined) throw new Error(`no task ${id}`);
      return task;
    },
    /** Stops the queues and forgets their tasks. */
    async clear(): Promise<void> {
      for (const jobs of started.splice(0)) await jobs.stop(0);
      await test.database.db.delete(tasks);
    },
  };
}
