/** bytes of blocks that wait for their record, of one device and of all; the devices still have those beyond. */
const maxDeviceBytes = 4 * 1024 ** 2;
const maxBytes = 64 * 1024 ** 2;

/** Of one device. */
interface Holding {
  /** By the device's own record number, those that wait longest first. */
  readonly records: Map<number, Uint8Array[]>;
  bytes: number;
}

/** Keeps blocks that came before their record was open, by device. */
export interface HeldBlocks {
  /**
   * Answers how many blocks there was no room for: those of the longest waiting record go first, other than this one, of
   * the device that holds most.
   */
  hold(device: number, deviceRecordId: number, block: Uint8Array): number;
  /** The blocks of one record, which are held no longer. */
  take(device: number, deviceRecordId: number): Uint8Array[];
  /** The device is away: what waited is on it still. */
  drop(device: number): void;
  /** Held of a device. */
  bytesOf(device: number): number;
}

export function createHeldBlocks(): HeldBlocks {
  let allBytes = 0;
  const holdings = new Map<number, Holding>();

  function take(device: number, deviceRecordId: number): Uint8Array[] {
    const holding = holdings.get(device);
    const blocks = holding?.records.get(deviceRecordId);
    if (holding === undefined || blocks === undefined) return [];
    const bytes = blocks.reduce((sum, block) => sum + block.length, 0);
    holding.records.delete(deviceRecordId);
    holding.bytes -= bytes;
    allBytes -= bytes;
    if (holding.records.size === 0) holdings.delete(device);
    return blocks;
  }

  const bytesOf = (device: number) => holdings.get(device)?.bytes ?? 0;

  return {
    hold(device, deviceRecordId, block) {
      const { length } = block;
      let dropped = 0;
      while (bytesOf(device) + length > maxDeviceBytes || allBytes + length > maxBytes) {
        const from = bytesOf(device) + length > maxDeviceBytes ? device : largest(holdings);
        const oldest = from && firstOther(holdings.get(from)?.records, from === device ? deviceRecordId : undefined);
        if (from === undefined || oldest === undefined) return dropped + 1;
        dropped += take(from, oldest).length;
      }
      const holding = holdings.get(device) ?? { records: new Map<number, Uint8Array[]>(), bytes: 0 };
      holdings.set(device, holding);
      const blocks = holding.records.get(deviceRecordId) ?? [];
      blocks.push(Uint8Array.from(block)); // the message's memory is the broker's
      holding.records.set(deviceRecordId, blocks);
      holding.bytes += length;
      allBytes += length;
      return dropped;
    },
    take,
    drop(device) {
      for (const id of [...(holdings.get(device)?.records.keys() ?? [])]) take(device, id);
    },
    bytesOf,
  };
}

function largest(holdings: ReadonlyMap<number, Holding>): number | undefined {
  let found: number | undefined;
  let most = -1;
  for (const [device, { bytes }] of holdings) {
    if (bytes <= most) continue;
    found = device;
    most = bytes;
  }
  return found;
}

function firstOther(records: ReadonlyMap<number, unknown> | undefined, but: number | undefined): number | undefined {
  for (const id of records?.keys() ?? []) if (id !== but) return id;
  return undefined;
}
