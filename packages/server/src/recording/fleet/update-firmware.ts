import { type Refusal, refuse } from '@sillage/contract';
import { firmwareToSign } from '@sillage/device-protocol';
import { eq } from 'drizzle-orm';
import { manifestOf, type ReleaseSigner } from '../../administration/releases/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { isSignedBy } from '../../platform/secrets/index.ts';
import { type FirmwareDevices, installFirmware } from './install-firmware.ts';
import { keptWords, moveUpdate, openUpdates, type UpdateRow, type UpdateState } from './kept-updates.ts';

export interface UpdateDependencies {
  readonly db: Db;
  readonly devices: FirmwareDevices;
  readonly files: Pick<Files, 'open'>;
  readonly signer: ReleaseSigner;
  readonly clock: Clock;
  readonly log: Log;
}

/** The queue of updates: it lies in the database, so that another start goes on with it. */
export interface Updates {
  start(): void;
  /** Those under way go on at the next start. */
  stop(): Promise<void>;
  /** Something was added. */
  wake(): void;
  cancel(id: number): Promise<Refusal | undefined>;
  /** Bytes that a device has; undefined when its update is not under way. */
  sentBytes(id: number): number | undefined;
}

/** Updates at a time: each loads the radio that the others record over. */
const atOnce = 2;
/** Tries; what a device took before it still has. */
const maxAttempts = 6;
const lookEveryMs = 500;
/** ms that an update waits for its device. */
const patienceMs = 24 * 3600 * 1000;

interface Running {
  readonly stop: AbortController;
  sentBytes: number;
  /** Too late to take it back. */
  isPast: boolean;
  isCancelled: boolean;
  done: Promise<void>;
}

/** Updates devices, two at a time, as the queue says. */
export function createUpdates(dependencies: UpdateDependencies): Updates {
  const { db, devices, clock, log } = dependencies;
  const running = new Map<number, Running>();
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  function lookLater(ms: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      looking = looking
        .then(look)
        .catch((error: unknown) => log.error({ error: String(error) }, 'the updates of devices were not looked at'))
        .finally(() => lookLater(lookEveryMs));
    }, ms);
    timer.unref();
  }

  /** Starts those whose turn it is. One whose device records or is away does not hold up the others. */
  async function look(): Promise<void> {
    if (stopped) return;
    for (const row of await openUpdates(db)) {
      if (running.has(row.id)) continue;
      if (clock.nowMs() - row.createdAt.getTime() > patienceMs) {
        await moveUpdate(db, row.id, { state: 'failed', ...keptWords(refuse('device.notConnected')) }, clock.nowMs());
        continue;
      }
      const reason = whyItWaits(row);
      if (reason !== undefined || running.size >= atOnce) {
        const words = reason === undefined ? { code: null, reason: null } : keptWords(reason);
        if (row.state !== 'waiting' || row.code !== words.code) {
          await moveUpdate(db, row.id, { state: 'waiting', ...words }, clock.nowMs());
        }
      } else if (!stopped) run(row);
    }
  }

  function whyItWaits({ number }: UpdateRow): Refusal | undefined {
    const status = devices.deviceStatus(number);
    if (status?.is_connected !== true) return refuse('device.notConnected');
    if (status.state === 'idle' || status.state === 'firmware_updating') return undefined;
    return refuse('device.recording');
  }

  function run(row: UpdateRow): void {
    const own: Running = {
      stop: new AbortController(),
      sentBytes: row.sentBytes,
      isPast: false,
      isCancelled: false,
      done: Promise.resolve(),
    };
    running.set(row.id, own);
    own.done = install(dependencies, row, own)
      .catch((error: unknown) =>
        log.error({ device: row.number, error: String(error) }, 'an update of a device broke off'),
      )
      .finally(() => {
        running.delete(row.id);
        lookLater(0);
      });
  }

  return {
    start() {
      stopped = false;
      lookLater(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const all = [...running.values()];
      for (const one of all) one.stop.abort();
      await looking;
      await Promise.race([
        Promise.allSettled(all.map(({ done }) => done)),
        new Promise((resolve) => setTimeout(resolve, 1000).unref()),
      ]);
    },
    wake: () => lookLater(0),
    async cancel(id) {
      const own = running.get(id);
      if (own?.isPast) return refuse('firmware.pastCancelling');
      // It may become too late while this is written: the database says which of the two was first.
      const from: UpdateState[] | undefined = own && ['waiting', 'loading'];
      const moved = await moveUpdate(db, id, { state: 'cancelled', code: null, reason: null }, clock.nowMs(), from);
      if (!moved) return refuse('firmware.pastCancelling');
      if (own !== undefined) {
        own.isCancelled = true;
        own.stop.abort();
      }
      return undefined;
    },
    sentBytes: (id) => running.get(id)?.sentBytes,
  };
}

