import { isRefusal, limits, type Refusal, type Replay, refuse } from '@sillage/contract';
import { and, eq, sql } from 'drizzle-orm';
import { createDevice, deviceChanged, nextFreeNumber } from '../../administration/devices/index.ts';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { type Database, tables } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { derivedType } from '../decode/index.ts';
import { findReadable } from '../records/index.ts';
import type { SignalStore } from '../store/index.ts';
import { describeModules, type PlayedModule } from './describe-modules.ts';
import { ReplayedBlocks } from './read-blocks.ts';
import { ReplayDevice } from './replay-device.ts';

const { devices } = tables;
/** What tells the device of a replay from one that somebody created with such a number before replays had them. */
const mark = { replay: true };
const isMarked = sql`${devices.otherData} @> ${JSON.stringify(mark)}::jsonb`;
/** ms for which a replay that ends with the server waits for what the server lacks of its record. */
const patienceAtEndMs = 1000;

interface Dependencies {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly store: SignalStore;
  /** Where devices connect; undefined where the broker is an external one. */
  readonly mqttPort: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

interface Running {
  readonly clientId: number;
  readonly about: Omit<Replay, 'position'>;
  readonly device: ReplayDevice;
}

interface Wanted {
  readonly speed: number;
  readonly loop: boolean;
}

export type Replays = ReturnType<typeof createReplays>;

/** Records that are played as virtual devices, which live as long as their replay. */
export function createReplays(dependencies: Dependencies) {
  const { database, clock } = dependencies;
  const log = dependencies.log.child({ room: 'replay' });
  const running = new Map<number, Running>();
  const ending = new Map<number, Promise<void>>();
  let starting: Promise<unknown> = Promise.resolve();

  async function begin(viewer: Viewer, recordId: number, wanted: Wanted): Promise<Replay | Refusal> {
    const { mqttPort } = dependencies;
    if (mqttPort === undefined) return refuse('replay.notHere');
    const record = await findReadable(database.db, viewer, recordId);
    if (isRefusal(record)) return record;
    if (running.size >= limits.replays) return refuse('replay.tooMany', { maximum: limits.replays });
    const blocks = await openBlocks(dependencies, record.uid, wanted.speed);
    if (isRefusal(blocks)) return blocks;
    const name = record.basename.slice(0, 60);
    const { clientId, groupId } = record;
    const made = await addDevice(dependencies, { name, clientId, groupId });
    if (isRefusal(made)) return made;
    const { number, secret } = made;
    // Somebody deleted its device, and this is the next one with that number.
    await end(number);
    const device = new ReplayDevice({
      ...{ brokerUrl: `mqtt://127.0.0.1:${mqttPort}`, number, secret, name, blocks, clock },
      rounds: wanted.loop ? Number.POSITIVE_INFINITY : 1,
      longestMs: limits.replayHours * 3_600_000,
      over(error) {
        if (error !== undefined) log.warn({ device: number, error: String(error) }, 'a replay ended early');
        if (running.get(number)?.device === device) void end(number);
      },
    });
    const { durationSeconds: duration } = blocks;
    const about = { number, name, record_id: recordId, ...wanted, duration, started: new Date().toISOString() };
    running.set(number, { clientId, device, about });
    return { ...about, position: 0 };
  }

  /** Lets it say goodbye, then forgets that it was there. */
  function end(number: number, patienceMs?: number): Promise<void> {
    const found = running.get(number);
    if (found === undefined) return ending.get(number) ?? Promise.resolve();
    running.delete(number);
    const ended = remove(number, found.device, patienceMs).finally(() => ending.delete(number));
    ending.set(number, ended);
    return ended;
  }

  async function remove(number: number, device: ReplayDevice, patienceMs: number | undefined): Promise<void> {
    try {
      await device.stop(patienceMs);
      await removeDevices(database, number);
    } catch (error) {
      // Swept at the next start.
      log.warn({ device: number, error: String(error) }, 'the device of a replay was not removed');
    }
  }

  /** A replay is as visible as what it plays. */
  const isSeen = async (viewer: Viewer, { about }: Running) =>
    !isRefusal(await findReadable(database.db, viewer, about.record_id));
  const inReach = async (viewer: Viewer, clientId: number) =>
    mayReachClient(viewer, clientId) && (await clientExists(database.db, clientId));

  return {
    /** One after the other, so that the bound holds. */
    start(viewer: Viewer, recordId: number, wanted: Wanted): Promise<Replay | Refusal> {
      const begun = starting.then(() => begin(viewer, recordId, wanted));
      starting = begun.catch(() => {});
      return begun;
    },
    async list(viewer: Viewer, clientId: number): Promise<readonly Replay[] | Refusal> {
      if (!(await inReach(viewer, clientId))) return refuse('entity.notFound');
      const shown: Replay[] = [];
      for (const one of running.values()) {
        if (one.clientId !== clientId || !(await isSeen(viewer, one))) continue;
        shown.push({ ...one.about, position: one.device.positionSeconds });
      }
      return shown;
    },
    async end(viewer: Viewer, clientId: number, number: number): Promise<undefined | Refusal> {
      const found = running.get(number);
      const isThere =
        found?.clientId === clientId && (await inReach(viewer, clientId)) && (await isSeen(viewer, found));
      if (!isThere) return refuse('entity.notFound');
      await end(number);
      return undefined;
    },
    /** Removes the devices of replays that ended with the program. */
    sweep: () => removeDevices(database),
    async stop(): Promise<void> {
      await starting;
      await Promise.all([...[...running.keys()].map((number) => end(number, patienceAtEndMs)), ...ending.values()]);
    },
  };
}

async function openBlocks(
  { store, folder }: Dependencies,
  uid: string,
  speed: number,
): Promise<ReplayedBlocks | Refusal> {
  const signals = await folder.files.localPath(stored.signals(uid));
  const described = await store.describe(signals);
  if (described === undefined) return refuse('record.notReadable');
  // What was computed of the samples is computed again of those of the replay.
  const measured = described.modules.filter(({ type, samples }) => type !== derivedType && samples > 0);
  const precise = measured.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => type === 'f64').map((column) => `${name}.${column.name}`),
  );
  const statistics = await store.statistics(signals, precise, 0, described.durationSeconds);
  const modules = describeModules(measured, speed, (name) => statistics.find(({ variable }) => variable === name));
  if (modules === 'tooMany') return refuse('replay.tooManyChannels');
  if (!isPlayable(modules)) {
    return refuse('replay.tooFast', { module: modules.tooFast, maximum: limits.maxFrequencyHz });
  }
  return new ReplayedBlocks({ store, folder: signals, modules, durationSeconds: described.durationSeconds, speed });
}

function isPlayable(
  described: ReadonlyMap<string, PlayedModule> | { readonly tooFast: string },
): described is ReadonlyMap<string, PlayedModule> {
  return described instanceof Map;
}

async function addDevice(
  { database }: Dependencies,
  device: { readonly name: string; readonly clientId: number; readonly groupId: number | null },
): Promise<{ readonly number: number; readonly secret: string } | Refusal> {
  return database.db.transaction(async (tx) => {
    const free = await nextFreeNumber(tx, 'maxi', limits.replayHardware);
    if (isRefusal(free)) return free;
    const { id, secret } = await createDevice(tx, { ...device, number: free.number });
    await tx.update(devices).set({ otherData: mark }).where(eq(devices.id, id));
    return { number: free.number, secret };
  });
}

/** Of one replay, or of all; what they recorded stays, without them. */
async function removeDevices({ db }: Database, number?: number): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(devices)
      .where(and(isMarked, number === undefined ? undefined : eq(devices.number, number)))
      .returning({ number: devices.number });
    for (const one of removed) await deviceChanged(tx, one.number);
  });
}
