import { hubSubscriptions, parseTopic } from '@sillage/device-protocol';
import { devicesChanged } from '../../administration/devices/index.ts';
import type { Broker } from '../../platform/broker/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Announcer } from './announce-devices.ts';
import type { DeviceSession } from './device-session.ts';
import { type Hearing, hearDevices } from './hear-devices.ts';
import { EarlyMessages } from './hold-early-messages.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { KeptSessions } from './keep-sessions.ts';
import { watchDevices } from './watch-devices.ts';

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

interface Dependencies extends IngestDependencies {
  readonly broker: Pick<Broker, 'subscribe' | 'onLost'>;
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly sessions: Map<number, DeviceSession>;
  readonly announcer: Announcer;
}

/** Keeps a session for every device: what it is, how it does, whether it is there. */
export function followDevices(dependencies: Dependencies): Sessions {
  const { broker, database, sessions, announcer, log } = dependencies;
  const hearing = hearDevices(dependencies, announcer);
  const early = new EarlyMessages();
  const kept = new KeptSessions({
    ...dependencies,
    adopted: (number) => early.run(number),
  });
  const hear = createHearer({ log, sessions, kept, early, hearing });
  let stopWatching = () => {};
  let stopListening: (() => Promise<void>) | undefined;
  let stopped = false;

  return {
    get: (number) => sessions.get(number),
    all: () => sessions.values(),
    parted: () => kept.parted,
    refresh: (clientId) => kept.refresh(clientId),
    async start() {
      await kept.refresh();
      const failed = (error: unknown) => log.error({ error: String(error) }, 'a device was not read');
      stopListening = await database.listen(
        devicesChanged,
        (payload) => void kept.reload(Number(payload)).catch(failed),
        () => void kept.reloadAll().catch(failed),
      );
      // What they tell while the broker is away is not heard; those that are there tell it again.
      broker.onLost(() => {
        for (const session of sessions.values()) hearing.leave(session);
      });
      await broker.subscribe(hubSubscriptions, (topic, payload) => {
        if (!stopped) hear(topic, payload);
      });
      stopWatching = watchDevices({ ...dependencies, leave: hearing.leave });
    },
    async stop() {
      stopped = true;
      stopWatching();
      for (const session of sessions.values()) dependencies.caller.gone(session.number);
      await stopListening?.();
    },
  };
}

interface HearerDependencies {
  readonly log: Log;
  readonly sessions: ReadonlyMap<number, DeviceSession>;
  readonly kept: KeptSessions;
  readonly early: EarlyMessages;
  readonly hearing: Hearing;
}

/** Answers what takes a message by its topic: that of a device which is not known yet waits until its row is read. */
function createHearer({ log, sessions, kept, early, hearing }: HearerDependencies) {
  const parsedTopics = new Map<string, NonNullable<ReturnType<typeof parseTopic>>>();

  /** Of few topics thousands of messages come a second. */
  function parsedOnce(topic: string): ReturnType<typeof parseTopic> {
    const known = parsedTopics.get(topic);
    if (known !== undefined) return known;
    const parsed = parseTopic(topic);
    if (parsedTopics.size >= maxParsedTopics) parsedTopics.clear();
    if (parsed !== undefined) parsedTopics.set(topic, parsed);
    return parsed;
  }

  /** A device created a moment ago; messages of one that nobody knows are dropped. */
  function readRow(number: number): void {
    kept
      .whenRead(number)
      .then(() => (sessions.has(number) ? undefined : kept.reload(number)))
      .catch((error: unknown) => log.error({ device: number, error: String(error) }, 'a device could not be read'))
      .finally(() => early.run(number));
  }

  return (topic: string, payload: Uint8Array): void => {
    const parsed = parsedOnce(topic);
    if (parsed === undefined) return;
    const { number, kind } = parsed;
    const session = early.has(number) ? undefined : sessions.get(number);
    if (session !== undefined) hearing.take(session, kind, payload);
    else if (!kept.isStranger(number)) {
      const copy = Uint8Array.from(payload);
      const isFirst = early.add(number, copy.length, () => {
        const known = sessions.get(number);
        if (known !== undefined) hearing.take(known, kind, copy);
      });
      if (isFirst) readRow(number);
    }
  };
}
