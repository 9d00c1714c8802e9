import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { InTurn } from '../in-turn.ts';
import { callCloud, SyncStopped } from './call-cloud.ts';
import { countWaitingRows, greet, pull, push } from './exchange.ts';
import { type Outcome, readLink, readOutcome, writeOutcome } from './keep-link.ts';
import { queueRecords, sendFiles } from './send-files.ts';

export interface TouchDependencies {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly disk: Pick<DiskLedger, 'report'>;
  readonly secrets: Secrets;
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly version: string;
  readonly log: Log;
}

export interface CloudTouch {
  /** Exchanges at once instead of at the next turn; resolves when that round has ended, however. */
  now(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

/** ms between two rounds. */
const betweenMs = 15_000;

/** Exchanges rows and sends files, again and again, as long as this hub is linked to a cloud. */
export function keepInTouch(dependencies: TouchDependencies): CloudTouch {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function go(): Promise<void> {
    clearTimeout(timer);
    running ??= exchangeOnce(dependencies, closing.signal)
      .catch((error: unknown) => {
        if (!closing.signal.aborted)
          dependencies.log.warn({ error: String(error) }, 'the exchange with the cloud ended early');
      })
      .finally(() => {
        running = undefined;
        if (!closing.signal.aborted) timer = setTimeout(() => void go(), betweenMs).unref();
      });
    return running;
  }
  return {
    async now() {
      // One that is under way may have passed what was changed just now.
      await running;
      await go();
    },
    start: () => void go(),
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function exchangeOnce(dependencies: TouchDependencies, signal: AbortSignal): Promise<void> {
  const { database, secrets, clock, inTurn } = dependencies;
  const { db } = database;
  const link = await readLink(db, secrets);
  if (link === undefined) return;
  const before = await readOutcome(db);
  let outcome: Outcome = { ...before, lastTryMs: clock.nowMs() };
  try {
    const cloud = callCloud(link, signal);
    const met = await greet(dependencies, cloud, await report(dependencies, before.offsetMs ?? 0));
    outcome = { ...outcome, offsetMs: met.offsetMs };
    await pull(dependencies, cloud, met);
    await push(dependencies, cloud, met);
    await queueRecords(whatSends(dependencies));
    await sendFiles(whatSends(dependencies), cloud);
    outcome = { ...outcome, lastOkMs: clock.nowMs(), whyNot: null };
  } catch (problem) {
    if (!(problem instanceof SyncStopped)) {
      outcome = { ...outcome, whyNot: { code: 'sync.endedEarly', parameters: {} } };
      throw problem;
    }
    const { code, parameters } = problem.refusal;
    const texts = Object.entries(parameters).filter(([, value]) => typeof value !== 'object');
    outcome = {
      ...outcome,
      whyNot: { code, parameters: Object.fromEntries(texts.map(([key, value]) => [key, String(value)])) },
    };
  } finally {
    if (!signal.aborted) await inTurn((tx) => writeOutcome(tx, outcome));
  }
}

const whatSends = ({ database: { db }, folder }: TouchDependencies) => ({ db, folder });

/** What this hub says of itself. */
async function report({ database: { db }, disk }: TouchDependencies, offsetMs: number) {
  return { ...(await readBacklog(db)), free_bytes: disk.report().freeBytes, offset_ms: offsetMs };
}

const Backlog = z.object({ files: z.coerce.number(), bytes: z.coerce.number() });

export async function readBacklog(db: Database['db']) {
  const { rows } = await db.execute(sql`select count(*) as files, coalesce(sum(size_bytes - sent_bytes), 0) as bytes
    from sync_files where state <> 'synced'`);
  return { rows: await countWaitingRows(db), ...Backlog.parse(rows[0]) };
}
