import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { type FirmwareOffer, maxFirmwareChunkBytes } from '@sillage/device-protocol';
import { isAtLeastVersion } from '@sillage/domain';
import type { Clock } from '../../platform/clock/index.ts';
import { type Files, stored } from '../../platform/files/index.ts';
import type { Ingest } from '../ingest/index.ts';

/** The devices, as they are heard and commanded. */
export type FirmwareDevices = Pick<Ingest, 'call' | 'deviceStatus' | 'devicesFor'>;

interface Dependencies {
  readonly devices: FirmwareDevices;
  readonly files: Pick<Files, 'open'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** What happens is told before it does. False when somebody took it back: then it does not. */
  readonly enters: (state: 'loading' | 'updating' | 'reconnecting') => Promise<boolean>;
  readonly sent: (bytes: number) => void;
  /** Aborted by somebody who takes it back, and when the server ends. */
  readonly signal: AbortSignal;
}

/** ms that a device may take to answer: it writes to a slow memory. */
const beginMs = 20_000;
const applyMs = 60_000;
/** ms for which a device may be away while it starts again; after them it is waited for as any other is. */
const restartMs = 90_000;
/** ms for which a device is there with its former version before that counts: it may not have gone yet. */
const unchangedMs = 8000;
const lookEveryMs = 200;

/**
 * Brings a firmware to a device and waits until it runs. Answers a refusal when it does not: what the device took it still has,
 * and another try goes on there.
 */
export async function installFirmware(
  dependencies: Dependencies,
  number: number,
  offer: FirmwareOffer,
): Promise<'upToDate' | 'takenBack' | Refusal> {
  if (runs(dependencies, number, offer.version)) return 'upToDate';
  if (!(await dependencies.enters('loading'))) return 'takenBack';
  const loaded = await load(dependencies, number, offer);
  if (isRefusal(loaded)) return loaded;
  if (dependencies.signal.aborted) return refuse('firmware.interrupted');
  if (!(await dependencies.enters('updating'))) return 'takenBack';
  const applied = await dependencies.devices.call(number, 'v1.firmware.apply', {}, applyMs);
  // Without an answer nobody knows: its version will tell.
  const isUnknown = isRefusal(applied) && (applied.code === 'device.notConnected' || applied.code === 'device.timeout');
  if (isRefusal(applied) && !isUnknown) return applied;
  await dependencies.enters('reconnecting');
  return waitForVersion(dependencies, number, offer.version);
}

/** Sends what the device does not have yet. */
async function load(dependencies: Dependencies, number: number, offer: FirmwareOffer): Promise<Refusal | undefined> {
  const { devices, files, signal, sent } = dependencies;
  const file = await files.open(stored.firmware(offer.sha256));
  if (file === undefined) return refuse('firmware.noFile');
  // Whole in memory: 64 MB at most, of two devices at once.
  const image: Buffer[] = [];
  for await (const piece of file.readAll()) image.push(Buffer.from(piece));
  const bytes = Buffer.concat(image);
  const begun = await devices.call(number, 'v1.firmware.begin', offer, beginMs);
  if (isRefusal(begun)) return begun;
  let offset = begun.nextOffset;
  /** Pieces in a row that brought it no further. */
  let stuck = 0;
  while (offset < bytes.length && !signal.aborted) {
    sent(offset);
    const data = bytes.subarray(offset, offset + maxFirmwareChunkBytes).toString('base64');
    const answer = await devices.call(number, 'v1.firmware.chunk', { offset, data });
    if (isRefusal(answer)) return answer;
    stuck = answer.nextOffset > offset ? 0 : stuck + 1;
    if (stuck > 3 || answer.nextOffset > bytes.length) return refuse('firmware.interrupted');
    offset = answer.nextOffset;
  }
  sent(offset);
  return undefined;
}

async function waitForVersion(
  dependencies: Dependencies,
  number: number,
  version: string,
): Promise<'upToDate' | Refusal> {
  const { clock, devices, signal } = dependencies;
  const startMs = clock.monotonicMs();
  let thereSinceMs: number | undefined;
  while (clock.monotonicMs() - startMs < restartMs && !signal.aborted) {
    if (runs(dependencies, number, version)) return 'upToDate';
    const nowMs = clock.monotonicMs();
    thereSinceMs = devices.deviceStatus(number)?.is_connected === true ? (thereSinceMs ?? nowMs) : undefined;
    if (thereSinceMs !== undefined && nowMs - thereSinceMs > unchangedMs) break;
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return runs(dependencies, number, version) ? 'upToDate' : refuse('firmware.interrupted');
}

/** Whether it is there and says that it runs exactly this version. */
function runs({ devices }: Pick<Dependencies, 'devices'>, number: number, version: string): boolean {
  const status = devices.deviceStatus(number);
  if (status?.is_connected !== true || status.version === null) return false;
  return isAtLeastVersion(status.version, version) && isAtLeastVersion(version, status.version);
}
