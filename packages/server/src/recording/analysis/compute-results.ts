import { Id } from '@sillage/contract';
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shareLoop } from '../../platform/clock/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Job, Jobs } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import type { RecordDependencies } from '../records/index.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import { computeAll, lookAt } from './compute-missing.ts';
import { type ChangedRecords, recordsBeside } from './other-basis.ts';

const { analysisResults, records } = tables;

const jobName = 'record.analyse';
/** Records of one task. */
const mostTogether = 100;
const JobArgs = z.object({ recordIds: z.array(Id).min(1).max(mostTogether) });
type JobArgs = z.infer<typeof JobArgs>;
/** Records looked at together. */
const pageSize = 500;

export interface ComputeDependencies extends AnalysisDependencies {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly life: Pick<Life, 'inTransaction' | 'tell' | 'onChanged'>;
  readonly log: RecordDependencies['log'];
}

/** Keeps what records answer by themselves. */
export interface Results {
  readonly job: Job<JobArgs>;
  /** Looks at all records: what was missed, and what a newer version of an analysis answers otherwise. */
  sweep(): Promise<void>;
  /** Looks at the records of a club again, behind whoever asked: the rules that hold for them are others. */
  lookAgain(clientId: number): void;
  /** Waits for what is looked at. */
  close(): Promise<void>;
}

/** Records of a client that are still to be looked at. */
interface Changed {
  readonly ids: Set<number>;
  readonly areGone: boolean;
}

/** Records whose signals, exercise or sport changed are asked again, each by a task of its own. */
export function createResults(dependencies: ComputeDependencies): Results {
  const { database, jobs, life, log } = dependencies;
  const { db } = database;
  const changed = new Map<number, Changed>();
  /** Clients all of whose records are to be looked at. */
  const again = new Set<number>();
  /** Whose task waits. */
  const queued = new Set<number>();
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function queueMissing(ids: readonly number[]): Promise<void> {
    const lacking = (await lookAt(db, ids)).filter(
      ({ record, missing, outdatedIds }) => missing.length + outdatedIds.length > 0 && !queued.has(record.id),
    );
    for (const [clientId, ofClient] of Map.groupBy(lacking, ({ record }) => record.clientId)) {
      const recordIds = ofClient.map(({ record }) => record.id);
      for (let i = 0; i < recordIds.length; i += mostTogether) {
        const some = recordIds.slice(i, i + mostTogether);
        for (const id of some) queued.add(id);
        await jobs.enqueue(jobName, { recordIds: some }, { clientId, recordIds: some });
      }
    }
  }

  async function lookAtChanged(): Promise<void> {
    for (const [clientId, { ids, areGone }] of changed) {
      if (isClosed) return;
      changed.delete(clientId);
      const all = [...ids];
      for (let i = 0; i < all.length && !isClosed; i += pageSize)
        await lookBeside({ clientId, ids: all.slice(i, i + pageSize), areGone });
    }
  }

  async function lookBeside(some: ChangedRecords): Promise<void> {
    try {
      await queueMissing([...new Set([...some.ids, ...(await recordsBeside(db, some))])]);
    } catch (error) {
      // The next start looks at all of them.
      log.warn({ error: String(error) }, 'what records answer was not looked at');
    }
  }

  async function lookAtAll(clientId: number | undefined): Promise<void> {
    const pause = shareLoop();
    for (let after: number | undefined = 0; after !== undefined && !isClosed; await pause()) {
      const ids: number[] = await pageOfAnswering(db, after, clientId);
      await queueMissing(ids);
      after = ids.at(-1);
    }
  }

  life.onChanged(({ clientId, recordIds, reason }) => {
    if (reason === 'created' || isClosed) return;
    const isIdle = changed.size === 0;
    const { ids, areGone } = changed.get(clientId) ?? { ids: new Set<number>(), areGone: false };
    for (const id of recordIds) ids.add(id);
    changed.set(clientId, { ids, areGone: areGone || reason === 'deleted' });
    if (isIdle) looking = looking.then(lookAtChanged);
  });

  return {
    job: {
      name: jobName,
      displayName: { fr: 'Analyse', en: 'Analysis' },
      args: JobArgs,
      run({ recordIds }, context) {
        for (const id of recordIds) queued.delete(id);
        return computeAll(dependencies, recordIds, context);
      },
    },
    sweep: () => lookAtAll(undefined),
    lookAgain(clientId) {
      if (again.has(clientId)) return;
      again.add(clientId);
      looking = looking
        .then(() => {
          again.delete(clientId);
          return lookAtAll(clientId);
        })
        .catch((error: unknown) => {
          // The next start looks at all of them.
          log.warn({ error: String(error) }, 'what records answer was not looked at');
        });
    },
    async close() {
      isClosed = true;
      await looking;
    },
  };
}

/** Ids of readable records that may answer something. */
async function pageOfAnswering(db: Queryable, after: number, clientId: number | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: records.id })
    .from(records)
    .where(
      and(
        gt(records.id, after),
        clientId === undefined ? undefined : eq(records.clientId, clientId),
        eq(records.decodeState, 'done'),
        or(
          isNotNull(records.sportId),
          isNotNull(records.exerciseName),
          isNotNull(records.scenarioClassname),
          sql`(SELECT 1 FROM ${analysisResults} WHERE ${analysisResults.recordId} = ${records.id} LIMIT 1) IS NOT NULL`,
        ),
      ),
    )
    .orderBy(asc(records.id))
    .limit(pageSize);
  return rows.map(({ id }) => id);
}
