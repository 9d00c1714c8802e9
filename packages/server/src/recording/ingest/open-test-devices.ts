import { asc, eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { readJournal } from '../journal/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { openTestIngest } from './open-test-ingest.ts';

export const manager = { roles: ['Manager'] as const };
export const hexInOrder = (blocks: Uint8Array[]) => blocks.map((bytes) => Buffer.from(bytes).toString('hex'));
export const numberOf = (device: FakeDevice) => device.meta.number;

/** A hub to which devices are added one after the other. For tests. */
export async function openTestDevices(given: Parameters<typeof openTestIngest>[0] = {}) {
  const hub = await openTestIngest(given);
  let next = 10200100;
  const addNext = (clockUs?: () => number): Promise<FakeDevice> => hub.addDevice(next++, clockUs);
  const soon = { timeout: 15_000, interval: 10 };
  const recordsOf = (device: FakeDevice) =>
    hub.db
      .select({ record: tables.records })
      .from(tables.records)
      .innerJoin(tables.devices, eq(tables.devices.id, tables.records.deviceId))
      .where(eq(tables.devices.number, numberOf(device)))
      .orderBy(asc(tables.records.id))
      .then((rows) => rows.map(({ record }) => record));
  /** What the journal holds, in order; blocks as `module:sequence` and as text. */
  async function journalOf(uid: string) {
    const blocks: string[] = [];
    const bytes: string[] = [];
    const kinds: string[] = [];
    for await (const entry of readJournal(hub.folder.journal(uid))) {
      kinds.push(entry.kind);
      if (entry.kind !== 'block') continue;
      blocks.push(`${entry.header.moduleId}:${entry.header.sequence}`);
      bytes.push(Buffer.from(entry.bytes).toString('hex'));
    }
    return { blocks, bytes, kinds };
  }

  return {
    hub,
    /** How long, and how often, what must happen is waited for. */
    soon,
    /** The device's last record, once it is in this state. */
    recordInState: (device: FakeDevice, state: string) =>
      vi.waitFor(async () => {
        const record = (await recordsOf(device)).at(-1);
        expect(record?.decodeState).toBe(state);
        if (record === undefined) throw new Error('no record');
        return record;
      }, soon),
    journalOf,
    /** The journal's blocks, in order, as `module:sequence`. */
    blocksOf: async (uid: string) => (await journalOf(uid)).blocks,
    /** A device that is not connected yet. */
    addNext,
    /** A device that is connected, and known to be. */
    async plugged(clockUs?: () => number): Promise<FakeDevice> {
      const device = await addNext(clockUs);
      await device.plug();
      const isThere = () => hub.ingest().deviceStatus(numberOf(device))?.is_connected;
      await vi.waitFor(() => expect(isThere()).toBe(true), soon);
      return device;
    },
    pathOf: (device: FakeDevice) => ({ clientId: hub.clientId, deviceNumber: numberOf(device) }),
    recordsOf,
  };
}
