import { type Database, tables } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { countIdleHour } from './create-uploads.ts';

const { uploads, users } = tables;
const everyMs = 3600_000;

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly folder: Pick<DataFolder, 'growing'>;
  readonly log: Log;
}

/** Removes uploads that nobody goes on with: each hour, and at the start what a crash left, until `close`. */
export function keepUploadsSwept(dependencies: Dependencies): { sweep(): Promise<void>; close(): Promise<void> } {
  const { database, folder, log } = dependencies;
  const sweep = async () => {
    for (const uid of await countIdleHour(database.db)) log.info({ uid }, 'an upload that rested too long is removed');
    await removeOrphans(dependencies);
  };
  const say = (error: unknown) => log.warn({ error: String(error) }, 'uploads were not swept');
  removeOrphans({ database, folder, log }).catch(say);
  const timer = setInterval(() => void sweep().catch(say), everyMs).unref();
  return { sweep, close: async () => clearInterval(timer) };
}

/** Bytes of no upload: of one that became a record, was removed or expired, in a moment in which the program ended. */
async function removeOrphans({ database: { db }, folder: { growing }, log }: Dependencies): Promise<void> {
  const names = await growing.list();
  if (names.length === 0) return;
  // With nobody at all in the database the folder is another database's, and all stays.
  if ((await db.$count(users)) === 0) return;
  const rows = await db.select({ uid: uploads.uid, recordId: uploads.recordId }).from(uploads);
  const unfinished = new Set(rows.filter(({ recordId }) => recordId === null).map(({ uid }) => uid));
  for (const name of names) {
    if (unfinished.has(name)) continue;
    await growing.delete(name);
    log.warn({ name }, 'bytes of no upload are removed');
  }
}
