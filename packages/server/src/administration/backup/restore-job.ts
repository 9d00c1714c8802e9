import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Queryable, transactionId, wasUndone } from '../../platform/database/index.ts';
import { refusalOfFullDisk } from '../../platform/disk/index.ts';
import { type PlacedFiles, readLines, stored } from '../../platform/files/index.ts';
import { type Job, type JobContext, TaskRefused } from '../../platform/jobs/index.ts';
import {
  type Applied,
  applyRows,
  BrokenRows,
  readRows,
  rowIds,
  type StagedTable,
  stagedRows,
  stageRows,
} from '../../platform/rows-by-uid/index.ts';
import { devicesChanged } from '../devices/index.ts';
import { settingsChanged, termsInForce } from '../server/index.ts';
import { holdAdministrators, rightsChanged } from '../tenancy/index.ts';
import { askForTerms } from './ask-for-terms.ts';
import { isKept } from './choose-rows.ts';
import { type BackupDependencies, schemaOf } from './export-job.ts';
import { findFilesToPlace, type LackedFile } from './find-files-to-place.ts';
import { keptColumns } from './kept-columns.ts';
import { maximumLineBytes, readFileName, tableEntry } from './manifest.ts';
import { damaged, type OpenedBackup, openBackup } from './open-backup.ts';
import { settleDates } from './settle-dates.ts';
import { type RestoredLives, type Settled, settleRecords } from './settle-records.ts';
import {
  asksForTermsAgain,
  beginsRestore,
  endedRestore,
  keptAsTheyAre,
  type LostSecrets,
  lostSecrets,
  recordsWithoutSamples,
  verifiedBackup,
} from './tell-backups.ts';

const Args = z.object({ file: z.string().min(1), filename: z.string() });
type Args = z.infer<typeof Args>;

export interface RestoreDependencies extends BackupDependencies {
  readonly life: RestoredLives;
  /** Seals the secrets of other services that the backup brought; answers those that open with another key. */
  readonly sealSecrets: (tx: Queryable) => Promise<LostSecrets>;
}

/** Only one restore at a time; any number, of no other lock of the program. */
const lockKey = 7_241_998_302;
const extractedShare = 0.6;
const comparedShare = 0.9;

/** Brings a backup back: everything of it is verified before anything of this server is touched. */
export function restoreJob(dependencies: RestoreDependencies): Job<Args> {
  return {
    name: 'backup.restore',
    displayName: { fr: 'Restauration d’une sauvegarde', en: 'Restore of a backup' },
    args: Args,
    startable: { permission: 'backup.edit', defaultArgs: {}, withFile: true },
    isLong: true,
    async run({ file, filename }, context) {
      const { files, working } = dependencies.folder;
      // A task of an earlier version was given a whole path.
      const path = await files.localPath(stored.task(basename(file)));
      await working.withFolder(`restore-${randomUUID()}`, async (into) => {
        await context.message('INFO', beginsRestore(filename));
        const schema = await schemaOf(dependencies.database.db);
        const progress = (fraction: number) => context.progress(extractedShare * fraction);
        const backup = await openBackup(path, {
          ...{ schema, version: dependencies.version, into, progress },
          disk: dependencies.disk,
          signal: context.signal,
        });
        await context.message('INFO', verifiedBackup(backup.manifest));
        await restore(backup, dependencies, context);
      });
    },
  };
}

async function restore(backup: OpenedBackup, dependencies: RestoreDependencies, context: JobContext): Promise<void> {
  const progress = (fraction: number) => context.progress(extractedShare + (comparedShare - extractedShare) * fraction);
  const different = await findFilesToPlace(dependencies.folder.files, backup, context.signal, progress);
  let placing: { readonly files: PlacedFiles; readonly transaction: string } | undefined;
  const restored = await dependencies.life
    .inTransaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
      const staged = await stage(tx, backup, context.signal);
      await checkFiles(tx, backup);
      // Nothing was touched before this line.
      const before = await holdAdministrators(tx);
      const terms = await termsInForce(tx);
      const applied = await applyRows(tx, staged, keptColumns);
      const otherTerms = await askForTerms(tx, terms, backup.manifest);
      const after = await holdAdministrators(tx);
      if (before.length > 0 && after.length === 0) throw new TaskRefused(refuse('user.lastAdministrator'));
      context.signal.throwIfAborted();
      const files = await ofRestoredRecords(tx, different);
      const transaction = await transactionId(tx);
      placing = { files: await dependencies.folder.files.placeAll(files), transaction };
      return {
        applied,
        otherTerms,
        lost: await dependencies.sealSecrets(tx),
        ...(await settle(tx, staged, files, dependencies)),
      };
    }, dependencies.database.db)
    .catch(async (problem: unknown) => {
      if (placing && (await wasUndone(dependencies, placing.transaction))) await placing.files.takeBack();
      // Tried again by itself it would unpack all of it each time, and fill the disk under those who record.
      const full = refusalOfFullDisk(problem);
      throw full === undefined ? problem : new TaskRefused(full);
    });
  await placing?.files.keep();
  await report(context, restored);
}

