import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { codeOf, type DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';

const { records } = tables;

interface SweepTools {
  readonly db: Queryable;
  readonly folder: DataFolder;
  readonly log: Log;
}

/** Rows looked up at once. */
const uidsAtOnce = 1000;
const uidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const journalEnding = '.journal';

/**
 * Clears away what a crash left between the rows and the files: signals and uploads of records that have no row. A journal
 * without a row may be the only copy of a recording: it is moved to `journal/unclaimed/`, never deleted. Only for the
 * start, before records are made; with no record at all in the database the folder is another database's, and all stays.
 */
export async function sweepOrphans({ db, folder, log }: SweepTools): Promise<void> {
  const isRecordUid = (name: string) => uidPattern.test(name);
  const signals = (await namesIn(folder.allSignals)).filter(isRecordUid);
  const uploads = (await namesIn(folder.uploads)).filter(isRecordUid);
  const journals = (await namesIn(folder.journals))
    .filter((name) => name.endsWith(journalEnding))
    .map((name) => name.slice(0, -journalEnding.length))
    .filter(isRecordUid);
  const found = new Set([...signals, ...uploads, ...journals]);
  if (found.size === 0) return;
  if ((await db.$count(records)) === 0) {
    log.warn({ files: found.size }, 'the data folder holds records that this database does not know; they stay');
    return;
  }
  const known = await knownUids(db, [...found]);
  const orphan = (uid: string) => !known.has(uid);
  for (const uid of journals.filter(orphan)) await setAside(folder, uid, log);
  for (const path of [
    ...uploads.filter(orphan).map((uid) => folder.upload(uid)),
    ...signals.filter(orphan).map((uid) => folder.signals(uid)),
  ]) {
    await rm(path, { recursive: true, force: true }).then(
      () => log.warn({ path }, 'a file of no record is removed'),
      (error) => log.warn({ path, error: String(error) }, 'a file of no record stays'),
    );
  }
}

async function setAside(folder: DataFolder, uid: string, log: Log): Promise<void> {
  const unclaimed = join(folder.journals, 'unclaimed');
  const to = join(unclaimed, `${uid}${journalEnding}`);
  try {
    await mkdir(unclaimed, { recursive: true, mode: 0o700 });
    await rename(folder.journal(uid), to);
    log.warn({ path: to }, 'a journal of no record is set aside');
  } catch (error) {
    log.warn({ path: folder.journal(uid), error: String(error) }, 'a journal of no record stays');
  }
}

async function knownUids(db: Queryable, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let from = 0; from < uids.length; from += uidsAtOnce) {
    const some = uids.slice(from, from + uidsAtOnce);
    const rows = await db.select({ uid: records.uid }).from(records).where(inArray(records.uid, some));
    for (const { uid } of rows) known.add(uid);
  }
  return known;
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
