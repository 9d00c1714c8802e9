import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Life } from '../../recording/life/index.ts';
import type { ArrivalDependencies } from '../files/place-arrived.ts';
import { inRounds } from '../in-rounds.ts';
import { type InTurn, storeInTurn } from '../in-turn.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { whyNotOf } from '../say-why-not.ts';
import type { ToldBeside } from '../told-beside.ts';
import { callCloud, SyncStopped } from './call-cloud.ts';
import { countWaitingRows } from './count-waiting.ts';
import { greet, noteEdits, pull, push } from './exchange.ts';
import { fetchNext } from './fetch-files.ts';
import { type FreeDependencies, finishFreeing, freeNext } from './free-files.ts';
import { type Outcome, readLink, readOutcome, writeOutcome } from './keep-link.ts';
import { measureRate } from './measure-rate.ts';
import { noteChanged, queueRecords, restSending, type SendDependencies, sendNext } from './send-files.ts';
import { isExchanging, isWaiting } from './sending-rules.ts';
import { sizePieces } from './size-pieces.ts';
import { tellRefusedAgain } from './tell-refused.ts';

export interface TouchDependencies extends ArrivalDependencies {
  readonly database: Database;
  readonly disk: Pick<DiskLedger, 'report' | 'reserve'>;
  readonly life: ArrivalDependencies['life'] & FreeDependencies['life'] & Pick<Life, 'onReadable'>;
  readonly removeFiles: FreeDependencies['removeFiles'];
  readonly secrets: Secrets;
  readonly inTurn: InTurn;
  readonly toldBeside: ToldBeside;
  readonly clock: Clock;
  readonly version: string;
  readonly log: Log;
}

export interface CloudTouch {
  /** Exchanges rows at once instead of at the next turn; resolves when that round has ended, however. Files follow by themselves. */
  now(): Promise<void>;
  /** Moves files at once, if the cloud was heard before. */
  moveFiles(): void;
  /** Ends what is under way with the cloud of now: it is about to be another one, or none. */
  leave(): Promise<void>;
  /** Of the files, over the last minute; null = none moved. */
  bytesPerSecond(): number | null;
  start(): void;
  close(): Promise<void>;
}

/** ms between two rounds. */
const betweenMs = 15_000;
/** A cloud is asked again after this part of the time for which neither side had anything to tell: often in a session, rarely at night. */
const quietPart = 1 / 12;
const mostQuietMs = 300_000;
/** ms until rows that the cloud refused are told once more, unless somebody asks. */
const betweenRefusedMs = 3_600_000;

/**
 * Exchanges rows, again and again, as long as this hub is linked to a cloud; after each exchange that ended well the files move,
 * and whatever they take, rows go on.
 */
export function keepInTouch(dependencies: TouchDependencies): CloudTouch {
  const { clock, log } = dependencies;
  const [rate, pieces] = [measureRate(clock), sizePieces()];
  const contact: Contact = { quietSinceMs: undefined, atMs: 0, isAsked: false, toldRefusedAtMs: undefined };
  let leaving = new AbortController();
  let isFinished = false;
  const files = inRounds(
    async (signal) => {
      const { db } = dependencies.database;
      if (!isFinished) await Promise.all([finishFreeing({ ...dependencies, db }), restSending(db)]);
      isFinished = true;
      await moveFiles({ ...dependencies, rate, pieces }, AbortSignal.any([signal, leaving.signal]));
    },
    (error) => log.warn({ error: String(error) }, 'files for the cloud ended early'),
  );
  const rows = inRounds(
    async (signal) => {
      if (await exchangeRows(dependencies, contact, signal)) files.begin();
    },
    (error) => log.warn({ error: String(error) }, 'the exchange with the cloud ended early'),
    betweenMs,
  );
  dependencies.life.onReadable(({ uid }) => {
    const noting = noteChanged({ db: dependencies.database.db, folder: dependencies.folder }, uid);
    noting.catch((error: unknown) => log.warn({ error: String(error) }, 'files for the cloud ended early'));
  });
  return {
    now() {
      contact.isAsked = true;
      return rows.now();
    },
    moveFiles: files.begin,
    async leave() {
      leaving.abort();
      await files.ended();
      leaving = new AbortController();
    },
    bytesPerSecond: rate.bytesPerSecond,
    start: rows.begin,
    async close() {
      await Promise.all([rows.close(), files.close()]);
    },
  };
}

/**
 * Room first, then what somebody wants here, then what is to be sent, one file after the other: what is asked for meanwhile comes next.
 * A cut ends the round, and is told by the rows.
 */
