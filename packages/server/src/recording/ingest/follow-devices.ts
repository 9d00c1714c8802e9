import { hubSubscriptions, parseTopic } from '@sillage/device-protocol';
import { type DeviceRow, devicesChanged, listDevices, readDevice } from '../../administration/devices/index.ts';
import type { Broker } from '../../platform/broker/index.ts';
import { shareLoop } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { aboutDevice } from './about-device.ts';
import type { Announcer } from './announce-devices.ts';
import { askIfThere } from './ask-if-there.ts';
import { askToStream } from './ask-to-stream.ts';
import { type DeviceSession, journalState, newSession } from './device-session.ts';
import { finishAtLast } from './finish-records.ts';
import { fetchStoredRecords, repairAll } from './follow-records.ts';
import { hearDevices } from './hear-devices.ts';
import type { IngestTools } from './ingest-tools.ts';
import { forgetClock } from './measure-clock.ts';
import { stopForgottenRecords } from './stop-forgotten.ts';

/** ms without any message after which a device counts as away: it reports every 5 s. */
const silenceMs = 20_000;
const watchPeriodMs = 1000;
/** ms counted as silence between two looks, at most: while this program stood still it could not hear. */
const heardAtMostMs = 2 * watchPeriodMs;
/** Times that devices are listed anew because one was read meanwhile. */
const maxLooks = 5;
/** ms by which the date may run apart from the monotonic clock between two looks; more means that it was set. */
const maxDateStepMs = 500;
/** Messages of a device whose row is being read, at most, and bytes of those of all. */
const maxEarlyMessages = 200;
const maxEarlyBytes = 16 * 1024 ** 2;
const maxEarlyDevices = 4000;
/** ms in which messages of a number without an enabled device are dropped unread. */
const strangerMs = 5000;
const maxStrangers = 1000;
const maxParsedTopics = 20_000;

