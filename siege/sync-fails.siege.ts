import { setTimeout as delay } from 'node:timers/promises';
import { type Fleet, recordings } from '@sillage/app-simulator';
import { api } from '@sillage/contract';
import { type DiskFaults, faultyFiles } from '@sillage/server/recording/journal/testing';
import { startTestHub, type TestHub } from '@sillage/testkit';
import { type DeviceRecords, recordOnDevices } from './record-on-devices.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';

const cycles = 60;
const none: DiskFaults = {
  room: Number.POSITIVE_INFINITY,
  shortWrite: Number.POSITIVE_INFINITY,
  write: undefined,
  sync: undefined,
  open: undefined,
  read: undefined,
  syncMs: 0,
};

interface Fault {
  readonly name: string;
  readonly faults: Partial<DiskFaults>;
  /** It stays until after the stop: what was never synced may not be deleted on the device. */
  readonly untilAfterStop?: true;
}

/** What memory cards do before they die. */
const kinds: readonly [Fault, ...Fault[]] = [
  { name: 'syncs of 40 ms', faults: { syncMs: 40 } },
  { name: 'syncs of 2 s', faults: { syncMs: 2000 } },
  { name: 'syncs that fail', faults: { sync: 'EIO' }, untilAfterStop: true },
  { name: 'slow syncs that fail', faults: { sync: 'EIO', syncMs: 300 }, untilAfterStop: true },
  { name: 'writes that fail', faults: { write: 'EIO' } },
  { name: 'no room', faults: { room: 0 } },
  { name: 'room for 3 kB', faults: { room: 3000 } },
  { name: 'writes cut short', faults: { shortWrite: 7 } },
  { name: 'no file can be opened', faults: { open: 'EMFILE' } },
];

/** Journals on a disk whose syncs are slow or fail, whose writes fail or are cut short, while six devices record. */
export const siege: Siege = {
  name: 'sync-fails',
  async run(options) {
    const disk = faultyFiles();
    const hub = await startTestHub({ journalFiles: disk.files });
    try {
      return await besiege(hub, disk.faults, options);
    } finally {
      Object.assign(disk.faults, none);
      await hub.stop();
    }
  },
};

async function besiege(hub: TestHub, disk: DiskFaults, { seed, share, tell }: SiegeOptions): Promise<SiegeReport> {
  const chance = seededChance(seed);
  for (const { device } of recordings) {
    await hub.client.call(api.createDevice, {
      body: { number: device.number, name: device.name, client_id: hub.user.client_id },
    });
  }
  const fleet = await hub.plug(recordings.map(({ device }) => device.number));
  const records = recordOnDevices({ fleet, program: () => hub, start: async () => {} });
  const did: Record<string, number> = {};
  const lost = collectLosses(tell);
  const all = Math.max(1, Math.round(cycles * share));
  try {
    for (let cycle = 0; cycle < all; cycle++) {
      const kind = chance.pick(kinds);
      did[kind.name] = (did[kind.name] ?? 0) + 1;
      await beginRecord(kind, disk, records, chance);
      if (kind.untilAfterStop) lost.add(await stopWhileFailing(fleet, records));
      Object.assign(disk, none);
      await delay(chance.whole(100, 1500));
      await records.stopRecords();
      lost.add(await records.compareRecords());
      tell(`cycle ${cycle + 1} of ${all} (${kind.name}): ${lost.all.length} lost`);
    }
  } finally {
    records.close();
  }
  return { did, lost: lost.all, serverErrors: [], ended: 0 };
}

/** The disk is bad from before the start, or only from the middle of the record on. */
async function beginRecord(kind: Fault, disk: DiskFaults, records: DeviceRecords, chance: Chance): Promise<void> {
  const before = chance.next() < 0.3 && kind.faults.open === undefined;
  if (before) Object.assign(disk, kind.faults);
  await records.startRecords();
  await delay(chance.whole(200, 1500));
  Object.assign(disk, kind.faults);
  await delay(chance.whole(1500, 4000));
}

async function stopWhileFailing(fleet: Fleet, records: DeviceRecords): Promise<string[]> {
  await records.stopRecords();
  await delay(3000);
  return Object.values(fleet.devices)
    .filter((device) => device.records.length === 0)
    .map(({ number }) => `device ${number} was told to delete what a failed sync left unsure`);
}
