import type { DeviceMeta } from '@sillage/device-protocol';
import { rememberDevice } from '../../administration/devices/index.ts';
import type { DeviceSession } from './device-session.ts';
import type { IngestTools } from './ingest-tools.ts';

interface Seen {
  readonly meta?: DeviceMeta;
  readonly lastSeenAt?: Date;
}

/** Answers what writes to the row of a device what it told. */
export function keepWhatDevicesTell({ database: { db }, log }: Pick<IngestTools, 'database' | 'log'>) {
  /** What is to be written of a device. */
  const keeping = new Map<number, Seen>();

  /** One write at a time a device: of what it tells meanwhile, the last is kept. */
  return function keep(session: DeviceSession, seen: Seen): void {
    const waiting = keeping.get(session.number);
    keeping.set(session.number, { ...waiting, ...seen });
    if (waiting === undefined) void writeKept(session.number);
  };

  async function writeKept(number: number): Promise<void> {
    for (let seen = keeping.get(number); seen !== undefined; ) {
      await rememberDevice(db, number, seen).catch((error: unknown) =>
        log.error({ device: number, error: String(error) }, 'what a device told was not kept'),
      );
      const since = keeping.get(number);
      if (since === seen) keeping.delete(number);
      seen = since === seen ? undefined : since;
    }
  }
}
