import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import { type Files, stored } from '../../platform/files/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/index.ts';

const { tasks } = tables;
const everyMs = 600_000;
/** Files dropped at once. */
const filesAtOnce = 100;

interface Dependencies {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'describe'>;
  readonly folder: { readonly files: Pick<Files, 'delete'> };
  readonly log: Log;
}

/** Removes the files of tasks that keep them for a time only, each ten minutes until `close`; the tasks stay. */
export function keepOldFilesDropped(dependencies: Dependencies): { drop(): Promise<void>; close(): Promise<void> } {
  const drop = () => dropOldFiles(dependencies);
  let dropping: Promise<void> | undefined;
  const timer = setInterval(() => {
    dropping ??= drop()
      .catch((error: unknown) => dependencies.log.warn({ error: String(error) }, 'old files of tasks were not removed'))
      .finally(() => {
        dropping = undefined;
      });
  }, everyMs).unref();
  return {
    drop,
    async close() {
      clearInterval(timer);
      await dropping;
    },
  };
}

/** The row forgets its file first: what a crash leaves then is swept at the next start. */
async function dropOldFiles({ db, jobs, folder }: Dependencies): Promise<void> {
  const isOver = or(
    ...jobs.describe().flatMap(({ name, fileKeptSeconds }) => {
      if (fileKeptSeconds === undefined) return [];
      return [and(eq(tasks.name, name), lt(tasks.endedAt, sql`now() - ${fileKeptSeconds} * interval '1 second'`))];
    }),
  );
  if (isOver === undefined) return;
  for (;;) {
    const old = await db
      .select({ id: tasks.id, file: tasks.resultFile })
      .from(tasks)
      .where(and(isNotNull(tasks.resultFile), isOver))
      .limit(filesAtOnce);
    if (old.length === 0) return;
    for (const { id, file } of old) {
      if (file === null) continue;
      const isSame = and(eq(tasks.id, id), eq(tasks.resultFile, file));
      await db.update(tasks).set({ resultFile: null, resultName: null }).where(isSame);
      await folder.files.delete(stored.task(file));
    }
  }
}