/** One try of an update, and what is kept of its end. */
async function install(dependencies: UpdateDependencies, row: UpdateRow, own: Running): Promise<void> {
  const { db, devices, files, clock, log, signer } = dependencies;
  const offer = { ...manifestOf({ ...row.release }), ...(await signatureOf(db, signer, row)) };
  const outcome = await installFirmware(
    {
      ...{ devices, files, clock },
      signal: own.stop.signal,
      async enters(state) {
        own.isPast = state !== 'loading';
        return moveUpdate(db, row.id, { state, code: null, reason: null }, clock.nowMs());
      },
      sent: (bytes) => {
        own.sentBytes = bytes;
      },
    },
    row.number,
    offer,
  );
  const about = { device: row.number, version: row.release.version };
  if (outcome === 'upToDate') {
    await moveUpdate(
      db,
      row.id,
      { state: 'upToDate', code: null, reason: null, sentBytes: row.release.sizeBytes },
      clock.nowMs(),
    );
    log.info(about, 'a device runs another firmware');
  } else if (outcome === 'takenBack' || own.isCancelled) await devices.call(row.number, 'v1.firmware.cancel', {});
  else await keepRefusal(dependencies, row, own, outcome);
}

/** A device that was away, or did not answer, is tried again when it is there; what it refuses it would refuse again. */
async function keepRefusal(
  { db, clock, log }: UpdateDependencies,
  row: UpdateRow,
  own: Running,
  refusal: Refusal,
): Promise<void> {
  const passes: ReadonlySet<string> = new Set([
    ...['device.notConnected', 'device.timeout', 'broker.unavailable', 'device.unreadable', 'device.refused'],
    ...['firmware.interrupted', 'firmware.damaged'],
  ]);
  const isEnding = own.stop.signal.aborted;
  const attempts = isEnding ? row.attempts : row.attempts + 1;
  const isOver = !isEnding && (!passes.has(refusal.code) || attempts >= maxAttempts);
  const words = keptWords(refusal);
  await moveUpdate(
    db,
    row.id,
    { state: isOver ? 'failed' : 'waiting', ...words, attempts, sentBytes: own.sentBytes },
    clock.nowMs(),
  );
  if (isOver)
    log.warn({ device: row.number, version: row.release.version, reason: words.code }, 'an update of a device failed');
}

/** A release of the time before signatures or of an old backup, or that two people changed at once, is signed by this server now. */
async function signatureOf(db: Db, signer: ReleaseSigner, { release }: UpdateRow) {
  const { signature, publicKey } = release;
  const isOthers = signature !== '' && publicKey !== signer.publicKey;
  if (isOthers || isSignedBy(publicKey, firmwareToSign(manifestOf(release)), signature))
    return { signature, publicKey };
  const signed = { signature: signer.sign(firmwareToSign(manifestOf(release))), publicKey: signer.publicKey };
  await db.update(tables.releases).set(signed).where(eq(tables.releases.id, release.id));
  return signed;
}
