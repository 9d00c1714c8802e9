import { join } from 'node:path';
import { FusionType, limits, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type Job, orRefused } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import { addFusedRecord } from './add-fused-record.ts';
import { findParts, type Part, refuseOtherSignals } from './find-parts.ts';
import { beginsFusing, liesAt } from './fuse-sentences.ts';
import { layOutParts } from './lay-out-parts.ts';
import { proposeOffsets } from './propose-offsets.ts';
import { type WriteDependencies, writeFusedFile } from './write-fused-file.ts';

const { records } = tables;

export const fuseJobName = 'record.fuse';

const FuseJobArgs = z.object({
  /** Of the record that is made: a task that is run again makes no second one. */
  uid: z.uuid(),
  recordIds: z.array(z.int().positive()).min(2).max(limits.recordsAFusion),
  type: FusionType,
  /** s that each begins after the first. */
  offsets: z.array(z.number()).optional(),
  /** Of the signals that the offsets were found for. */
  signalsVersions: z.array(z.int().nonnegative()).optional(),
  groupId: z.int().positive().nullable(),
});
export type FuseJobArgs = z.infer<typeof FuseJobArgs>;

export interface FuseDependencies extends WriteDependencies {
  readonly database: Database;
  readonly life: Life;
}

/** Rights were judged when the task was asked for. */
const server: Viewer = { principal: { userId: 0, clientId: 0, roles: [], groupIds: [] }, scope: 'everything' };

/** The job that makes one record of several: a file of all their modules on one clock, decoded like any upload. Parts stay. */
export function fuseJob(dependencies: FuseDependencies): Job<FuseJobArgs> {
  const { database, folder } = dependencies;
  return {
    name: fuseJobName,
    args: FuseJobArgs,
    displayName: { fr: 'Fusion', en: 'Fusion' },
    asSent: ({ recordIds, type, offsets }) => ({ record_ids: recordIds, type, ...(offsets && { offsets }) }),
    madeRecord: ({ recordIds }, about) => about.find((id) => !recordIds.includes(id)),
    async run(args, context) {
      // The program ended between the record and the word that it is made.
      if ((await database.db.$count(records, eq(records.uid, args.uid))) > 0) return;
      const parts = orRefused(await findParts(database.db, server, args.recordIds));
      orRefused(refuseOtherSignals(parts, args.signalsVersions));
      await context.message('INFO', beginsFusing(parts.length, args.type));
      const offsets = args.offsets ?? (await findOffsets(dependencies, parts, args, context.signal));
      const placed = orRefused(layOutParts(parts, offsets));
      for (const { name, offsetSeconds } of placed.slice(1)) await context.message('INFO', liesAt(name, offsetSeconds));
      await folder.working.withFolder(`fuse-${context.taskId}-${args.uid}`, async (work) => {
        const path = join(work, 'fused.mcap');
        await writeFusedFile(dependencies, placed, path, context);
        context.signal.throwIfAborted();
        await folder.files.place({ from: path, to: stored.upload(args.uid) });
        await addFusedRecord(dependencies, placed, args, context);
      });
    },
  };
}

/** What the type of fusion finds, all of it sure enough. */
async function findOffsets(
  { folder, workers }: FuseDependencies,
  parts: readonly Part[],
  { type }: FuseJobArgs,
  signal: AbortSignal,
): Promise<number[]> {
  const { parts: proposed } = orRefused(
    await proposeOffsets({ folder, workers: workers.ofTasks }, parts, { type, signal }),
  );
  return proposed.map(({ offset }, i) => {
    const name = parts[i]?.name ?? '';
    const unknown =
      type === 'gps' ? refuse('record.fuseNoGpsClock', { name }) : refuse('record.fuseUncertain', { name });
    return offset ?? orRefused<number>(unknown);
  });
}
