import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupExport } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database, TaskMessage } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { JobContext } from '../../platform/jobs/index.ts';
import { tablesByUid } from '../../platform/rows-by-uid/index.ts';
import { exportJob } from './export-job.ts';
import { type RestoreDependencies, restoreJob } from './restore-job.ts';

const roomy = (await openTestDisk()).disk;

export interface TestServer {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly life: RestoreDependencies['life'];
  readonly disk?: Pick<DiskLedger, 'reserve'>;
  /** What is done with the secrets that a backup brings; none unless said. */
  readonly sealSecrets?: RestoreDependencies['sealSecrets'];
}

const noSecrets = async () => ({ count: 0, names: [], keyIds: [] });

/** Backs up and restores as the tasks do, without the queue. For tests. */
export function openTestBackups({ database, folder, life, disk = roomy, sealSecrets = noSecrets }: TestServer) {
  const clock = { nowMs: () => Date.parse('2026-11-21T10:00:00Z'), monotonicMs: () => performance.now() };
  const dependencies = {
    ...{ database, folder, disk, clock, version: '1.2.3' },
    sealSecrets,
    life,
  };
  const messages: { type: TaskMessage['type']; msg: TaskMessage['msg'] }[] = [];
  const offered: { path: string; filename: string }[] = [];
  const contextOf = (signal: AbortSignal): JobContext => ({
    taskId: Math.floor(Math.random() * 1e9),
    interruptions: 0,
    signal,
    progress: async () => {},
    message: async (type, msg) => void messages.push({ type, msg }),
    alsoAbout: async () => {},
    async offerFile(path, filename) {
      await mkdir(folder.tasks, { recursive: true });
      const kept = join(folder.tasks, randomUUID());
      await rename(path, kept);
      offered.push({ path: kept, filename });
    },
  });
  return {
    dependencies,
    messages,
    async back(args: z.input<typeof BackupExport> = {}, abort = new AbortController()) {
      await mkdir(folder.temporary, { recursive: true });
      await exportJob(dependencies).run(BackupExport.parse(args), contextOf(abort.signal));
      const last = offered.at(-1);
      if (last === undefined) throw new Error('no backup was offered');
      return last;
    },
    /** As a task that was given the file at the path, which may be another server's. */
    async restore(path: string) {
      await mkdir(folder.temporary, { recursive: true });
      await mkdir(folder.tasks, { recursive: true });
      const file = randomUUID();
      await copyFile(path, join(folder.tasks, file));
      messages.length = 0;
      await restoreJob(dependencies).run({ file, filename: 'backup.zip' }, contextOf(new AbortController().signal));
    },
    /** Every row of every table of a backup, with local ids, and every file of records with its hash. */
    async look() {
      const rows: Record<string, unknown[]> = {};
      for (const { name } of tablesByUid) {
        const found = await database.db.execute(sql.raw(`select row_to_json(t)::text as row from "${name}" t`));
        rows[name] = found.rows.map(({ row }) => row).sort();
      }
      const tasks = await database.db.execute(sql`select count(*) as count from tasks`);
      return { rows, tasks: tasks.rows[0]?.count, files: await hashesOf(folder) };
    },
    async saveStream(stream: NodeJS.ReadableStream): Promise<string> {
      await mkdir(folder.tasks, { recursive: true });
      const path = join(folder.tasks, randomUUID());
      await pipeline(stream, createWriteStream(path));
      return path;
    },
    async forgetFiles() {
      for (const path of [folder.journals, folder.uploads, folder.allSignals, folder.releases]) {
        await rm(path, { recursive: true, force: true });
      }
    },
  };
}

async function hashesOf(folder: DataFolder): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const root of [folder.journals, folder.uploads, folder.allSignals, folder.releases, folder.temporary]) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      // a restored record is being decoded: its unfinished files come and go
      const bytes = await readFile(path).catch((error: unknown) => {
        if (root !== folder.temporary || Reflect.get(Object(error), 'code') !== 'ENOENT') throw error;
        return undefined;
      });
      if (bytes !== undefined)
        hashes[path.slice(folder.root.length + 1)] = createHash('sha256').update(bytes).digest('hex');
    }
  }
  return hashes;
}
