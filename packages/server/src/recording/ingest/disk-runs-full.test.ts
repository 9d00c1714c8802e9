import { api } from '@sillage/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { FakeDevice } from './fake-device.ts';
import { hexInOrder as hex, manager, openTestDevices } from './open-test-devices.ts';

const { hub, plugged, pathOf, recordInState, journalOf, soon } = await openTestDevices();
afterAll(() => hub.close());

describe('a disk that is almost full', () => {
  it('takes no new record and says so; the one that runs goes on, and with room again all is as before', async () => {
    const [running, waiting] = [await plugged(), await plugged()];
    const ask = (device: FakeDevice, method: string) =>
      hub.request(api.requestRpc, { params: pathOf(device), body: { method } }, manager);
    expect(await ask(running, 'v1.record.rec.start')).toMatchObject({ status: 200 });
    const { uid } = await recordInState(running, 'recording');
    await hub.leave(1e8);
    expect(await ask(waiting, 'v1.record.rec.start')).toMatchObject({
      status: 507,
      body: {
        code: 'disk.fullForRecords',
        message: { en: expect.stringMatching(/100.MB/), fr: expect.stringMatching(/100.Mo/) },
      },
    });
    const block = await running.block('imu');
    await vi.waitFor(async () => expect((await journalOf(uid)).bytes).toEqual(hex([block])), soon);
    expect(await ask(running, 'v1.record.rec.stop')).toMatchObject({ status: 200 });
    await hub.leave(1e12);
    expect(await ask(waiting, 'v1.record.rec.start')).toMatchObject({ status: 200 });
    expect(await ask(waiting, 'v1.record.rec.stop')).toMatchObject({ status: 200 });
  });
});

describe('a disk whose rest is the database’s', () => {
  it('gets no blocks until it has room; then the record goes on by itself and nothing is missing', async () => {
    const device = await plugged();
    const ask = (method: string) => hub.request(api.requestRpc, { params: pathOf(device), body: { method } }, manager);
    await ask('v1.record.rec.start');
    const sent = [await device.block('imu')];
    const { uid } = await recordInState(device, 'recording');
    await vi.waitFor(async () => expect((await journalOf(uid)).bytes).toEqual(hex(sent)), soon);
    await hub.leave(1e6);
    for (let i = 0; i < 5; i++) sent.push(await device.block('imu'));
    await vi.waitFor(() => expect(hub.ingest().deviceStatus(device.meta.number)?.journal).toBe('full'), soon);
    expect((await journalOf(uid)).bytes).toEqual(hex(sent.slice(0, 1)));
    await hub.leave(1e12);
    await vi.waitFor(async () => {
      sent.push(await device.block('imu'));
      expect((await journalOf(uid)).bytes.length).toBeGreaterThan(1);
    }, soon);
    await ask('v1.record.rec.stop');
    await recordInState(device, 'waiting');
    expect((await journalOf(uid)).bytes.toSorted()).toEqual(hex(sent).toSorted());
  });
});
