import { inArray, isNotNull } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { type DataFolder, type Files, type StoredName, stored } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';

const { records } = tables;

interface Dependencies {
  readonly db: Queryable;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly log: Log;
}

/** Rows looked up at once. */
const uidsAtOnce = 1000;
const uidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const journalEnding = '.journal';

/**
 * Clears away what a crash left between the rows and the files: purged originals; signals, computed channels and uploads of records that have no row. A journal
 * without a row may be the only copy of a recording: it is moved to `journal/unclaimed/`, never deleted. Only for the
 * start, before records are made; with no record at all in the database the folder is another database's, and all stays.
 */
export async function sweepOrphans({ db, folder: { files }, log }: Dependencies): Promise<void> {
  const isRecordUid = (name: string) => uidPattern.test(name);
  const signals = (await files.list('signals')).filter(isRecordUid);
  const uploads = (await files.list('uploads')).filter(isRecordUid);
  const uidOf = (name: string) => name.slice(0, name.indexOf('.'));
  const computed = (await files.list('computed')).filter((name) => isRecordUid(uidOf(name)));
  const journals = (await files.list('journal'))
    .filter((name) => name.endsWith(journalEnding))
    .map((name) => name.slice(0, -journalEnding.length))
    .filter(isRecordUid);
  const found = new Set([...signals, ...uploads, ...journals, ...computed.map(uidOf)]);
  if (found.size === 0) return;
  if ((await db.$count(records)) === 0) {
    log.warn({ files: found.size }, 'the data folder holds records that this database does not know; they stay');
    return;
  }
  await removePurged(db, files, log);
  const known = await knownUids(db, [...found]);
  const orphan = (uid: string) => !known.has(uid);
  for (const uid of journals.filter(orphan)) await setAside(files, uid, log);
  const derived = computed.filter((name) => orphan(uidOf(name))).map(stored.computed);
  const sources = uploads.filter(orphan).map(stored.upload);
  for (const name of [...sources, ...signals.filter(orphan).map(stored.signals), ...derived]) {
    await remove(files, name, log);
  }
}

/** Originals that were purged just before a crash. */
async function removePurged(db: Queryable, files: Files, log: Log): Promise<void> {
  const purged = await db
    .select({ uid: records.uid, source: records.source })
    .from(records)
    .where(isNotNull(records.originalPurged));
  for (const name of purged.map(stored.source)) if (await files.has(name)) await remove(files, name, log);
}

async function remove(files: Files, name: StoredName, log: Log): Promise<void> {
  await files.delete(name).then(
    () => log.warn({ path: name }, 'a file of no record is removed'),
    (error) => log.warn({ path: name, error: String(error) }, 'a file of no record stays'),
  );
}

async function setAside(files: Files, uid: string, log: Log): Promise<void> {
  const from = stored.journal(uid);
  const to: StoredName = `journal/unclaimed/${uid}${journalEnding}`;
  try {
    await files.place({ from: await files.localPath(from), to });
    log.warn({ path: to }, 'a journal of no record is set aside');
  } catch (error) {
    log.warn({ path: from, error: String(error) }, 'a journal of no record stays');
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
