import type { DeviceSession } from './device-session.ts';

/** bytes of blocks that wait for their record, of one device and of all; the devices still have those beyond. */
const maxDeviceBytes = 4 * 1024 ** 2;
const maxBytes = 64 * 1024 ** 2;

/** Keeps blocks that came before their record was open. */
export interface HeldBlocks {
  /** Answers how many blocks there was no room for: those of the device's longest waiting other records go first. */
  hold(session: DeviceSession, deviceRecordId: number, bytes: Uint8Array): number;
  /** The blocks of one record, which are held no longer. */
  take(session: DeviceSession, deviceRecordId: number): Uint8Array[];
  /** The device is away: what waited is on it still. */
  drop(session: DeviceSession): void;
}

export function createHeldBlocks(): HeldBlocks {
  let allBytes = 0;

  function take(session: DeviceSession, deviceRecordId: number): Uint8Array[] {
    const blocks = session.held.get(deviceRecordId) ?? [];
    session.held.delete(deviceRecordId);
    const bytes = blocks.reduce((sum, block) => sum + block.length, 0);
    session.heldBytes -= bytes;
    allBytes -= bytes;
    return blocks;
  }

  return {
    hold(session, deviceRecordId, bytes) {
      let dropped = 0;
      while (session.heldBytes + bytes.length > maxDeviceBytes || allBytes + bytes.length > maxBytes) {
        const oldest = [...session.held.keys()].find((id) => id !== deviceRecordId);
        if (oldest === undefined) return dropped + 1;
        dropped += take(session, oldest).length;
      }
      const held = session.held.get(deviceRecordId) ?? [];
      held.push(Uint8Array.from(bytes)); // the message's memory is the broker's
      session.held.set(deviceRecordId, held);
      session.heldBytes += bytes.length;
      allBytes += bytes.length;
      return dropped;
    },
    take,
    drop(session) {
      for (const id of [...session.held.keys()]) take(session, id);
    },
  };
}
