import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { api, Id, limits, type Refusal, refuse, type Translated } from '@sillage/contract';
import { sayBytes } from '@sillage/domain';
import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../platform/database/index.ts';
import { type DiskLedger, type Reservation, refusalOfFullDisk, takeRoom } from '../../platform/disk/index.ts';
import { writeWorkingFile } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type Job, type JobContext, type Jobs, orRefused, TaskRefused } from '../../platform/jobs/index.ts';
import { estimateSize } from './estimate-size.ts';
import type { ExportDependencies } from './export-source.ts';
import { type AskedExport, type JudgedExport, judgeExport } from './judge-export.ts';
import { type MadeFile, makeExport } from './make-export.ts';

const { tasks } = tables;
const exportJobName = 'record.export';
const doneState = 3;
/** Bytes that there must be to begin; more is asked for as the file grows. */
const leastBytes = 1024 ** 2;
/** An estimate may be too small: the end is told by the end. */
const mostProgress = 0.99;

const ExportJobArgs = z.object({
  userId: Id,
  params: api.downloadRecordFile.params,
  /** What the address named is in it. */
  body: api.downloadRecordFile.body,
});
type ExportJobArgs = z.infer<typeof ExportJobArgs>;

export interface QueueDependencies {
  readonly database: Pick<Database, 'db'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
}

/** Starts the task that makes a file which was judged for somebody. */
export async function queueExport(
  { database: { db }, jobs }: QueueDependencies,
  { principal, frontUid, params, query, body }: AskedExport & Viewer & { readonly frontUid: string | undefined },
  judged: JudgedExport,
): Promise<{ task_id: number } | Refusal> {
  const { userId, clientId } = principal;
  const chosen = [...new Set([...(query.sel_id ?? []), ...(body?.sel_ids ?? [])])];
  const args: z.input<typeof ExportJobArgs> = {
    ...{ userId, params },
    body: chosen.length === 0 ? body : { ...body, sel_ids: chosen },
  };
  const about = [...judged.records, ...judged.films].map(({ record }) => record);
  const ofClients = new Set(about.map((record) => record.clientId));
  const task = {
    clientId: ofClients.size === 1 ? (about[0]?.clientId ?? clientId) : clientId,
    recordIds: about.map(({ id }) => id),
    callerFrontUid: frontUid,
    userId,
  };
  return db.transaction(async (tx) => {
    // Of two that are asked for at once the second counts the first.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${exportJobName}), ${userId})`);
    const takesRoom = or(lt(tasks.executing, doneState), isNotNull(tasks.resultFile));
    const own = and(eq(tasks.userId, userId), eq(tasks.name, exportJobName), takesRoom);
    const maximum = limits.exportTasksAPerson;
    if ((await tx.$count(tasks, own)) >= maximum) return refuse('export.tooManyTasks', { maximum });
    return { task_id: await jobs.enqueue(exportJobName, args, task, tx) };
  });
}

export interface ExportJobDependencies extends ExportDependencies {
  readonly disk: Pick<DiskLedger, 'reserve'>;
  /** What somebody may see now; undefined for who may not sign in any more. */
  readonly viewerOf: (userId: number) => Promise<Viewer | undefined>;
}

/** Makes a download as a file of its task, for who asked, with the rights that they have when it is made. */
export function exportJob(dependencies: ExportJobDependencies): Job<ExportJobArgs> {
  const { folder, viewerOf } = dependencies;
  return {
    name: exportJobName,
    displayName: { fr: 'Téléchargement', en: 'Download' },
    args: ExportJobArgs,
    asSent: ({ params: { id, fileType }, body }) => ({ id, type: fileType, ...body }),
    isLong: true,
    fileKeptSeconds: limits.exportKeptSeconds,
    fileIsAskers: true,
    async run({ userId, params, body }, context) {
      const viewer = (await viewerOf(userId)) ?? orRefused<Viewer>(refuse('permission.denied'));
      const judged = orRefused(await judgeExport(dependencies, viewer, { params, query: {}, body }, context.signal));
      const { bytes } = await estimateSize(dependencies, judged);
      const made = orRefused(await makeExport(dependencies, judged));
      await folder.working.withFile(`export-${randomUUID()}`, async (path) => {
        const sizeBytes = await write(made, path, bytes, dependencies, context);
        await context.offerFile(path, made.name);
        await context.message('SUCCESS', madeIt(made.name, sizeBytes));
      });
    },
  };
}

/** Writes the file inside what the disk's ledger gives; answers its bytes. */
async function write(
  { content }: MadeFile,
  path: string,
  expectedBytes: number,
  { disk }: Pick<ExportJobDependencies, 'disk'>,
  context: JobContext,
): Promise<number> {
  const bytes = content instanceof Readable ? content : content.readAll();
  let room: Reservation | undefined;
  try {
    room = orRefused(await disk.reserve('task', leastBytes));
    const target = await writeWorkingFile(path);
    const told = async function* (source: AsyncIterable<Buffer>) {
      let written = 0;
      for await (const chunk of source) {
        written += chunk.length;
        await context.progress(Math.min(mostProgress, written / Math.max(1, expectedBytes)));
        yield chunk;
      }
    };
    await pipeline(bytes, told, takeRoom(room), target, { signal: context.signal });
    return target.bytesWritten;
  } catch (problem) {
    bytes.destroy();
    const full = refusalOfFullDisk(problem);
    throw full === undefined ? problem : new TaskRefused(full);
  } finally {
    room?.release();
  }
}

function madeIt(name: string, sizeBytes: number): Translated {
  const size = sayBytes(sizeBytes);
  const days = limits.exportKeptSeconds / 86_400;
  return {
    fr: `«\u00a0${name}\u00a0» est prêt, ${size.fr}. Il reste ici ${days} jours.`,
    en: `“${name}” is ready, ${size.en}. It stays here for ${days} days.`,
  };
}
