import type { DeviceSession } from './device-session.ts';

/** bytes of blocks that wait for their record, of one device and of all; the devices still have those beyond. */
const maxDeviceBytes = 4 * 1024 ** 2;
const maxBytes = 64 * 1024 ** 2;

/** What of a session its held blocks are kept in. */
type Holder = Pick<DeviceSession, 'held' | 'heldBytes'>;

/** Keeps blocks that came before their record was open. */
export interface HeldBlocks {
  /**
   * Answers how many blocks there was no room for: those of the longest waiting record go first, other than this one, of
   * the device that holds most.
   */
  hold(session: Holder, deviceRecordId: number, bytes: Uint8Array): number;
  /** The blocks of one record, which are held no longer. */
  take(session: Holder, deviceRecordId: number): Uint8Array[];
  /** The device is away: what waited is on it still. */
  drop(session: Holder): void;
}

export function createHeldBlocks(): HeldBlocks {
  let allBytes = 0;
  const holders = new Set<Holder>();

  function take(session: Holder, deviceRecordId: number): Uint8Array[] {
    const blocks = session.held.get(deviceRecordId) ?? [];
    session.held.delete(deviceRecordId);
    const bytes = blocks.reduce((sum, block) => sum + block.length, 0);
    session.heldBytes -= bytes;
    allBytes -= bytes;
    if (session.held.size === 0) holders.delete(session);
    return blocks;
  }

  return {
    hold(session, deviceRecordId, bytes) {
      let dropped = 0;
      while (session.heldBytes + bytes.length > maxDeviceBytes || allBytes + bytes.length > maxBytes) {
        const from = session.heldBytes + bytes.length > maxDeviceBytes ? session : largest(holders);
        const oldest = from && firstOther(from.held, from === session ? deviceRecordId : undefined);
        if (from === undefined || oldest === undefined) return dropped + 1;
        dropped += take(from, oldest).length;
      }
      const held = session.held.get(deviceRecordId) ?? [];
      held.push(Uint8Array.from(bytes)); // the message's memory is the broker's
      session.held.set(deviceRecordId, held);
      session.heldBytes += bytes.length;
      holders.add(session);
      allBytes += bytes.length;
      return dropped;
    },
    take,
    drop(session) {
      for (const id of [...session.held.keys()]) take(session, id);
    },
  };
}

function largest(holders: Iterable<Holder>): Holder | undefined {
  let found: Holder | undefined;
  for (const each of holders) if (found === undefined || each.heldBytes > found.heldBytes) found = each;
  return found;
}

function firstOther(held: ReadonlyMap<number, unknown>, but: number | undefined): number | undefined {
  for (const id of held.keys()) if (id !== but) return id;
  return undefined;
}
