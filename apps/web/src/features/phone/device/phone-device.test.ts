import 'fake-indexeddb/auto';
import { type DeviceMeta, type DeviceReport, type RpcAnswer, readCheckedBlockHeader } from '@sillage/device-protocol';
import { afterEach, expect, it } from 'vitest';
import { PhoneClock } from './phone-clock.ts';
import { PhoneDevice, type PhoneSetup } from './phone-device.ts';
import type { LineSetup, OpenLine } from './phone-line.ts';
import { PhoneMemory } from './phone-memory.ts';

const startMs = Date.UTC(2026, 10, 24, 12);
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

let memories = 0;
const newMemory = () => `phone-${++memories}`;

/** A phone whose hub is this test: it hears what is said, calls commands, and can be out of reach. */
async function openPhone(memoryName = newMemory(), atMs = 0) {
  let ms = atMs;
  let setup: LineSetup | undefined;
  let reached = true;
  let calls = 0;
  const heard = { blocks: [] as Uint8Array[], again: [] as Uint8Array[], reports: [] as DeviceReport[] };
  const metas: DeviceMeta[] = [];
  const answers = new Map<string, (answer: RpcAnswer) => void>();
  const openLine: OpenLine = async (given) => {
    setup = given;
    return {
      get isConnected() {
        return reached;
      },
      meta: (meta) => void metas.push(meta),
      status: (report) => void (reached && heard.reports.push(report)),
      live: (block) => reached && heard.blocks.push(block) > 0,
      again: (block) => void heard.again.push(block),
      answer: (answer) => answers.get(answer.id)?.(answer),
      close: () => {},
    };
  };
  const memory = await PhoneMemory.open(memoryName);
  const given: PhoneSetup = {
    ...{ number: 20_900_001, secret: 's', name: 'Phone 0001', version: '7.0.0', url: 'wss://hub/mqtt' },
    clock: new PhoneClock(() => ms, startMs + ms),
    ...{ memory, openLine, battery: () => 66, changed: () => {}, renamed: () => {} },
  };
  const device = await PhoneDevice.start(given);
  closers.push(async () => memory.close());
  setup?.connected();
  return {
    ...{ device, heard, metas },
    /** Measures for `count` × 10 ms, and ticks every 100 ms. */
    measure(count: number) {
      for (let n = 0; n < count; n++) {
        ms += 10;
        device.add('imu', { timeUs: given.clock.nowUs(), values: [1, 2, 9.81, 0, 0, n] });
        if (n % 10 === 9) device.tick();
      }
    },
    reach(isThere: boolean) {
      reached = isThere;
      if (isThere) setup?.connected();
      else setup?.lost();
    },
    call: (method: string, params: Record<string, unknown> = {}) =>
      new Promise<RpcAnswer>((resolve) => {
        const id = `call-${++calls}`;
        answers.set(id, resolve);
        setup?.called({ id, method, params });
      }),
  };
}

const samplesOf = (blocks: readonly Uint8Array[]) => blocks.map(readCheckedBlockHeader);

it('streams while somebody watches, and records what it measures from the start to the stop', async () => {
  const { heard, metas, measure, call } = await openPhone();
  measure(20);
  expect(heard.blocks).toEqual([]);
  expect(metas.at(-1)?.modules).toHaveProperty('imu');
  await call('v1.realtime.set', { holdSeconds: 60 });
  measure(20);
  expect(samplesOf(heard.blocks)).toMatchObject([
    { recordId: 0, sequence: 0, sampleCount: 10 },
    { recordId: 0, sequence: 1, sampleCount: 10 },
  ]);
  heard.blocks.splice(0);
  const started = await call('v1.record.rec.start');
  expect(started).toMatchObject({ result: { recordId: expect.any(Number) } });
  expect(heard.reports.at(-1)).toMatchObject({ state: 'record', battery: 66, record: { id: expect.any(Number) } });
  measure(25);
  const stopped = await call('v1.record.rec.stop');
  const blocks = samplesOf(heard.blocks);
  expect(blocks.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
  // From the sample at the moment of the start to the one before that of the stop.
  expect(blocks.reduce((sum, { sampleCount }) => sum + sampleCount, 0)).toBe(25);
  expect(stopped).toMatchObject({ result: { blocks: { imu: 3 } } });
  expect(heard.reports.at(-1)).toMatchObject({ state: 'idle', record: null });
});

it('without a network loses nothing: what did not arrive is given when it is asked for, byte by byte', async () => {
  const { heard, measure, call, reach, device } = await openPhone();
  const started = await call('v1.record.rec.start');
  const recordId = Object(started).result.recordId;
  measure(30);
  reach(false);
  measure(6000);
  expect(device.now).toMatchObject({ line: 'lost', state: 'record' });
  reach(true);
  measure(10);
  const { result } = Object(await call('v1.record.rec.stop'));
  expect(result.blocks.imu).toBe(604);
  expect(heard.blocks).toHaveLength(4);
  const missing = Array.from({ length: 604 }, (_, n) => n).filter((n) => n > 2 && n < 603);
  for (let at = 0; at < missing.length; at += 256) {
    await call('v1.record.block.resend', { recordId, module: 'imu', sequences: missing.slice(at, at + 256) });
  }
  expect(samplesOf(heard.again).map(({ sequence }) => sequence)).toEqual(missing);
  expect(await call('v1.record.rec.list')).toMatchObject({ result: { records: [{ id: recordId }], more: false } });
  await call('v1.record.rec.delete', { recordId });
  expect(await call('v1.record.rec.list')).toMatchObject({ result: { records: [] } });
  expect(await call('v1.record.block.resend', { recordId, module: 'imu', sequences: [0] })).toMatchObject({
    result: { sent: 0 },
  });
});

it('a page that was killed in a record goes on with it, and ends one that is older than ten minutes', async () => {
  const name = newMemory();
  const first = await openPhone(name);
  const { result } = Object(await first.call('v1.record.rec.start'));
  first.measure(40);
  await first.call('v1.record.block.resend', { recordId: 1, module: 'imu', sequences: [] });
  const again = await openPhone(name, 5000);
  expect(again.device.now.state).toBe('recovery_record');
  again.measure(10);
  const stopped = Object(await again.call('v1.record.rec.stop'));
  expect(stopped.result).toMatchObject({ id: result.recordId, blocks: { imu: 5 } });

  await again.call('v1.record.rec.delete', { recordId: result.recordId });
  const third = await openPhone(name, 10_000);
  await third.call('v1.record.rec.start');
  third.measure(20);
  await third.call('v1.record.block.resend', { recordId: 1, module: 'imu', sequences: [] });
  const late = await openPhone(name, 3_600_000);
  expect(late.device.now.state).toBe('idle');
  expect(await late.call('v1.record.rec.list')).toMatchObject({ result: { records: [{ blocks: { imu: 2 } }] } });
});

it('refuses what does not fit its state, and commands that it does not know', async () => {
  const { call } = await openPhone();
  expect(await call('v1.record.rec.stop')).toMatchObject({ error: { code: 'not_recording' } });
  await call('v1.record.rec.start');
  expect(await call('v1.record.rec.start')).toMatchObject({ error: { code: 'busy' } });
  expect(await call('v1.clock.set', { clockUs: 1 })).toMatchObject({ error: { code: 'busy' } });
  expect(await call('v1.light.blink')).toMatchObject({ error: { code: 'unknown_method' } });
});
