import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupExport, isRefusal, refuse } from '@sillage/contract';
import { formatFileDate } from '@sillage/domain';
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Database, type Queryable, tables } from '../../platform/database/index.ts';
import { type DiskLedger, type Reservation, refusalOfFullDisk, takeRoom } from '../../platform/disk/index.ts';
import { type DataFolder, type Files, type StoredName, stored, writeWorkingFile } from '../../platform/files/index.ts';
import { type Job, type JobContext, TaskRefused } from '../../platform/jobs/index.ts';
import { readTable, tablesByUid } from '../../platform/rows-by-uid/index.ts';
import { readTimezone } from '../tenancy/index.ts';
import { type BackupScope, inScope, type RecordFile, readRecordFiles } from './choose-rows.ts';
import { formatVersion, type Manifest } from './manifest.ts';
import { verifyBackup } from './open-backup.ts';
import { absentFiles, beginsExport, endedExport } from './tell-backups.ts';
import { type BackupWriter, createBackupWriter } from './write-backup.ts';

const { clients, releases } = tables;

export interface BackupDependencies {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  readonly clock: Clock;
  readonly version: string;
}

/** Room that there must be to begin; more is asked for as the backup grows. */
const leastBytes = 1024 ** 2;
/** Of the progress, what the tables count for; files are most of the work. */
const tablesShare = 0.1;

/** Writes one client or all to a zip (docs/decisions), bounded in memory, and offers it for download. */
export function exportJob(dependencies: BackupDependencies): Job<BackupExport> {
  return {
    name: 'backup.export',
    displayName: { fr: 'Sauvegarde', en: 'Backup' },
    args: BackupExport,
    startable: { permission: 'backup.edit', defaultArgs: BackupExport.parse({}) },
    isLong: true,
    async refusal({ client_id }) {
      if (client_id === null || (await clientOf(dependencies.database.db, client_id)) !== undefined) return undefined;
      return refuse('request.invalid', {}, { 'args.client_id': 'unknown' });
    },
    async run(args, context) {
      await dependencies.folder.working.withFile(`backup-${randomUUID()}.zip`, async (path) => {
        const { head, counts, sizeBytes } = await exportTo(path, args, dependencies, context);
        await readBack(path, head, dependencies.folder, context.signal);
        await context.offerFile(path, nameOf(head));
        await context.message('SUCCESS', endedExport(counts, sizeBytes));
      });
    },
  };
}

/** What a failing disk or memory did to the bytes is noticed before somebody relies on them. */
async function readBack(
  path: string,
  { schema, version }: Pick<Manifest, 'schema' | 'version'>,
  { working }: Pick<DataFolder, 'working'>,
  signal: AbortSignal,
): Promise<void> {
  await working.withFolder(`read-back-${randomUUID()}`, (into) =>
    verifyBackup(path, { schema, version, into, signal }).catch((problem: unknown) => {
      if (!(problem instanceof TaskRefused)) throw problem;
      throw new Error('the backup that was written does not read back as it was meant', { cause: problem });
    }),
  );
}

interface Written {
  readonly head: Omit<Manifest, 'tables' | 'files'>;
  /** Rows of each table, and `files`. */
  readonly counts: ReadonlyMap<string, number>;
}

async function exportTo(
  path: string,
  args: BackupExport,
  dependencies: BackupDependencies,
  context: JobContext,
): Promise<Written & { readonly sizeBytes: number }> {
  const room = await dependencies.disk.reserve('task', leastBytes);
  if (isRefusal(room)) throw new TaskRefused(room);
  try {
    const target = await writeWorkingFile(path);
    return { ...(await writeThrough(target, room, args, dependencies, context)), sizeBytes: target.bytesWritten };
  } finally {
    room.release();
  }
}

async function writeThrough(
  target: Writable,
  room: Reservation,
  args: BackupExport,
  dependencies: BackupDependencies,
  context: JobContext,
): Promise<Written> {
  const writer = createBackupWriter();
  const written = pipeline(writer.output, takeRoom(room), target, { signal: context.signal });
  // Told below; here only so that nobody takes it for forgotten in the meantime.
  written.catch(() => undefined);
  try {
    const content = await writeContent(writer, args, dependencies, context);
    await written;
    return content;
  } catch (problem) {
    writer.fail(problem);
    // What ended the writing is the reason; that nobody reads the backup any more is only what followed.
    const why = await written.then(
      () => problem,
      (error: unknown) => error ?? problem,
    );
    const full = refusalOfFullDisk(why);
    throw full === undefined ? problem : new TaskRefused(full);
  }
}

