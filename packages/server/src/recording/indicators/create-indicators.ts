import type { LiveVariable } from '@sillage/analysis';
import type { Indicators } from '@sillage/contract';
import type { DeviceMeta } from '@sillage/device-protocol';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Tap, TappedBlock } from '../tap/index.ts';
import type { Told } from './choose-indicators.ts';
import { WatchedStream } from './watched-stream.ts';

/** ms between two messages of a device. */
const tellEveryMs = 250;
/** ms after which somebody is looked up again who listens: sport and indicators may be chosen while a device streams. */
const lookUpEveryMs = 3000;
/** µs without samples after which an idle device's time axis begins again. */
const streamGapUs = 5_000_000;

/** What a device is, as far as indicators need it. */
export interface MeasuringDevice {
  readonly id: number;
  readonly meta: DeviceMeta | undefined;
  /** The server's record of what the device records now. */
  readonly recordId: number | undefined;
}

interface Dependencies {
  readonly realtime: Pick<Realtime, 'emit' | 'onListeners'>;
  readonly tap: Pick<Tap, 'listen' | 'listenToAll' | 'startOf'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Pick<Log, 'warn'>;
  readonly deviceOf: (number: number) => MeasuringDevice | undefined;
  readonly toldBy: (deviceId: number, recordId: number | undefined) => Promise<Told>;
}

/** One device that streams. */
interface Followed {
  recordId: number;
  lastUs: number;
  /** Undefined while its sport is looked up. */
  stream: WatchedStream | undefined;
  /** Sport and indicators that the stream is watched for. */
  told: string;
  lookedUpMs: number;
  isLookedUp: boolean;
}

/** Values by name, as they are told. */
type Heard = (indicators: Indicators['indicators']) => void;

export interface LiveIndicators {
  /** Hears what a device does, also while nobody looks at it; answers how to stop. */
  follow(number: number, heard: Heard): () => void;
  stop(): Promise<void>;
}

/**
 * Tells what devices do, in numbers, four times a second and only to who listens. What is counted from the start of a record
 * is counted from there whoever listens: records are followed from their first block on.
 */
export function createIndicators(dependencies: Dependencies): LiveIndicators {
  const { realtime, tap, clock } = dependencies;
  const followed = new Map<number, Followed>();
  const heard = new Map<number, () => void>();
  /** Devices whose room somebody is in. */
  const watched = new Set<number>();
  const followers = new Map<number, Set<Heard>>();

  function take(number: number, block: TappedBlock): void {
    const { recordId, firstSampleUs } = block.header;
    const isHeard = heard.has(number);
    if (recordId === 0 && !isHeard) {
      followed.delete(number);
      return;
    }
    const one = continued(followed, number, recordId, firstSampleUs);
    const nowMs = clock.monotonicMs();
    const isDue = one.stream === undefined || (isHeard && nowMs - one.lookedUpMs > lookUpEveryMs);
    if (isDue && !one.isLookedUp) lookUp(dependencies, number, one, firstSampleUs);
    one.lastUs = Math.max(one.lastUs, firstSampleUs);
    one.stream?.take(block, nowMs);
  }

  function tell(): void {
    const nowMs = clock.monotonicMs();
    for (const number of heard.keys()) {
      const payload = followed.get(number)?.stream?.tell(number, nowMs);
      if (payload === undefined) continue;
      realtime.emit('indicators', number, payload);
      for (const follower of followers.get(number) ?? []) follower(payload.indicators);
    }
  }

  /** To be counted is what asks an idle device to stream; its blocks come by the other way. */
  function hearOrNot(number: number): void {
    const isWanted = watched.has(number) || followers.has(number);
    if (isWanted && !heard.has(number))
      heard.set(
        number,
        tap.listen(number, () => {}),
      );
    else if (!isWanted) {
      heard.get(number)?.();
      heard.delete(number);
    }
    followed.get(number)?.stream?.tellAgain();
    if (heard.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(tell, tellEveryMs);
  }

  const stopHearing = tap.listenToAll(take);
  let timer: NodeJS.Timeout | undefined;
  realtime.onListeners('indicators', (number, listening) => {
    if (listening) watched.add(number);
    else watched.delete(number);
    hearOrNot(number);
  });
  return {
    follow(number, follower) {
      const those = followers.get(number) ?? new Set();
      followers.set(number, those.add(follower));
      hearOrNot(number);
      return () => {
        those.delete(follower);
        if (those.size === 0) followers.delete(number);
        hearOrNot(number);
      };
    },
    async stop() {
      stopHearing();
      clearInterval(timer);
      for (const leave of heard.values()) leave();
      followed.clear();
    },
  };
}

function continued(followed: Map<number, Followed>, number: number, recordId: number, firstSampleUs: number): Followed {
  const old = followed.get(number);
  const goesOn = old?.recordId === recordId && (recordId !== 0 || Math.abs(firstSampleUs - old.lastUs) < streamGapUs);
  if (old !== undefined && goesOn) return old;
  const lookedUpMs = Number.NEGATIVE_INFINITY;
  const one = { recordId, lastUs: firstSampleUs, stream: undefined, told: '', lookedUpMs, isLookedUp: false };
  followed.set(number, one);
  return one;
}

/** Another sport, or other indicators: what was counted until then is not known to them. */
function lookUp(
  { deviceOf, toldBy, tap, clock, log }: Dependencies,
  number: number,
  one: Followed,
  firstSampleUs: number,
): void {
  const device = deviceOf(number);
  if (device === undefined) return;
  one.isLookedUp = true;
  toldBy(device.id, one.recordId === 0 ? undefined : device.recordId)
    .then((told) => {
      const text = JSON.stringify([told, device.meta?.modules]);
      if (text === one.told) return;
      one.told = text;
      const { recordId } = one;
      const zeroUs = (recordId === 0 ? undefined : tap.startOf(number, recordId)) ?? firstSampleUs;
      const variables = variablesOf(device.meta);
      one.stream = new WatchedStream({ recordId, zeroUs, variables, told, nowMs: clock.monotonicMs() });
    })
    .catch((error: unknown) =>
      log.warn({ device: number, error: String(error) }, 'what a device is to tell was not looked up'),
    )
    .finally(() => {
      one.isLookedUp = false;
      one.lookedUpMs = clock.monotonicMs();
    });
}

export function variablesOf(meta: DeviceMeta | undefined): LiveVariable[] {
  return Object.entries(meta?.modules ?? {}).flatMap(([module, { rateHz, columns }]) =>
    columns.map(({ name, unit }) => ({ name: `${module}.${name}`, unit, rateHz })),
  );
}
