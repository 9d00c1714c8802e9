import type { DeviceMeta } from '@sillage/device-protocol';
import type { Log } from '../../platform/log/index.ts';
import type { DeviceSession } from './device-session.ts';
import { takeTurns } from './take-turns.ts';

interface Seen {
  readonly meta?: DeviceMeta;
  readonly lastSeenAt?: Date;
}

/** Rows written at once, of all devices: hundreds come or go together when their network does. */
const writtenAtOnce = 4;

interface Dependencies {
  /** To the row of a device. */
  readonly write: (number: number, seen: Seen) => Promise<void>;
  readonly log: Log;
}

/** Answers what has written down what a device told. */
export function keepWhatDevicesTell({ write, log }: Dependencies) {
  /** What is to be written of a device. */
  const keeping = new Map<number, Seen>();
  const inTurn = takeTurns(writtenAtOnce);

  /** One write at a time a device: of what it tells meanwhile, the last is kept. */
  return function keep({ number }: Pick<DeviceSession, 'number'>, seen: Seen): void {
    const waiting = keeping.get(number);
    keeping.set(number, { ...waiting, ...seen });
    if (waiting === undefined) void inTurn(() => writeKept(number));
  };

  async function writeKept(number: number): Promise<void> {
    for (let seen = keeping.get(number); seen !== undefined; ) {
      await write(number, seen).catch((error: unknown) =>
        log.error({ device: number, error: String(error) }, 'what a device told was not kept'),
      );
      const since = keeping.get(number);
      if (since === seen) keeping.delete(number);
      seen = since === seen ? undefined : since;
    }
  }
}
