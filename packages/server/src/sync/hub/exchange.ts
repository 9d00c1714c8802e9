import { SyncPulled, SyncPushed, SyncWelcome, syncRowsAtOnce } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { goOnFrom, type Message, tellUpTo, whoWasSetBack } from '../core/index.ts';
import { readHead, readNode, renewNode } from '../identity.ts';
import { harvestRows, type Looker } from '../rows/harvest-rows.ts';
import { mergeRows } from '../rows/merge-rows.ts';
import { retryHeld } from '../rows/retry-held.ts';
import type { RowStore } from '../rows/row-store.ts';
import { noUid } from '../rows/travelling-tables.ts';
import { WireRow as Wire, type WireRow, wireRow, withoutPassword } from '../rows/wire-row.ts';
import type { Cloud } from './call-cloud.ts';
import { readProgress, readRounds, writeProgress, writeRounds } from './keep-link.ts';

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

/** Hears who the cloud is, what time it is there, and whether one of both was set back since. */
export async function greet(
  { rowsInTurn, clock, version, randomUuid }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  report: HubReport,
): Promise<Met> {
  const { node, rounds, round } = await rowsInTurn(async (store) => {
    const before = await readRounds(store);
    await writeRounds(store, { ...before, begun: before.begun + 1 });
    return { node: await readNode(store), rounds: before, round: before.begun + 1 };
  });
  const [askedMs, startMs] = [clock.nowMs(), clock.monotonicMs()];
  const welcome = await cloud.post('/dbsync/hub/hello', { node, version, report, round }, SyncWelcome);
  const tookMs = clock.monotonicMs() - startMs;
  await rowsInTurn(async (store) => {
    const before = await readProgress(store);
    const isSame = before?.epoch === welcome.epoch;
    const setBack = isSame ? whoWasSetBack(rounds, welcome.known) : undefined;
    if (setBack !== undefined || !isSame) await store.forgetTold();
    // Its former name stands in the cloud for what it does not know any more.
    if (setBack === 'hub') await renewNode(store, randomUuid());
    const latest = Math.max(round, welcome.known ?? 0);
    await writeRounds(store, { begun: latest, answered: setBack === 'hub' ? latest : round });
    await writeProgress(store, goOnFrom(before, welcome, setBack));
  });
  return { offsetMs: Math.round(welcome.now_ms - (askedMs + tookMs / 2)) };
}

/** Reads what changed in the cloud, as far as it goes; what people changed here meanwhile is noted first. */
export async function pull(
  { rowsInTurn, clock }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  { offsetMs }: Met,
): Promise<void> {
  for (;;) {
    const progress = await rowsInTurn(readProgress);
    if (progress === undefined) return;
    const asked = { since: progress.received, epoch: progress.epoch };
    const { rows: given, next, more } = await cloud.post('/dbsync/hub/pull', asked, SyncPulled);
    const rows = Wire.array().parse(given);
    await rowsInTurn(async (store) => {
      const looker = await lookerOf(store, clock, offsetMs);
      await harvestRows(store, looker);
      await mergeRows(store, rows, { ...looker, from: progress.cloudNode, judge: undefined });
      await retryHeld(store);
      await store.follow(rows);
      await writeProgress(store, { ...progress, received: next });
    });
    if (!more) return;
  }
}

async function lookerOf(store: RowStore, clock: ExchangeDependencies['clock'], offsetMs: number): Promise<Looker> {
  return { node: await readNode(store), nowMs: clock.nowMs(), offsetMs };
}

/** Tells the cloud what changed here, as far as it goes; what it does not believe is noted with its reason. */
export async function push(
  { rowsInTurn, clock }: ExchangeDependencies,
  cloud: Pick<Cloud, 'post'>,
  { offsetMs }: Met,
): Promise<void> {
  for (;;) {
    const message = await rowsInTurn(async (store) => {
      await harvestRows(store, await lookerOf(store, clock, offsetMs));
      return readMessage(store);
    });
    if (message === undefined) return;
    const rows = message.rows;
    const refused = rows.length === 0 ? [] : (await cloud.post('/dbsync/hub/push', { rows }, SyncPushed)).refused;
    await rowsInTurn(async (store) => {
      await store.noteRefused(
        refused.map(({ other_uid: otherUid, ...row }) => ({ ...row, otherUid: otherUid ?? noUid })),
      );
      const progress = await readProgress(store);
      if (progress) await writeProgress(store, { ...progress, sent: message.next });
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