async function writeContent(
  writer: BackupWriter,
  given: BackupExport,
  dependencies: BackupDependencies,
  context: JobContext,
): Promise<Written> {
  const counts = new Map<string, number>();
  const { head, records, firmwares } = await dependencies.database.db.transaction(
    async (tx) => {
      // A slow disk is no reason to end it.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      const args = { ...given, timezone: given.timezone ?? (await readTimezone(tx, given.client_id)) };
      const client = args.client_id === null ? undefined : await clientOf(tx, args.client_id);
      if (args.client_id !== null && client === undefined) throw new TaskRefused(refuse('entity.notFound'));
      await context.message('INFO', beginsExport(client?.displayName, args));
      const scope: BackupScope = { ...args, clientId: args.client_id };
      for (const [order, table] of tablesByUid.entries()) {
        context.signal.throwIfAborted();
        const columns = table.columns.map(({ name }) => name);
        counts.set(table.name, await writer.table(table.name, columns, readTable(tx, table, inScope(scope))));
        await context.progress((tablesShare * (order + 1)) / tablesByUid.length);
      }
      return {
        head: await headOf(tx, dependencies, scope, client),
        records: given.with_files ? await readRecordFiles(tx, scope) : [],
        firmwares:
          given.with_files && client === undefined ? await tx.select({ sha256: releases.sha256 }).from(releases) : [],
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const hashes = [...new Set(firmwares.map(({ sha256 }) => sha256))];
  const total = records.length + hashes.length;
  let done = 0;
  const step = async () => {
    context.signal.throwIfAborted();
    done += 1;
    await context.progress(tablesShare + ((1 - tablesShare) * done) / total);
  };
  let without = 0;
  const { files } = dependencies.folder;
  for (const record of records) {
    if (!(await writeRecord(writer, files, record))) without += 1;
    await step();
  }
  for (const hash of hashes) {
    if (!(await writeFile(writer, `files/releases/${hash}`, files, stored.firmware(hash)))) without += 1;
    await step();
  }
  if (without > 0) await context.message('WARN', absentFiles(without));
  await writer.finish(head);
  return { head, counts: counts.set('files', total - without) };
}

async function clientOf(tx: Queryable, clientId: number) {
  const [client] = await tx
    .select({ uid: clients.uid, name: clients.name, displayName: clients.displayName })
    .from(clients)
    .where(eq(clients.id, clientId));
  return client;
}

/** The newest migration of the database. */
export async function schemaOf(tx: Queryable): Promise<number> {
  const { rows } = await tx.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  return Number(rows[0]?.at ?? 0);
}

async function headOf(
  tx: Queryable,
  { clock, version }: BackupDependencies,
  { with_files, start, end, timezone }: BackupScope,
  client: { readonly uid: string; readonly name: string } | undefined,
): Promise<Omit<Manifest, 'tables' | 'files'>> {
  return {
    product: 'sillage',
    format: formatVersion,
    version,
    schema: await schemaOf(tx),
    created: new Date(clock.nowMs()).toISOString(),
    scope: {
      client_uid: client?.uid ?? null,
      client_name: client?.name ?? null,
      with_files,
      start,
      end,
      timezone,
    },
  };
}

function nameOf({ created, scope }: Omit<Manifest, 'tables' | 'files'>): string {
  const of = (scope.client_name ?? 'all').replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60);
  const day = formatFileDate(Date.parse(created), scope.timezone).slice(0, 'yyyy-mm-dd'.length);
  return `sillage-backup-${of}-${day}.zip`;
}

/** The source of a record, else its signals. false = neither is there. */
async function writeRecord(writer: BackupWriter, files: Files, record: RecordFile): Promise<boolean> {
  const { uid, source } = record;
  const place = source === 'journal' ? 'journals' : 'uploads';
  if (await writeFile(writer, `files/${place}/${uid}`, files, stored.source(record))) return true;
  const signals = stored.signals(uid);
  let written = 0;
  for (const inside of await files.listBelow(signals)) {
    if (await writeFile(writer, `files/signals/${uid}/${inside}`, files, `${signals}/${inside}`)) written += 1;
  }
  return written > 0;
}

/** As long as it is now: a journal may grow meanwhile, and its end is whole as far as it goes. */
async function writeFile(writer: BackupWriter, entry: string, files: Files, name: StoredName): Promise<boolean> {
  const there = await files.open(name).catch(() => undefined);
  if (there === undefined) return false;
  await writer.file(entry, there.readAll());
  return true;
}
