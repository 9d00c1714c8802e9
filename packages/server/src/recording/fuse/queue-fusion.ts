import { randomBytes } from 'node:crypto';
import { FuseArgs, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { uuidV7 } from '@sillage/domain';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { fieldCodes, type Viewer } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { groupOf } from '../records/index.ts';
import { findParts, refuseOtherSignals } from './find-parts.ts';
import { type FuseJobArgs, fuseJobName } from './fuse-job.ts';
import { layOutParts } from './lay-out-parts.ts';

const NamedByTask = z.looseObject({ rec_ids: z.array(z.unknown()), record_ids: z.undefined().optional() });

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly clock: Clock;
}

/** Starts the task that makes one record of several, for who may change all of them. */
export async function queueFusion(
  { database, jobs, clock }: Dependencies,
  viewer: Viewer & { readonly frontUid?: string | undefined },
  given: unknown,
): Promise<{ task_id: number } | Refusal> {
  const args = FuseArgs.safeParse(withParts(given));
  if (!args.success) {
    const inArgs = args.error.issues.map((issue) => ({ ...issue, path: ['args', ...issue.path] }));
    return refuse('request.invalid', {}, fieldCodes(inArgs));
  }
  const { record_ids, type, offsets, signals_versions } = args.data;
  const parts = await findParts(database.db, viewer, record_ids);
  if (isRefusal(parts)) return parts;
  const wanted = offsets?.length ? offsets : undefined;
  const placed = wanted && layOutParts(parts, wanted);
  if (isRefusal(placed)) return placed;
  const changed = wanted && refuseOtherSignals(parts, signals_versions?.length ? signals_versions : undefined);
  if (isRefusal(changed)) return changed;
  const [first] = parts;
  if (first === undefined) throw new Error('a fusion without parts was not refused');
  const taskArgs: FuseJobArgs = {
    uid: uuidV7(clock.nowMs(), randomBytes(10)),
    recordIds: record_ids,
    type,
    ...(wanted && { offsets: wanted, signalsVersions: parts.map(({ record }) => record.signalsVersion) }),
    groupId: groupOf(
      parts.map(({ record }) => record),
      viewer,
    ),
  };
  const about = { clientId: first.record.clientId, recordIds: record_ids, userId: viewer.principal.userId };
  return { task_id: await jobs.enqueue(fuseJobName, taskArgs, { ...about, callerFrontUid: viewer.frontUid }) };
}

/** `rec_ids`, by which tasks name the records that they are about, says the parts, too. */
function withParts(given: unknown): unknown {
  const parsed = NamedByTask.safeParse(given);
  if (!parsed.success) return given;
  const { rec_ids, ...rest } = parsed.data;
  return { ...rest, record_ids: rec_ids };
}