async function moveFiles(
  dependencies: TouchDependencies & Pick<SendDependencies, 'rate' | 'pieces'>,
  signal: AbortSignal,
): Promise<void> {
  const { database, secrets, clock } = dependencies;
  const { db } = database;
  const link = await readLink(sqlMarks(db), secrets);
  if (link === undefined) return;
  const moving = { ...dependencies, db, monotonicMs: clock.monotonicMs, ending: signal };
  const cloud = callCloud(link, signal);
  const [absent, freed, fetched, sent] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  try {
    while (!signal.aborted && (await isExchanging(db))) {
      await queueRecords(moving, absent);
      const hasMoved =
        (await freeNext(moving, cloud, freed)) ||
        (await fetchNext(moving, cloud, fetched)) ||
        (await sendNext(moving, cloud, sent));
      if (!hasMoved) return;
    }
  } catch (problem) {
    if (!(problem instanceof SyncStopped)) throw problem;
  }
}

/** How the last exchange with the cloud was. */
interface Contact {
  /** Since when neither side had anything to tell, by the monotonic clock; undefined: the last one told something, or failed. */
  quietSinceMs: number | undefined;
  atMs: number;
  /** Somebody wants one now. */
  isAsked: boolean;
  /** When rows that the cloud refuses were told once more, by the monotonic clock. */
  toldRefusedAtMs: number | undefined;
}

function isTooSoon({ quietSinceMs, atMs }: Contact, nowMs: number): boolean {
  return quietSinceMs !== undefined && nowMs - atMs < Math.min(mostQuietMs, (nowMs - quietSinceMs) * quietPart);
}

/** Answers whether the exchange ended well, or none was needed. */
async function exchangeRows(dependencies: TouchDependencies, contact: Contact, signal: AbortSignal): Promise<boolean> {
  const { database, secrets, clock, inTurn } = dependencies;
  const { db } = database;
  const link = await readLink(sqlMarks(db), secrets);
  if (link === undefined) return false;
  const before = await readOutcome(sqlMarks(db));
  const exchanging = { ...dependencies, rowsInTurn: storeInTurn(inTurn), randomUuid: randomUUID };
  await noteEdits(exchanging, before.offsetMs ?? 0);
  const { isAsked, quietSinceMs: since } = contact;
  contact.isAsked = false;
  if (!isAsked && isTooSoon(contact, clock.monotonicMs()) && (await countWaitingRows(db)) === 0) return true;
  contact.quietSinceMs = undefined;
  let outcome: Outcome = { ...before, lastTryMs: clock.nowMs() };
  try {
    if (!(await isExchanging(db))) throw new SyncStopped(refuse('sync.paused'));
    const cloud = callCloud(link, signal);
    const met = await greet(exchanging, cloud, await report(dependencies, before.offsetMs ?? 0));
    outcome = { ...outcome, offsetMs: met.offsetMs, calledAs: met.calledAs };
    const heard = met.hasNews || isAsked ? await pull(exchanging, cloud, met) : 0;
    if (isAsked || clock.monotonicMs() - (contact.toldRefusedAtMs ?? -Infinity) > betweenRefusedMs) {
      await inTurn(tellRefusedAgain);
      contact.toldRefusedAtMs = clock.monotonicMs();
    }
    const told = await push(exchanging, cloud, met);
    contact.atMs = clock.monotonicMs();
    if (heard + told === 0) contact.quietSinceMs = since ?? contact.atMs;
    outcome = { ...outcome, lastOkMs: clock.nowMs(), whyNot: null };
    return true;
  } catch (problem) {
    if (!(problem instanceof SyncStopped)) {
      outcome = { ...outcome, whyNot: { code: 'sync.endedEarly', parameters: {} } };
      throw problem;
    }
    outcome = { ...outcome, whyNot: whyNotOf(problem.refusal) };
    return false;
  } finally {
    // How it went with a cloud that was left meanwhile says nothing of the next one.
    if (!signal.aborted) {
      await inTurn(async (tx) => {
        const marks = sqlMarks(tx);
        if (isDeepStrictEqual(await readLink(marks, secrets), link)) await writeOutcome(marks, outcome);
      });
    }
  }
}

/** What this hub says of itself. */
async function report({ database: { db }, disk }: TouchDependencies, offsetMs: number) {
  const { wanted: _, ...backlog } = await readBacklog(db);
  return { ...backlog, free_bytes: disk.report().freeBytes, offset_ms: offsetMs };
}

const Backlog = z.object({ files: z.coerce.number(), bytes: z.coerce.number(), wanted: z.coerce.number() });

export async function readBacklog(db: Database['db']) {
  const { rows } =
    await db.execute(sql`select count(*) as files, coalesce(sum(f.size_bytes - f.sent_bytes), 0) as bytes,
      (select count(*) from sync_wanted w join records r on r.uid = w.record_uid) as wanted
    from sync_files f join records r on r.uid = f.record_uid join clients c on c.id = r.client_id
    where ${isWaiting} and c.cloud_enabled`);
  return { rows: await countWaitingRows(db), ...Backlog.parse(rows[0]) };
}