/** @throws TaskRefused; nothing of this server was touched. */
async function stage(tx: Queryable, backup: OpenedBackup, signal: AbortSignal): Promise<StagedTable[]> {
  const given = backup.manifest.tables.map(({ name, columns, rows }) => ({
    ...{ name, columns, rows },
    lines: () => readLines(backup.tablePath(name), maximumLineBytes, () => damaged(tableEntry(name))),
  }));
  try {
    return await stageRows(tx, given, signal);
  } catch (problem) {
    throw problem instanceof BrokenRows ? damaged(problem.place) : problem;
  }
}

interface Brought extends Settled {
  /** Files that this server lacked. */
  readonly files: number;
}

/**
 * Files lie in place before the rows are there for good: after a crash in between those that were new belong to no row and
 * are swept at the next start, and no row is ever without its file.
 */
async function settle(
  tx: Queryable,
  staged: readonly StagedTable[],
  files: readonly LackedFile[],
  dependencies: RestoreDependencies,
): Promise<Brought> {
  const uidsOf = (those: readonly LackedFile[]) => new Set(those.map(({ uid }) => uid));
  const placed = {
    sources: uidsOf(files.filter(({ kind }) => kind !== 'signals')),
    signals: uidsOf(files.filter(({ kind }) => kind === 'signals')),
  };
  await settleDates(tx, staged, placed.sources);
  const settled = await settleRecords(tx, dependencies.folder.files, placed, dependencies.life);
  await tellRestored(tx);
  return { ...settled, files: files.length };
}

/** Those who hold devices, settings or members of live rooms read them again once the restore is there for good. */
async function tellRestored(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify(${devicesChanged}, d.number::text)
    from ${sql.raw(rowIds)} i join devices d on d.id = i.id where i.kind = 'devices'`);
  await tx.execute(sql`select pg_notify(${settingsChanged}, ''), pg_notify(${rightsChanged}, '')`);
}

/** Every file belongs to a row of the backup. @throws TaskRefused */
async function checkFiles(tx: Queryable, backup: OpenedBackup): Promise<void> {
  if (backup.manifest.files.count === 0) return;
  const known = new Set<string>();
  for await (const { uid, source } of readRows(tx, sql`select uid, source from ${sql.raw(stagedRows('records'))}`)) {
    known.add(`${source === 'journal' ? 'journals' : 'uploads'}/${uid}`).add(`signals/${uid}`);
  }
  for await (const { sha256 } of readRows(tx, sql`select sha256 from ${sql.raw(stagedRows('releases'))}`))
    known.add(`releases/${sha256}`);
  for await (const { name } of backup.files()) {
    const file = readFileName(name);
    if (file === undefined || !known.has(`${file.kind}/${file.uid}`)) throw damaged(name);
  }
}

/**
 * Not the files of a record that is being received here, nor of one that another row stands for. The rows are held until
 * the end: a record that is asked of its device again meanwhile waits, and goes on with the file that is there then.
 */
async function ofRestoredRecords(tx: Queryable, files: readonly LackedFile[]): Promise<LackedFile[]> {
  if (files.length === 0) return [];
  const restored = new Set<string>();
  const open = sql`select i.uid from ${sql.raw(rowIds)} i join records r on r.id = i.id
    where i.kind = 'records' and i.how in ('known', 'new') and ${isKept(sql`r.decode_state`)}
    for update of r`;
  for await (const { uid } of readRows(tx, open)) restored.add(String(uid));
  return files.filter(({ kind, uid }) => kind === 'releases' || restored.has(uid));
}

interface Applying {
  readonly applied: readonly Applied[];
  readonly lost: LostSecrets;
  readonly otherTerms: boolean;
}

async function report(
  context: JobContext,
  { applied, lost, otherTerms, files, waiting, without }: Brought & Applying,
): Promise<void> {
  for (const one of applied.filter(({ merged }) => merged > 0)) await context.message('WARN', keptAsTheyAre(one));
  if (lost.count > 0) await context.message('WARN', lostSecrets(lost));
  if (otherTerms) await context.message('WARN', asksForTermsAgain);
  if (without > 0) await context.message('WARN', recordsWithoutSamples(without));
  const added = applied.reduce((sum, one) => sum + one.added, 0);
  await context.message('SUCCESS', endedRestore(added, files, waiting));
}
