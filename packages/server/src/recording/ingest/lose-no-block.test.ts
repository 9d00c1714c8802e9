import { setTimeout as pass } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { makeTestDisk } from './make-test-disk.ts';
import { openTestDevices } from './open-test-devices.ts';

const disk = makeTestDisk();
const { hub, addNext, soon } = await openTestDevices({ journalFiles: disk.files });
afterAll(() => hub.close());

type Step =
  | { readonly does: 'record'; readonly blocks: number; readonly lost: number }
  | { readonly does: 'stop' | 'comes' | 'goes' | 'losesMemory' | 'serverStartsAnew' | 'systemLetsGo' }
  | { readonly does: 'syncs' | 'reads'; readonly fail: boolean }
  | { readonly does: 'hears'; readonly not: string | undefined }
  | { readonly does: 'time'; readonly ms: number };

/** Commands that a device leaves without an answer. */
const unheard = ['v1.record.rec.list', 'v1.record.block.resend', 'v1.record.rec.delete'];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('record' as const),
      blocks: fc.integer({ min: 0, max: 4 }),
      /** Of so many one is lost on the way; 0: none. */
      lost: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('stop', 'comes', 'goes', 'losesMemory') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('serverStartsAnew', 'systemLetsGo') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('syncs', 'reads'), fail: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('hears' as const), not: fc.constantFrom(undefined, ...unheard) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 250 }) }) },
);

/** A device that counts what it is told to forget, and of that what is not here for good. */
async function device() {
  let offUs = 0;
  const one = await addNext(() => Date.now() * 1000 + offUs);
  let isThere = false;
  let lost = 0;
  one.watchDeletions((blocks) => {
    lost += blocks.filter((bytes) => !disk.holds(bytes)).length;
  });
  const come = async () => {
    if (!isThere) await one.plug();
    isThere = true;
  };
  const go = async () => {
    await one.cut();
    isThere = false;
  };
  return {
    lost: () => lost,
    forgotten: () => one.deleted.length,
    go,
    async take(next: Step): Promise<void> {
      switch (next.does) {
        case 'record':
          if (one.running() === null) await one.start();
          one.setLoss((sequence) => next.lost > 0 && sequence % next.lost === 0);
          for (let i = 0; i < next.blocks; i++) await one.block(i % 2 === 0 ? 'imu' : 'gps', 1);
          return;
        case 'stop':
          if (one.running() !== null) await one.stop();
          return;
        case 'comes':
          return come();
        case 'goes':
          return go();
        case 'losesMemory':
          await go(); // it starts anew
          one.loseMemory();
          offUs += 3600e6;
          return;
        case 'serverStartsAnew':
          isThere = false;
          return hub.restart();
        case 'systemLetsGo':
          return disk.letGo();
        case 'syncs':
          disk.faults.sync = next.fail ? 'EIO' : undefined;
          return;
        case 'reads':
          disk.faults.read = next.fail ? 'EIO' : undefined;
          return;
        case 'hears':
          one.setMute((method) => method === next.not);
          return;
        case 'time':
          await pass(next.ms);
      }
    },
  };
}

const record = (blocks: number, lost: number): Step => ({ does: 'record', blocks, lost });
const time = (ms: number): Step => ({ does: 'time', ms });
const [comes, goes, stop, losesMemory] = (['comes', 'goes', 'stop', 'losesMemory'] as const).map((does) => ({ does }));

it('no device is told to forget a record of which a block is not here for good, whatever happens', async () => {
  let forgotten = 0;
  const examples: [Step[]][] = [
    [
      [
        ...[comes, { does: 'hears', not: 'v1.record.block.resend' }, record(4, 2), stop, time(250), losesMemory],
        ...[{ does: 'hears', not: undefined }, record(4, 1), stop, comes, time(250)],
      ] as Step[],
    ],
    [[comes, record(4, 2), goes, losesMemory, record(4, 0), comes, record(2, 0), stop, time(250)] as Step[]],
    [
      [
        ...[comes, record(4, 0), { does: 'syncs', fail: true }, time(250), stop, { does: 'syncs', fail: false }],
        ...[{ does: 'systemLetsGo' }, time(250), goes, comes, time(250)],
      ] as Step[],
    ],
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      Object.assign(disk.faults, { sync: undefined, read: undefined });
      const one = await device();
      for (const next of [...steps, { does: 'stop' }, { does: 'comes' }, time(100)] as Step[]) await one.take(next);
      await one.go();
      forgotten += one.forgotten();
      expect(one.lost()).toBe(0);
    }),
    { numRuns: 20, examples },
  );
  expect(forgotten).toBeGreaterThan(0);
  Object.assign(disk.faults, { sync: undefined, read: undefined });
  await vi.waitFor(() => expect(hub.ingest().journals().unsyncedMs).toBe(0), soon);
}, 120_000);
