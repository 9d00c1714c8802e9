import { sweepTaskFiles } from '../administration/tasks/index.ts';
import { type Database, openDatabase } from '../platform/database/index.ts';
import { type DiskLedger, keepTemporarySwept, openDiskLedger } from '../platform/disk/index.ts';
import { measureDisk } from '../platform/files/index.ts';
import { createTally, type Tally } from '../platform/tally/index.ts';
import { sweepOrphans } from '../recording/records/index.ts';
import type { BaseDependencies } from './base-dependencies.ts';

/** ms to wait at the start for a database or a broker that starts later than this program. */
export const patienceMs = 60_000;

export interface Data {
  readonly tally: Tally;
  readonly database: Database;
  readonly disk: DiskLedger;
}

/** The database and the data folder, without what a crash left. */
export async function openData({ options, folder, log, closers, clock, say }: BaseDependencies): Promise<Data> {
  const { databaseUrl: url, lostTo, askedToEnd } = options;
  const tally = closers.add(createTally({ log, nowMs: clock.nowMs }), async (it) => it.close());
  say(url === undefined ? 'Starting the embedded database' : 'Connecting to the database');
  const external = url === undefined ? undefined : { url, patienceMs, say, lostTo };
  const opened = await openDatabase({ external, folder, log, progress: say, askedToEnd });
  const database = closers.add(opened, (it) => it.close());
  // Only now is the folder ours alone: another program's uploads are not to be swept away.
  await folder.prepare();
  const disk = await openDiskLedger({ measure: () => measureDisk(folder.root), monotonicMs: clock.monotonicMs, log });
  closers.add(disk, async (it) => it.close());
  const sweeper = keepTemporarySwept({ folder: folder.temporary, monotonicMs: clock.monotonicMs, log });
  closers.add(sweeper, async (it) => it.close());
  await sweepOrphans({ db: database.db, folder, log });
  await sweepTaskFiles(database.db, folder);
  return { tally, database, disk };
}
