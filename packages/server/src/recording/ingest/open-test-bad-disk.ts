import { api } from '@sillage/contract';
import { expect, vi } from 'vitest';
import { readJournal } from '../journal/index.ts';
import { faultyFiles } from '../journal/testing.ts';
import type { FakeDevice } from './fake-device.ts';
import { manager, numberOf, openTestDevices } from './open-test-devices.ts';

export const hex = (blocks: Uint8Array[]) => blocks.map((bytes) => Buffer.from(bytes).toString('hex')).toSorted();

/** A hub whose journals are on a disk that fails, waits or is full as `faults` says. For tests. */
export async function openTestBadDisk() {
  const { files, faults, seen } = faultyFiles();
  /** How often a journal was to be opened, and what openings wait for. */
  const openings = { tries: 0, wait: Promise.resolve() };
  const devices = await openTestDevices({
    journalFiles: {
      ...files,
      async open(path) {
        openings.tries++;
        await openings.wait;
        return files.open(path);
      },
    },
  });
  const { hub, pathOf, recordsOf } = devices;
  const soon = { timeout: 20_000, interval: 20 };
  return {
    ...devices,
    soon,
    faults,
    seen,
    openings,
    mend() {
      const none = { write: undefined, sync: undefined, open: undefined, read: undefined };
      Object.assign(faults, { ...none, room: Number.POSITIVE_INFINITY, syncMs: 0 });
    },
    statusOf: async (device: FakeDevice) =>
      (await hub.request(api.readDeviceSettings, { params: pathOf(device) }, manager)).body,
    recordInState: (device: FakeDevice, state: string) =>
      vi.waitFor(async () => {
        const record = (await recordsOf(device)).at(-1);
        expect(record?.decodeState).toBe(state);
        if (record === undefined) throw new Error('no record');
        return record;
      }, soon),
    /** The journal's blocks as text, sorted. */
    async blocksOf(uid: string): Promise<string[]> {
      const blocks: string[] = [];
      for await (const entry of readJournal(hub.folder.journal(uid))) {
        if (entry.kind === 'block') blocks.push(Buffer.from(entry.bytes).toString('hex'));
      }
      return blocks.toSorted();
    },
    counted: (what: string, device: FakeDevice) =>
      hub.tally.rows().find((row) => row.what === what && row.device === numberOf(device))?.count ?? 0,
  };
}
