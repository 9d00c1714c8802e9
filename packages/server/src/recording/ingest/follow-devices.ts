import { DeviceMeta, DeviceReport, hubSubscriptions, parseTopic } from '@sillage/device-protocol';
import {
  type DeviceRow,
  devicesChanged,
  listDevices,
  readDevice,
  rememberDevice,
} from '../../administration/devices/index.ts';
import type { Broker } from '../../platform/broker/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Announcer } from './announce-devices.ts';
import { parseJson } from './call-devices.ts';
import { type DeviceSession, journalState, newSession, setMeta } from './device-session.ts';
import { finishAtLast } from './finish-records.ts';
import { fetchStoredRecords, followReport, repairAll } from './follow-records.ts';
import type { IngestTools } from './ingest-tools.ts';
import { takeBlock } from './take-block.ts';

/** ms without any message after which a device counts as away: it reports every 5 s. */
const silenceMs = 20_000;
const watchPeriodMs = 1000;
/** s for which a device streams live values once asked, and ms after which it is asked again. */
export const streamHoldSeconds = 60;
const streamAgainMs = 30_000;
/** Messages of a device whose row is being read, at most. */
const maxEarlyMessages = 200;
/** ms in which messages of a number without an enabled device are dropped unread. */
const strangerMs = 5000;
const maxStrangers = 1000;

export interface Sessions {
  get(number: number): DeviceSession | undefined;
  all(): Iterable<DeviceSession>;
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
  const early = new Map<number, (() => void)[]>();
  const strangers = new Map<number, number>();
  let stopped = false;
  let stopListening: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function adopt(row: DeviceRow): DeviceSession {
    const session = sessions.get(row.number) ?? newSession(row);
    session.row = row;
    sessions.set(row.number, session);
    return session;
  }

  async function reload(number: number): Promise<void> {
    const row = await readDevice(db, number);
    const before = sessions.get(number);
    const clientBefore = before?.row.clientId;
    if (strangers.size >= maxStrangers) strangers.clear();
    if (row === undefined) strangers.set(number, clock.nowMs() + strangerMs);
    else strangers.delete(number);
    if (row !== undefined) announcer.changed(adopt(row));
    else if (before !== undefined) await forget(before);
    if (clientBefore !== undefined && clientBefore !== row?.clientId) announcer.left(clientBefore);
  }

  /** What changed was not heard: devices that are followed may be gone, others may have come. */
  async function reloadAll(): Promise<void> {
    const numbers = new Set([...sessions.keys(), ...(await listDevices(db)).map((row) => row.number)]);
    for (const number of numbers) await reload(number);
  }

  /** A device that was removed or disabled: what it was recording ends with the samples that are here. */
  async function forget(session: DeviceSession): Promise<void> {
    sessions.delete(session.number);
    session.connected = false;
    session.report = undefined;
    tools.caller.gone(session.number);
    await Promise.allSettled(session.opening.values());
    for (const record of [...session.records.values()]) void finishAtLast(tools, session, record);
    log.info({ device: session.number }, 'a device is no longer followed');
  }

  function heard(topic: string, payload: Uint8Array): void {
    const parsed = parseTopic(topic);
    if (parsed === undefined || stopped) return;
    const session = sessions.get(parsed.number);
    if (session !== undefined) take(session, parsed.kind, payload);
    else if ((strangers.get(parsed.number) ?? 0) <= clock.nowMs()) {
      const copy = Uint8Array.from(payload);
      whenKnown(parsed.number, (known) => take(known, parsed.kind, copy));
    }
  }

  /** A device created a moment ago: its messages wait until its row is read; those of an unknown one are dropped. */
  function whenKnown(number: number, then: (session: DeviceSession) => void): void {
    const waiting = early.get(number);
    const run = () => {
      const session = sessions.get(number);
      if (session !== undefined) then(session);
    };
    if (waiting !== undefined) {
      if (waiting.length < maxEarlyMessages) waiting.push(run);
      return;
    }
    const first = [run];
    early.set(number, first);
    reload(number)
      .catch((error: unknown) => log.error({ device: number, error: String(error) }, 'a device could not be read'))
      .finally(() => {
        early.delete(number);
        for (const each of first) each();
      });
  }