export interface Sessions {
  get(number: number): DeviceSession | undefined;
  all(): Iterable<DeviceSession>;
  /** Devices that are no longer followed and whose records are still being ended. */
  parted(): Iterable<DeviceSession>;
  /** Brings sessions up to date with the rows, so that a device created a moment ago is there. */
  refresh(clientId?: number): Promise<DeviceSession[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Given {
  readonly tools: IngestTools;
  readonly broker: Pick<Broker, 'subscribe' | 'onLost'>;
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly sessions: Map<number, DeviceSession>;
  readonly announcer: Announcer;
}

/** Keeps a session for every device: what it is, how it does, whether it is there. */
export function followDevices({ tools, broker, database, sessions, announcer }: Given): Sessions {
  const { db } = database;
  const { clock, log } = tools;
  const early = new Map<number, { readonly bytes: number; readonly run: () => void }[]>();
  let earlyBytes = 0;
  const strangers = new Map<number, number>();
  const parted = new Set<DeviceSession>();
  const parsedTopics = new Map<string, NonNullable<ReturnType<typeof parseTopic>>>();
  const { take, leave } = hearDevices(tools, announcer);
  const stopForgotten = stopForgottenRecords(tools, sessions);
  let stopped = false;
  let stopListening: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Devices read one after the other, each: the last look is then the newest. */
  const reading = new Map<number, Promise<void>>();
  /** How often a device was read. */
  let reads = 0;
  let isWatching = false;
  let watched = { atMs: clock.monotonicMs(), dateMs: clock.nowMs() };

  function adopt(row: DeviceRow): DeviceSession {
    const session = sessions.get(row.number) ?? newSession(row);
    session.row = row;
    sessions.set(row.number, session);
    takeEarly(row.number);
    return session;
  }

  function reload(number: number): Promise<void> {
    const turn = (reading.get(number) ?? Promise.resolve()).catch(() => {}).then(() => read(number));
    reading.set(number, turn);
    return turn.finally(() => {
      if (reading.get(number) === turn) reading.delete(number);
    });
  }

  async function read(number: number): Promise<void> {
    const row = await readDevice(db, number);
    reads++;
    const before = sessions.get(number);
    const clientBefore = before?.row.clientId;
    if (strangers.size >= maxStrangers) strangers.clear();
    if (row === undefined) strangers.set(number, clock.monotonicMs() + strangerMs);
    else strangers.delete(number);
    if (row !== undefined) announcer.changed(adopt(row));
    else if (before !== undefined) forget(before);
    if (clientBefore !== undefined && clientBefore !== row?.clientId) announcer.left(clientBefore);
  }

  /** What changed was not heard: devices that are followed may be gone, others may have come. */
  async function reloadAll(): Promise<void> {
    const numbers = new Set([...sessions.keys(), ...(await listDevices(db)).map((row) => row.number)]);
    for (const number of numbers) await reload(number);
  }

  /** A device that was removed or disabled: what it was recording ends with the samples that are here. */
  function forget(session: DeviceSession): void {
    sessions.delete(session.number);
    session.connected = false;
    session.report = undefined;
    tools.caller.gone(session.number);
    tools.held.drop(session);
    log.info(aboutDevice(session), 'a device is no longer followed');
    parted.add(session);
    void endRecords(session).then(() => {
      // Those that the end of the server came before are closed with it.
      if (session.records.size === 0) parted.delete(session);
    });
  }

  /** One that is being opened, too: however long that takes, nobody waits for it. */
  async function endRecords(session: DeviceSession): Promise<void> {
    await Promise.allSettled(session.opening.values());
    await Promise.allSettled([...session.records.values()].map((record) => finishAtLast(tools, session, record)));
  }

  /** Of few topics thousands of messages come a second. */
  function parsedOnce(topic: string): ReturnType<typeof parseTopic> {
    const known = parsedTopics.get(topic);
    if (known !== undefined) return known;
    const parsed = parseTopic(topic);
    if (parsedTopics.size >= maxParsedTopics) parsedTopics.clear();
    if (parsed !== undefined) parsedTopics.set(topic, parsed);
    return parsed;
  }

  function heard(topic: string, payload: Uint8Array): void {
    const parsed = parsedOnce(topic);
    if (parsed === undefined || stopped) return;
    const session = early.has(parsed.number) ? undefined : sessions.get(parsed.number);
    if (session !== undefined) take(session, parsed.kind, payload);
    else if ((strangers.get(parsed.number) ?? 0) <= clock.monotonicMs()) {
      const copy = Uint8Array.from(payload);
      whenKnown(parsed.number, copy.length, (known) => take(known, parsed.kind, copy));
    }
  }

  /** A device created a moment ago: its messages wait until its row is read; those of an unknown one are dropped. */
  function whenKnown(number: number, bytes: number, then: (session: DeviceSession) => void): void {
    const known = early.get(number);
    if (known === undefined && early.size >= maxEarlyDevices) return;
    const waiting = known ?? [];
    const run = () => {
      const session = sessions.get(number);
      if (session !== undefined) then(session);
    };
    if (waiting.length < maxEarlyMessages && earlyBytes + bytes <= maxEarlyBytes) {
      waiting.push({ bytes, run });
      earlyBytes += bytes;
    }
    if (known !== undefined) return;
    early.set(number, waiting);
    const before = (reading.get(number) ?? Promise.resolve()).catch(() => {});
    before
      .then(() => (sessions.has(number) ? undefined : reload(number)))
      .catch((error: unknown) => log.error({ device: number, error: String(error) }, 'a device could not be read'))
      .finally(() => takeEarly(number));
  }

  /** Those that waited come before those that come now. */
  function takeEarly(number: number): void {
    const waiting = early.get(number) ?? [];
    early.delete(number);
    for (const { bytes } of waiting) earlyBytes -= bytes;
    for (const { run } of waiting) run();
  }

  /** Looks after all devices; the next look counts what passed since this one began, when that takes long. */
  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    const now = { atMs: clock.monotonicMs(), dateMs: clock.nowMs() };
    const elapsedMs = now.atMs - watched.atMs;
    const dateStepMs = now.dateMs - watched.dateMs - elapsedMs;
    const wasSet = Math.abs(dateStepMs) > maxDateStepMs;
    watched = now;
    if (wasSet) log.warn({ stepMs: Math.round(dateStepMs) }, 'the date of this machine was set, or it slept');
    const pause = shareLoop();
    for (const session of sessions.values()) {
      const turn = pause();
      if (turn !== undefined) await turn;
      if (stopped) break;
      if (wasSet) forgetClock(tools, session);
      if (session.connected) lookAfter(session, now.atMs, Math.min(elapsedMs, heardAtMostMs));
    }
    stopForgotten();
    isWatching = false;
  }

  function lookAfter(session: DeviceSession, atMs: number, unheardMs: number): void {
    session.silentMs += unheardMs;
    if (session.silentMs > silenceMs) leave(session);
    askIfThere(tools, session, leave);
    repairAll(tools, session);
    askToStream(tools, session);
    if (session.unfetched === undefined && atMs >= session.fetchAgainMs) fetchStoredRecords(tools, session);
    if (journalState(session) !== 'ok') announcer.changed(session);
  }

  async function refresh(clientId?: number): Promise<DeviceSession[]> {
    let before: number;
    let rows: DeviceRow[];
    let looks = 0;
    do {
      before = reads;
      rows = await listDevices(db, clientId);
      // What was read meanwhile is newer: one look more, which must not revive a device that is gone.
    } while (reads !== before && ++looks < maxLooks);
    return rows.map(adopt);
  }

  return {
    get: (number) => sessions.get(number),
    all: () => sessions.values(),
    parted: () => parted,
    refresh,
    async start() {
      await refresh();
      const failed = (error: unknown) => log.error({ error: String(error) }, 'a device was not read');
      stopListening = await database.listen(
        devicesChanged,
        (payload) => void reload(Number(payload)).catch(failed),
        () => void reloadAll().catch(failed),
      );
      // What they tell while the broker is away is not heard; those that are there tell it again.
      broker.onLost(() => {
        for (const session of sessions.values()) leave(session);
      });
      await broker.subscribe(hubSubscriptions, heard);
      timer = setInterval(() => {
        void watch();
      }, watchPeriodMs);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const session of sessions.values()) tools.caller.gone(session.number);
      await stopListening?.();
    },
  };
}
