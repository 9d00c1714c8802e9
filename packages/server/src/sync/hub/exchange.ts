import { type NamedHub, refuse, SyncPulled, SyncPushed, SyncWelcome, syncRowsAtOnce } from '@sillage/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { goOnFrom, type Message, tellUpTo } from '../core/index.ts';
import { readHead, readNode, renewNode } from '../identity.ts';
import { adoptRefused } from '../rows/adopt-row.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
import type { RowKey } from '../rows/kept-row.ts';
import { mergeRows } from '../rows/merge-rows.ts';
import { retryHeld } from '../rows/retry-held.ts';
import type { RowStore } from '../rows/row-store.ts';
import { noUid } from '../rows/travelling-tables.ts';
import { WireRow, wireRow, withoutPassword } from '../rows/wire-row.ts';
import { readTold, type ToldBeside } from '../told-beside.ts';
import { type Cloud, SyncStopped } from './call-cloud.ts';
import { readProgress, writeProgress } from './keep-link.ts';
import { nameCall, noteAnswered } from './name-calls.ts';

export interface ExchangeDependencies {
  readonly rowsInTurn: <T>(work: (store: RowStore) => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly version: string;
  readonly randomUuid: () => string;
  readonly toldBeside: Pick<ToldBeside, 'note'>;
}

const Pulled = SyncPulled.extend({ rows: z.array(WireRow) });

/** Below what the cloud reads at once. */
const pushBounds = { rows: syncRowsAtOnce, characters: 480_000 };

export interface Met {
  /** ms that the clock of the cloud is ahead. */
  readonly offsetMs: number;
  /** Whether the cloud may have rows that are not known here. */
  readonly hasNews: boolean;
  /** By the cloud; null: it does not say. */
  readonly calledAs: NamedHub | null;
}

/** What a hub says of itself. */
export interface HubReport {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly free_bytes: number;
  readonly offset_ms: number;
}

/** Notes what people changed here, also while there is no network: each field keeps the moment and the person of its own edit. */
export const noteEdits = (
  { rowsInTurn, clock }: Pick<ExchangeDependencies, 'rowsInTurn' | 'clock'>,
  offsetMs: number,
): Promise<number> => rowsInTurn(async (store) => harvestRows(store, await lookerOf(store, clock, offsetMs)));

/** Hears who the cloud is, what time it is there, and whether one of both was set back since: then it greets once more. */
export async function greet(
  dependencies: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  report: HubReport,
  isOnceMore = false,
): Promise<Met> {
  const { rowsInTurn, clock, version, randomUuid } = dependencies;
  const { node, known, call } = await rowsInTurn(async (store) => ({
    node: await readNode(store),
    known: await readProgress(store),
    call: await nameCall(store, randomUuid),
  }));
  const since = known && { epoch: known.epoch, reach: known.reach, received: known.received };
  const [askedMs, startMs] = [clock.nowMs(), clock.monotonicMs()];
  const welcome = await cloud.post('/dbsync/hub/hello', { node, version, report, call, since }, SyncWelcome);
  const tookMs = clock.monotonicMs() - startMs;
  const wasSetBack = await rowsInTurn((store) => heedWelcome(store, welcome, randomUuid));
  // A cloud that forgets what it has just noted is asked again in the next round.
  if (wasSetBack && isOnceMore) throw new SyncStopped(refuse('sync.otherDatabase'));
  if (wasSetBack) return greet(dependencies, cloud, report, true);
  return {
    offsetMs: Math.round(welcome.now_ms - (askedMs + tookMs / 2)),
    hasNews: welcome.news,
    calledAs: welcome.hub ?? null,
  };
}

async function heedWelcome(
  store: RowStore,
  { call, ...welcome }: z.infer<typeof SyncWelcome>,
  randomUuid: () => string,
): Promise<boolean> {
  const before = await readProgress(store);
  const wasSetBack = call?.apart === true;
  if (wasSetBack || before?.epoch !== welcome.epoch) await store.forgetTold();
  // The former name of this hub may stand in the cloud for what it does not know any more.
  if (wasSetBack) await renewNode(store, randomUuid());
  // A cloud of an older version notes no calls: an upgraded one shall not take them for lost.
  await noteAnswered(store, call?.token ?? null);
  await writeProgress(store, goOnFrom(before, welcome, wasSetBack));
  return wasSetBack;
}

/** Reads what changed in the cloud, as far as it goes; what people changed here meanwhile is noted first. Answers how many rows that were. */
export async function pull(
  { rowsInTurn, clock, randomUuid }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  { offsetMs }: Met,
): Promise<number> {
  for (let heard = 0; ; ) {
    const begun = await rowsInTurn(async (store) => {
      const progress = await readProgress(store);
      return progress && { progress, call: await nameCall(store, randomUuid) };
    });
    if (begun === undefined) return heard;
    const { progress, call } = begun;
    const asked = { since: progress.received, epoch: progress.epoch, call };
    const { rows, next, more, token } = await cloud.post('/dbsync/hub/pull', asked, Pulled);
    heard += rows.length;
    await rowsInTurn(async (store) => {
      const looker = await lookerOf(store, clock, offsetMs);
      await harvestRows(store, looker);
      await mergeRows(store, rows, { ...looker, from: progress.cloudNode, judge: undefined });
      await retryHeld(store);
      await store.follow(rows);
      await writeProgress(store, { ...progress, received: next });
      await noteAnswered(store, token);
    });
    if (!more) return heard;
  }
}

async function lookerOf(store: RowStore, clock: ExchangeDependencies['clock'], offsetMs: number): Promise<Looker> {
  return { node: await readNode(store), nowMs: clock.nowMs(), offsetMs };
}

/** Tells the cloud what changed here, as far as it goes; what it does not believe is noted with its reason. Answers how many rows that were. */
export async function push(
  { rowsInTurn, clock, randomUuid, toldBeside }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  { offsetMs }: Met,
): Promise<number> {
  const notYet: RefusedKey[] = [];
  for (let told = 0; ; ) {
    const message = await rowsInTurn(async (store) => {
      await harvestRows(store, await lookerOf(store, clock, offsetMs));
      const found = await readMessage(store);
      return found && { ...found, call: await nameCall(store, randomUuid), upTo: await readTold(store) };
    });
    if (message === undefined) return told;
    const { rows, call, upTo } = message;
    told += rows.length;
    const isTold = rows.length > 0;
    if (isTold) await toldBeside.note(upTo);
    const { refused, token } = isTold ? await cloud.post('/dbsync/hub/push', { rows, call }, SyncPushed) : nothingTold;
    await rowsInTurn(async (store) => {
      const notTaken = refused.map(keyOfRefused);
      await store.noteRefused(notTaken);
      await adoptRefused(store, notTaken, await lookerOf(store, clock, offsetMs));
      const progress = await readProgress(store);
      if (progress) await writeProgress(store, { ...progress, sent: message.next });
      if (isTold) await noteAnswered(store, token);
    });
    notYet.push(...refused.filter(({ reason }) => reason === 'sync.notYet').map(keyOfRefused));
    if (message.more) continue;
    // What they hang on may have come after them: they are told once more, unless nothing but them was told.
    if (notYet.length > 0 && told > notYet.length) await rowsInTurn((store) => tellAgain(store, notYet));
    return told;
  }
}

const nothingTold: z.infer<typeof SyncPushed> = { refused: [], token: null };

async function readMessage(store: RowStore): Promise<Message<WireRow> | undefined> {
  const progress = await readProgress(store);
  if (progress === undefined) return undefined;
  const { sent: since, cloudNode } = progress;
  const head = await readHead(store);
  const found = await store.rowsForCloud(cloudNode, since, pushBounds.rows);
  return tellUpTo(found, (row) => withoutPassword(wireRow(row)), { since, head, bounds: pushBounds });
}

type RefusedKey = RowKey & { readonly table: string; readonly reason: string };

const keyOfRefused = ({ other_uid: otherUid, ...row }: z.infer<typeof SyncPushed>['refused'][number]): RefusedKey => ({
  ...row,
  otherUid: otherUid ?? noUid,
});

async function tellAgain(store: RowStore, refused: readonly RefusedKey[]): Promise<void> {
  for (const [table, keys] of Map.groupBy(refused, (row) => row.table)) {
    await store.saveRows([...(await store.loadRows(table, keys)).values()]);
  }
}
