import type { Fleet } from '@sillage/app-simulator';
import type { StoredOnDevice } from './compare-with-source.ts';

/** ms; a device keeps an ended record for at least 200 ms before it says so, so none is overlooked. */
const lookEveryMs = 20;

/** Remembers, per device number, the last record that the device has ended, before the hub lets it delete it. */
export function followStoredRecords(fleet: Fleet): { of(number: number): StoredOnDevice; stop(): void } {
  const ended = new Map<number, StoredOnDevice & { readonly id: number }>();
  const timer = setInterval(() => {
    for (const device of Object.values(fleet.devices)) {
      for (const { id, startUs, stopUs, blocks } of device.records) {
        if (stopUs === null || id < (ended.get(device.number)?.id ?? 0)) continue;
        ended.set(device.number, { id, startUs, stopUs, blocks });
      }
    }
  }, lookEveryMs);
  return {
    of(number) {
      const record = ended.get(number);
      if (record === undefined) throw new Error(`device ${number} has ended no record`);
      return record;
    },
    stop: () => clearInterval(timer),
  };
}
