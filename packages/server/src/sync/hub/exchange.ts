import { SyncPulled, SyncPushed, SyncWelcome, syncRowsAtOnce } from '@sillage/contract';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { goOnFrom, isSetBack, type Message, tellUpTo } from '../core/index.ts';
import { readHead, readNode, renewNode } from '../identity.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
import { mergeRows } from '../rows/merge-rows.ts';
import { retryHeld } from '../rows/retry-held.ts';
import type { RowStore } from '../rows/row-store.ts';
import { noUid } from '../rows/travelling-tables.ts';
import { WireRow as Wire, type WireRow, wireRow, withoutPassword } from '../rows/wire-row.ts';
import type { Cloud } from './call-cloud.ts';
import { readProgress, writeProgress } from './keep-link.ts';
import { nameCall, noteAnswered, readCalls } from './name-calls.ts';

export interface ExchangeDependencies {
  readonly rowsInTurn: <T>(work: (store: RowStore) => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly version: string;
  readonly randomUuid: () => string;
}

/** Below what the cloud reads at once. */
const pushBounds = { rows: syncRowsAtOnce, characters: 480_000 };

export interface Met {
  /** ms that the clock of the cloud is ahead. */
  readonly offsetMs: number;
}

/** What a hub says of itself. */
export interface HubReport {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly free_bytes: number;
  readonly offset_ms: number;
}

/** Hears who the cloud is, what time it is there, and whether one of both was set back since: then it greets once more. */
export async function greet(
  dependencies: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  report: HubReport,
): Promise<Met> {
  const { rowsInTurn, clock, version, randomUuid } = dependencies;
  const { node, call } = await rowsInTurn(async (store) => ({
    node: await readNode(store),
    call: await nameCall(store, randomUuid),
  }));
  const [askedMs, startMs] = [clock.nowMs(), clock.monotonicMs()];
  const welcome = await cloud.post('/dbsync/hub/hello', { node, version, report, call }, SyncWelcome);
  const tookMs = clock.monotonicMs() - startMs;
  const wasSetBack = await rowsInTurn((store) => heedWelcome(store, welcome, randomUuid));
  if (wasSetBack) return greet(dependencies, cloud, report);
  return { offsetMs: Math.round(welcome.now_ms - (askedMs + tookMs / 2)) };
}

async function heedWelcome(
  store: RowStore,
  { known, ...welcome }: z.infer<typeof SyncWelcome>,
  randomUuid: () => string,
): Promise<boolean> {
  const [before, calls] = [await readProgress(store), await readCalls(store)];
  const wasSetBack = isSetBack(calls, known);
  if (wasSetBack || before?.epoch !== welcome.epoch) await store.forgetTold();
  // The former name of this hub may stand in the cloud for what it does not know any more.
  if (wasSetBack) await renewNode(store, randomUuid());
  await noteAnswered(store, wasSetBack ? (known ?? null) : calls.pending);
  await writeProgress(store, goOnFrom(before, welcome, wasSetBack));
  return wasSetBack;
}

/** Reads what changed in the cloud, as far as it goes; what people changed here meanwhile is noted first. */
export async function pull(
  { rowsInTurn, clock, randomUuid }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  { offsetMs }: Met,
): Promise<void> {
  for (;;) {
    const begun = await rowsInTurn(async (store) => {
      const progress = await readProgress(store);
      return progress && { progress, call: await nameCall(store, randomUuid) };
    });
    if (begun === undefined) return;
    const { progress, call } = begun;
    const asked = { since: progress.received, epoch: progress.epoch, call };
    const { rows: given, next, more } = await cloud.post('/dbsync/hub/pull', asked, SyncPulled);
    const rows = Wire.array().parse(given);
    await rowsInTurn(async (store) => {
      const looker = await lookerOf(store, clock, offsetMs);
      await harvestRows(store, looker);
      await mergeRows(store, rows, { ...looker, from: progress.cloudNode, judge: undefined });
      await retryHeld(store);
      await store.follow(rows);
      await writeProgress(store, { ...progress, received: next });
      await noteAnswered(store, call.id);
    });
    if (!more) return;
  }
}

async function lookerOf(store: RowStore, clock: ExchangeDependencies['clock'], offsetMs: number): Promise<Looker> {
  return { node: await readNode(store), nowMs: clock.nowMs(), offsetMs };
}

/** Tells the cloud what changed here, as far as it goes; what it does not believe is noted with its reason. */
export async function push(
  { rowsInTurn, clock, randomUuid }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  { offsetMs }: Met,
): Promise<void> {
  for (;;) {
    const message = await rowsInTurn(async (store) => {
      await harvestRows(store, await lookerOf(store, clock, offsetMs));
      const found = await readMessage(store);
      return found && { ...found, call: await nameCall(store, randomUuid) };
    });
    if (message === undefined) return;
    const { rows, call } = message;
    const isTold = rows.length > 0;
    const refused = isTold ? (await cloud.post('/dbsync/hub/push', { rows, call }, SyncPushed)).refused : [];
    await rowsInTurn(async (store) => {
      await store.noteRefused(
        refused.map(({ other_uid: otherUid, ...row }) => ({ ...row, otherUid: otherUid ?? noUid })),
      );
      const progress = await readProgress(store);
      if (progress) await writeProgress(store, { ...progress, sent: message.next });
      if (isTold) await noteAnswered(store, call.id);
    });
    if (!message.more) return;
  }
}

async function readMessage(store: RowStore): Promise<Message<WireRow> | undefined> {
  const progress = await readProgress(store);
  if (progress === undefined) return undefined;
  const { sent: since, cloudNode } = progress;
  const head = await readHead(store);
  const found = await store.rowsForCloud(cloudNode, since, pushBounds.rows);
  return tellUpTo(found, (row) => withoutPassword(wireRow(row)), { since, head, bounds: pushBounds });
}
