import { afterAll, describe, expect, it, vi } from 'vitest';
import { hexInOrder, openTestDevices } from './open-test-devices.ts';

const { hub, plugged, recordsOf, recordInState, journalOf, soon } = await openTestDevices();
afterAll(() => hub.close());

/** A device that leaves while its record 1 is being repaired, two blocks of four being here. */
async function leftInRepair() {
  let offUs = 0;
  const device = await plugged(() => Date.now() * 1000 + offUs);
  device.setLoss((sequence) => sequence > 1);
  device.setMute((method) => method === 'v1.record.block.resend');
  await device.start();
  const first = [];
  for (let i = 0; i < 4; i++) first.push(await device.block('imu', 1));
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect((await journalOf(uid)).blocks).toHaveLength(2), soon);
  await device.stop();
  await vi.waitFor(() => expect(device.calls.at(-1)?.method).toBe('v1.record.block.resend'), soon);
  await device.cut();
  await vi.waitFor(() => expect(hub.ingest().deviceStatus(device.meta.number)?.is_connected).toBe(false), soon);
  device.setMute(() => false);
  return {
    device,
    uid,
    first: hexInOrder(first),
    /** It makes another record 1, of as many blocks, where nobody hears it. */
    async countAnew(): Promise<string[]> {
      offUs += 3600e6;
      device.loseMemory();
      await device.start();
      const second = [];
      for (let i = 0; i < 4; i++) second.push(await device.block('imu'));
      await device.stop();
      return hexInOrder(second);
    },
  };
}

describe('a device that lost its memory while its record was repaired, and uses the number again', () => {
  it.each([
    ['comes back', async () => {}],
    ['comes back to a server that was started anew', () => hub.restart()],
  ])('%s: the records are kept apart, and both are whole as far as they exist', async (_how, meanwhile) => {
    const { device, uid, first, countAnew } = await leftInRepair();
    const second = await countAnew();
    await meanwhile();
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    const [old, anew] = await recordsOf(device);
    expect((await journalOf(uid)).bytes).toEqual(first.slice(0, 2));
    expect(old).toMatchObject({ uid, decodeState: 'waiting', deviceRecordId: null });
    expect((await journalOf(anew?.uid ?? '')).bytes.toSorted()).toEqual(second.toSorted());
    expect(anew).toMatchObject({ decodeState: 'waiting', missingBlocks: 0, syncFailed: false });
  });

  it('has nothing of it: the record ends with what is here', async () => {
    const { device, uid, first } = await leftInRepair();
    device.loseMemory();
    await device.plug();
    const { missingBlocks } = await recordInState(device, 'waiting');
    expect((await journalOf(uid)).bytes).toEqual(first.slice(0, 2));
    expect(missingBlocks).toBe(2);
    expect(device.deleted).toEqual([]);
  });

  it('goes on with the repair when it lost nothing', async () => {
    const { device, uid, first } = await leftInRepair();
    await device.plug();
    await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
    expect((await journalOf(uid)).bytes.toSorted()).toEqual(first.toSorted());
  });
});

it('a block that comes before the device told its record goes to the record of its start, not to one of its number', async () => {
  let offUs = 0;
  const device = await plugged(() => Date.now() * 1000 + offUs);
  await device.start();
  const first = [await device.block('imu', 1)];
  const { uid } = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect((await journalOf(uid)).blocks).toHaveLength(1), soon);
  await device.cut();
  offUs += 3600e6;
  device.loseMemory();
  await device.start();
  const second = [await device.block('imu'), await device.block('imu')];
  await device.plug(async () => {
    second.push(await device.block('imu', 1));
  });
  await vi.waitFor(async () => expect(await recordsOf(device)).toHaveLength(2), soon);
  const anew = await recordInState(device, 'recording');
  await vi.waitFor(async () => expect((await journalOf(anew.uid)).bytes).toEqual(hexInOrder(second.slice(2))), soon);
  await device.stop();
  await vi.waitFor(() => expect(device.deleted).toEqual([1]), soon);
  expect((await journalOf(uid)).bytes).toEqual(hexInOrder(first));
  expect((await journalOf(anew.uid)).bytes.toSorted()).toEqual(hexInOrder(second).toSorted());
});
