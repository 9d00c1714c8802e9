import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts';
import { blocksOf, missing, openTestListener, samplesOf, type TestListener } from './open-test-listener.ts';
import { recordings } from './recordings/catalogue.ts';
import { expectedSamples, findFirstSampleIndex } from './recordings/loop.ts';

const patience = { timeout: 20_000, interval: 20 };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let hub: TestListener;
let fleets: Fleet[];
beforeEach(async () => {
  hub = await openTestListener();
  fleets = [];
});
afterEach(async () => {
  await Promise.all(fleets.map((fleet) => fleet.stop()));
  await hub.close();
});

async function start(numbers: readonly number[], options: FleetOptions = {}): Promise<Fleet> {
  const devices = numbers.map((number) => ({ number, secret: `secret-${number}` }));
  const fleet = await startFleet({ brokerUrl: hub.url, devices, folder: hub.folder, options });
  fleets.push(fleet);
  await vi.waitFor(() => expect(numbers.every((n) => hub.metas.has(n))).toBe(true), patience);
  return fleet;
}

/** Asks for what is missing, as a hub does, until there is nothing more to ask. */
async function repair(number: number, recordId: number, counts: Readonly<Record<string, number>>) {
  for (const [module, count] of Object.entries(counts)) {
    const lost = missing(blocksOf(hub, number, recordId, module), count);
    for (let at = 0; at < lost.length; at += 256) {
      const sequences = lost.slice(at, at + 256);
      expect(await hub.ask(number, 'v1.record.block.resend', { recordId, module, sequences })).toEqual({
        sent: sequences.length,
      });
    }
    expect(missing(blocksOf(hub, number, recordId, module), count)).toEqual([]);
  }
}

/** Every sample of a whole record is that of the source: values bit by bit, times to the µs, none doubled or missing. */
function expectSource(number: number, recordId: number, module: string, recording: string) {
  const meta = hub.metas.get(number);
  if (!meta) throw new Error('no meta');
  const samples = samplesOf(blocksOf(hub, number, recordId, module).values(), meta, module);
  const first = findFirstSampleIndex({ recording, module, values: samples.values });
  expect(first).toBeDefined();
  const expected = expectedSamples({ recording, module, firstSampleIndex: first ?? 0, count: samples.timesUs.length });
  expect(samples).toEqual(expected);
  return samples;
}