  function take(session: DeviceSession, kind: string, payload: Uint8Array): void {
    session.heardMs = clock.nowMs();
    if (kind === 'block') takeBlock(tools, session, payload);
    else if (kind === 'status') takeReport(session, payload);
    else if (kind === 'rpc/response') tools.caller.heard(session.number, payload);
    else if (kind === 'meta') takeMeta(session, payload);
  }

  function takeMeta(session: DeviceSession, payload: Uint8Array): void {
    const meta = DeviceMeta.safeParse(parseJson(payload));
    if (!meta.success || meta.data.number !== session.number) {
      log.warn({ device: session.number }, 'a meta that cannot be understood was left out');
      return;
    }
    if (JSON.stringify(meta.data) !== JSON.stringify(session.row.meta)) {
      keep(session, { meta: meta.data });
      session.row = { ...session.row, meta: meta.data };
    }
    setMeta(session, meta.data);
    announcer.changed(session);
  }

  function takeReport(session: DeviceSession, payload: Uint8Array): void {
    const report = DeviceReport.safeParse(parseJson(payload));
    if (!report.success) {
      const reason = report.error.issues[0]?.path.join('.');
      tools.tally.count('status.refused', { device: session.number, ...(reason && { reason }) });
      return;
    }
    if (!report.data.connected) {
      leave(session);
      return;
    }
    const arrived = !session.connected;
    session.connected = true;
    session.report = report.data;
    session.reportMs = clock.nowMs();
    announcer.changed(session);
    followReport(tools, session);
    if (arrived) greet(session);
  }

  function greet(session: DeviceSession): void {
    log.info({ device: session.number }, 'a device is connected');
    keep(session, { lastSeenAt: new Date(clock.nowMs()) });
    session.streamAskedMs = 0;
    askToStream(tools, session);
    fetchStoredRecords(tools, session).catch((error: unknown) =>
      log.error({ device: session.number, error: String(error) }, 'the records of a device could not be fetched'),
    );
  }

  function leave(session: DeviceSession): void {
    if (!session.connected) return;
    session.connected = false;
    session.report = undefined;
    session.held.clear();
    session.heldBlocks = 0;
    tools.caller.gone(session.number);
    log.info({ device: session.number }, 'a device is away');
    keep(session, { lastSeenAt: new Date(clock.nowMs()) });
    announcer.changed(session);
  }

  function keep(session: DeviceSession, seen: { meta?: DeviceMeta; lastSeenAt?: Date }): void {
    rememberDevice(db, session.number, seen).catch((error: unknown) =>
      log.error({ device: session.number, error: String(error) }, 'what a device told was not kept'),
    );
  }

  function watch(): void {
    const nowMs = clock.nowMs();
    for (const session of sessions.values()) {
      if (!session.connected) continue;
      if (nowMs - session.heardMs > silenceMs) leave(session);
      repairAll(tools, session);
      askToStream(tools, session);
      if (journalState(session) !== 'ok') announcer.changed(session);
    }
  }

  return {
    get: (number) => sessions.get(number),
    all: () => sessions.values(),
    refresh: async (clientId) => (await listDevices(db, clientId)).map(adopt),
    async start() {
      for (const row of await listDevices(db)) adopt(row);
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
      timer = setInterval(watch, watchPeriodMs);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const session of sessions.values()) tools.caller.gone(session.number);
      await stopListening?.();
    },
  };
}

/** While somebody watches a device it is asked to stream, so that curves move also when it does not record. */
export function askToStream(tools: IngestTools, session: DeviceSession): void {
  const nowMs = tools.clock.nowMs();
  if (!session.connected || nowMs - session.streamAskedMs < streamAgainMs) return;
  if (!tools.realtime.hasListeners('liveData', session.number)) return;
  session.streamAskedMs = nowMs;
  void tools.caller.call(session.number, 'v1.realtime.set', { holdSeconds: streamHoldSeconds });
}
