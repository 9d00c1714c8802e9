import type { Clock } from '../../platform/clock/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { createJournals } from '../journal/index.ts';
import type { Tap } from '../tap/index.ts';
import { keepLevels, type LevelsOfDevice } from './keep-levels.ts';
import { type MovementMeter, measureMovement } from './measure-movement.ts';
import { findSegments, removeSegment, type Segment } from './segments.ts';
import { type SegmentWriter, type SentBy, writeSegments } from './write-segments.ts';

/** ms between two looks at which devices are there, what their clients want, and what has grown too old. */
const lookEveryMs = 2000;
/** Bytes of all devices together, whatever the hours; and as a share of what is free. */
const [mostBytes, shareOfFree] = [2 * 1024 ** 3, 0.2];

/** A device that is there, and whose it is. */
export interface BufferedDevice extends Omit<SentBy, 'meta'> {
  readonly meta: SentBy['meta'] | undefined;
}

export interface BufferRules {
  readonly isOn: boolean;
  readonly hours: number;
}

interface Dependencies {
  readonly folder: Pick<DataFolder, 'buffer'>;
  readonly tap: Pick<Tap, 'listen'>;
  readonly disk: Pick<DiskLedger, 'report' | 'mayJournal'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Those that are connected now. */
  readonly devices: () => readonly BufferedDevice[];
  /** One of them. */
  readonly deviceOf: (number: number) => BufferedDevice | undefined;
  readonly rulesOf: (clientId: number) => Promise<BufferRules>;
  /** The client of each device that there is. */
  readonly clientsOf: (deviceIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

export interface RollingBuffer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Those of a device of this client, oldest first: what it sent as another client's is not theirs. */
  segmentsOf(device: { readonly id: number; readonly clientId: number }): readonly Segment[];
  /** How much it moved meanwhile. */
  levelsOf(device: { readonly id: number; readonly clientId: number }): LevelsOfDevice;
  /** Deletes all of a device. What it sends from then on is kept again, unless it is switched off. */
  forget(deviceId: number): Promise<void>;
}

interface Listened {
  readonly clientId: number;
  readonly writer: SegmentWriter;
  readonly meter: MovementMeter;
  readonly leave: () => void;
}

/**
 * What connected devices send while nobody records, for the last hours: on disk, in files of a minute, as journals. Who
 * switches it off is not listened to any more, and what was kept of them is gone.
 */
export function createBuffer(dependencies: Dependencies): RollingBuffer {
  const { tap, disk, clock, devices, rulesOf } = dependencies;
  const log = dependencies.log.child({ room: 'buffer' });
  const folder = dependencies.folder.buffer;
  const mayWrite = () => disk.report().state === 'ok' && disk.mayJournal();
  const journals = createJournals({ clock, mayWrite });
  const listened = new Map<number, Listened>();
  let segments: Segment[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const failed = (error: unknown) => log.warn({ error: String(error) }, 'what devices send while idle is not kept');
  const levels = keepLevels(folder, mayWrite, (error) =>
    log.warn({ error: String(error) }, 'how much devices move is not kept'),
  );

  function listen(device: BufferedDevice): void {
    const { clientId, deviceId, number } = device;
    const begun = (segment: Segment) => void segments.push(segment);
    const writer = writeSegments({ folder, journals, clock, begun, failed });
    const meter = measureMovement((slot, level) => levels.add({ clientId, deviceId }, slot, level));
    const leave = tap.listen(number, (block) => {
      if (block.header.recordId !== 0) return;
      const now = dependencies.deviceOf(number);
      if (now?.meta === undefined) return;
      writer.take(block, { ...now, meta: now.meta });
      meter.take(block, now.meta, clock.nowMs());
    });
    listened.set(deviceId, { clientId, writer, meter, leave });
  }

  async function leave(deviceId: number): Promise<void> {
    const one = listened.get(deviceId);
    listened.delete(deviceId);
    one?.leave();
    await one?.writer.stop();
    one?.meter.end();
  }

  /** When what is kept of a device begins; now where it is listened to and nothing is kept yet. */
  function oldestHeldMs({ clientId, deviceId }: Pick<Segment, 'clientId' | 'deviceId'>): number | undefined {
    const own = segments.filter((one) => one.deviceId === deviceId && one.clientId === clientId);
    if (own.length > 0) return Math.min(...own.map(({ fromMs }) => fromMs));
    return listened.get(deviceId)?.clientId === clientId ? clock.nowMs() : undefined;
  }

  async function remove(gone: ReadonlySet<Segment>): Promise<void> {
    segments = segments.filter((segment) => !gone.has(segment));
    for (const segment of gone) await removeSegment(segment);
    await levels.forgetBefore(oldestHeldMs);
  }

  async function look(): Promise<void> {
    const there = devices();
    const owners = await dependencies.clientsOf([...new Set([...segments, ...there].map(({ deviceId }) => deviceId))]);
    const clientIds = new Set([...there.map(({ clientId }) => clientId), ...owners.values()]);
    const rules = new Map<number, BufferRules>();
    for (const clientId of clientIds) rules.set(clientId, await rulesOf(clientId));
    // Where nothing is written nobody listens: a device that streams for nothing empties its battery.
    const hasRoom = disk.report().state === 'ok';
    const isWanted = ({ clientId, meta }: BufferedDevice) =>
      hasRoom && rules.get(clientId)?.isOn === true && meta !== undefined;
    const wanted = new Map(there.filter(isWanted).map((device) => [device.deviceId, device]));
    for (const [deviceId, { clientId }] of [...listened]) {
      if (wanted.get(deviceId)?.clientId !== clientId) await leave(deviceId);
    }
    for (const [deviceId, device] of wanted) if (!listened.has(deviceId)) listen(device);
    const growing = new Set([...listened.values()].map(({ writer }) => writer.growing));
    const isOld = ({ deviceId, clientId, toMs }: Segment) => {
      const rule = owners.get(deviceId) === clientId ? rules.get(clientId) : undefined;
      // Off is off, also where the clock was set back and they lie in the future.
      return !rule?.isOn || clock.nowMs() - toMs > rule.hours * 3_600_000;
    };
    const old = segments.filter((one) => !growing.has(one) && isOld(one));
    await remove(new Set([...old, ...tooMany(segments, growing, disk)]));
  }

  const lookAgain = () => {
    looking = looking.then(look).catch(failed);
    return looking;
  };

  return {
    async start() {
      segments = await findSegments(folder);
      await levels.read();
      const again = async () => {
        await lookAgain();
        if (timer !== undefined) timer = setTimeout(again, lookEveryMs).unref();
      };
      timer = setTimeout(again, 0).unref();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await looking;
      for (const deviceId of [...listened.keys()]) await leave(deviceId);
      await levels.settled();
      journals.close();
    },
    levelsOf: ({ id: deviceId, clientId }) => levels.of({ deviceId, clientId }),
    segmentsOf: ({ id, clientId }) => segments.filter((one) => one.deviceId === id && one.clientId === clientId),
    forget(deviceId) {
      // Between two looks, so that nobody listens again before all of it is gone.
      const forgetting = looking.then(async () => {
        await leave(deviceId);
        await remove(new Set(segments.filter((one) => one.deviceId === deviceId)));
      });
      looking = forgetting.catch(() => {});
      return forgetting;
    },
  };
}

/** The oldest beyond what all may take; all of them where the disk is needed for records. */
function tooMany(
  segments: readonly Segment[],
  growing: ReadonlySet<Segment | undefined>,
  disk: Dependencies['disk'],
): Segment[] {
  const { state, freeBytes } = disk.report();
  let bytes = segments.reduce((sum, one) => sum + one.bytes, 0);
  const most = state === 'ok' ? Math.min(mostBytes, shareOfFree * (freeBytes + bytes)) : 0;
  const gone: Segment[] = [];
  for (const segment of [...segments].sort((a, b) => a.fromMs - b.fromMs)) {
    if (bytes <= most) break;
    if (growing.has(segment)) continue;
    bytes -= segment.bytes;
    gone.push(segment);
  }
  return gone;
}