describe('a fleet on a real broker', () => {
  it('records all six recordings exactly, and frees them when told', { timeout: 60_000 }, async () => {
    const numbers = recordings.map(({ device }) => device.number);
    const fleet = await start(numbers);
    await Promise.all(numbers.map((n) => hub.ask(n, 'v1.record.rec.start')));
    expect(fleet.devices[10200082]?.state).toBe('record');
    await wait(3000);
    const records = await Promise.all(numbers.map((n) => hub.stopRecord(n)));
    for (const [i, { id: recording, device }] of recordings.entries()) {
      const record = records[i];
      if (!record) throw new Error('no record');
      await repair(device.number, record.id, record.blocks);
      for (const [module, count] of Object.entries(record.blocks)) {
        if (count > 0) expectSource(device.number, record.id, module, recording);
      }
      expect(fleet.devices[device.number]?.state).toBe('idle');
      expect(await hub.ask(device.number, 'v1.record.rec.list')).toEqual({ records: [record] });
      await hub.ask(device.number, 'v1.record.rec.delete', { recordId: record.id });
      expect(fleet.devices[device.number]?.records).toEqual([]);
    }
    const plate = records[recordings.findIndex(({ id }) => id === 'jumps')];
    const samples = expectSource(10200042, plate?.id ?? 0, 'plate', 'jumps');
    // 1000 Hz: one sample each ms from the start to the stop, both ends anywhere between two samples.
    const lasted = ((plate?.stopUs ?? 0) - (plate?.startUs ?? 0)) / 1000;
    expect(Math.abs(samples.timesUs.length - lasted)).toBeLessThanOrEqual(1);
    expect(hub.refused).toEqual([]);
  });

  it('loses 30 % with jitter and drift, and sends every block when asked', async () => {
    const number = 10200042;
    const fleet = await start([number], { loss: 0.3, jitterMs: 100, clockDriftPpm: 500, seed: 7 });
    await hub.ask(number, 'v1.record.rec.start');
    await wait(2500);
    fleet.devices[number]?.drop();
    await vi.waitFor(() => expect(hub.reports.at(-1)?.report).toEqual({ connected: false, state: 'off' }), patience);
    await vi.waitFor(() => expect(hub.reports.at(-1)?.report.state).toBe('record'), patience);
    const record = await hub.stopRecord(number);
    const count = record.blocks.plate ?? 0;
    const lost = missing(blocksOf(hub, number, record.id, 'plate'), count).length;
    expect(lost).toBeGreaterThan(count * 0.15);
    expect(lost).toBeLessThan(count * 0.9);
    await repair(number, record.id, record.blocks);
    expectSource(number, record.id, 'plate', 'jumps');
    const repaired = hub.blocks.filter(({ qos }) => qos === 1);
    expect(repaired).toHaveLength(lost);
  });

  it('keeps its records and its name over a restart', async () => {
    const number = 20100018;
    const first = await start([number]);
    await hub.ask(number, 'v1.record.rec.start');
    await wait(400);
    const record = await hub.stopRecord(number);
    await hub.ask(number, 'v1.device.rename', { name: 'Pendule' });
    await first.stop();
    expect(hub.reports.at(-1)?.report).toEqual({ connected: false, state: 'off' });
    hub.blocks.length = 0;
    hub.metas.clear();
    await start([number]);
    expect(hub.metas.get(number)?.name).toBe('Pendule');
    expect(await hub.ask(number, 'v1.record.rec.list')).toEqual({ records: [record] });
    await repair(number, record.id, record.blocks);
    expectSource(number, record.id, 'imu', 'pendulum');
    const next = await hub.ask(number, 'v1.record.rec.start');
    expect(next).toEqual({ recordId: expect.toSatisfy((id: number) => id > record.id) });
  });

  it('streams while idle only as long as it is asked to', async () => {
    const number = 20100018;
    await start([number]);
    await wait(300);
    expect(hub.blocks).toEqual([]);
    await hub.ask(number, 'v1.realtime.set', { holdSeconds: 0.5 });
    await wait(1000);
    const streamed = hub.blocks.length;
    expect(streamed).toBeGreaterThan(4);
    expect(hub.blocks.every(({ header }) => header.recordId === 0)).toBe(true);
    expect(hub.blocks.map(({ header }) => header.sequence)).toEqual(hub.blocks.map((_, i) => i));
    await wait(300);
    expect(hub.blocks).toHaveLength(streamed);
  });

  it('refuses what it cannot do, and does a call that comes twice once', async () => {
    const number = 10200010;
    await start([number]);
    const code = async (...call: Parameters<TestListener['call']>) => {
      const answer = await hub.call(...call);
      return 'error' in answer ? answer.error.code : answer.result;
    };
    expect(await code(number, 'v1.nothing')).toBe('unknown_method');
    expect(await code(number, 'v1.record.rec.stop')).toBe('not_recording');
    expect(await code(number, 'v1.realtime.set', { holdSeconds: -1 })).toBe('bad_params');
    expect(await code(number, 'v1.realtime.set', { modules: ['nope'], holdSeconds: 1 })).toBe('unknown_module');
    expect(await code(number, 'v1.record.block.resend', { recordId: 5, module: 'rower', sequences: [0] })).toBe(
      'unknown_record',
    );
    const started = await code(number, 'v1.record.rec.start', {}, 'twice');
    expect(await code(number, 'v1.record.rec.start', {}, 'twice')).toEqual(started);
    expect(await code(number, 'v1.record.rec.start')).toBe('busy');
    expect(await code(number, 'v1.clock.set', { clockUs: 5 })).toBe('busy');
  });

  it('can be set to another time, which its next record bears', async () => {
    const number = 20100018;
    await start([number]);
    const clockUs = Date.UTC(2031, 0, 1) * 1000;
    await hub.ask(number, 'v1.clock.set', { clockUs });
    await hub.ask(number, 'v1.record.rec.start');
    await wait(300);
    const record = await hub.stopRecord(number);
    expect(record.startUs).toBeGreaterThan(clockUs);
    expect(record.startUs).toBeLessThan(clockUs + 60e6);
    const [first] = blocksOf(hub, number, record.id, 'imu').values();
    expect(first?.header.firstSampleUs).toBeGreaterThanOrEqual(record.startUs);
    expectSource(number, record.id, 'imu', 'pendulum');
  });
});
