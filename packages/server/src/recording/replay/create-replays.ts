import { isRefusal, limits, type Refusal, type Replay, refuse } from '@sillage/contract';
import { composeDeviceNumber, deviceFamilies } from '@sillage/domain';
import { and, gte, lte } from 'drizzle-orm';
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
const replayNumber = (serial: number) =>
  composeDeviceNumber({ family: deviceFamilies.maxi, hardware: limits.replayHardware, serial });
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
  let starting: Promise<unknown> = Promise.resolve();

  async function begin(viewer: Viewer, recordId: number, wanted: Wanted): Promise<Replay | Refusal> {
    const { mqttPort } = dependencies;
    if (mqttPort === undefined) return refuse('replay.notHere');
    const record = await findReadable(database.db, viewer, recordId);
    if (isRefusal(record)) return record;
    if (running.size >= limits.replays) return refuse('replay.tooMany', { maximum: limits.replays });
    const blocks = await openBlocks(dependencies, record.uid, wanted.speed);
    if (isRefusal(blocks)) return blocks;
    const name = `Relecture ${record.basename}`.slice(0, 60);
    const { clientId, groupId } = record;
    const made = await addDevice(dependencies, { name, clientId, groupId });
    if (isRefusal(made)) return made;
    const { number, secret } = made;
    const device = new ReplayDevice({
      ...{ brokerUrl: `mqtt://127.0.0.1:${mqttPort}`, number, secret, name, blocks, clock },
      rounds: wanted.loop ? Number.POSITIVE_INFINITY : 1,
      longestMs: limits.replayHours * 3_600_000,
      over(error) {
        if (error !== undefined) log.warn({ device: number, error: String(error) }, 'a replay ended early');
        void end(number);
      },
    });
    const { durationSeconds: duration } = blocks;
    const about = { number, name, record_id: recordId, ...wanted, duration, started: new Date().toISOString() };
    running.set(number, { clientId, device, about });
    return { ...about, position: 0 };
  }

  /** Lets it say goodbye, then forgets that it was there. */
  async function end(number: number, patienceMs?: number): Promise<void> {
    const found = running.get(number);
    if (found === undefined) return;
    running.delete(number);
    try {
      await found.device.stop(patienceMs);
      await removeDevices(database, number, number);
    } catch (error) {
      // Swept at the next start.
      log.warn({ device: number, error: String(error) }, 'the device of a replay was not removed');
    }
  }

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
      return [...running.values()]
        .filter((one) => one.clientId === clientId)
        .map(({ about, device }) => ({ ...about, position: device.positionSeconds }));
    },
    async end(viewer: Viewer, clientId: number, number: number): Promise<undefined | Refusal> {
      const isThere = running.get(number)?.clientId === clientId && (await inReach(viewer, clientId));
      if (!isThere) return refuse('entity.notFound');
      await end(number);
      return undefined;
    },
    /** Removes the devices of replays that ended with the program. */
    sweep: () => removeDevices(database, replayNumber(0), replayNumber(limits.maxDeviceSerial)),
    async stop(): Promise<void> {
      await Promise.all([...running.keys()].map((number) => end(number, patienceAtEndMs)));
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
    const { secret } = await createDevice(tx, { ...device, number: free.number });
    return { number: free.number, secret };
  });
}

/** What they recorded stays, without them. */
async function removeDevices({ db }: Database, first: number, last: number): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(devices)
      .where(and(gte(devices.number, first), lte(devices.number, last)))
      .returning({ number: devices.number });
    for (const { number } of removed) await deviceChanged(tx, number);
  });
}
