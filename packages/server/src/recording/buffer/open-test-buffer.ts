import { type DeviceMeta, encodeBlock, readCheckedBlockHeader } from '@sillage/device-protocol';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { createTap } from '../tap/index.ts';
import { type BufferedDevice, type BufferRules, createBuffer } from './create-buffer.ts';

const module = {
  id: 1,
  type: 'imu',
  rateHz: 100,
  realtimeRateHz: 100,
  timing: 'regular' as const,
  columns: [
    {
      ...{ name: 'acc_x', unit: 'm/s²', type: 'int16' as const, scale: 1, offset: 0, precision: 2 },
      description: { fr: 'x', en: 'x' },
    },
  ],
};

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const blockMs = 100;

/** A rolling buffer, the clocks it goes by, and what one device sends. The device counts µs since it was switched on. */
export function openTestBuffer({ folder, disk }: { readonly folder: string; readonly disk: DiskLedger }) {
  const at = { nowMs: Date.UTC(2026, 10, 24, 9), monotonicMs: 0 };
  const clock = { nowMs: () => at.nowMs, monotonicMs: () => at.monotonicMs };
  const tap = createTap((_, error) => {
    throw error;
  });
  const device = { deviceId: 1, clientId: 1, number: 10_200_042, wornBy: [] as number[] };
  const rules: { -readonly [K in keyof BufferRules]: BufferRules[K] } = { isOn: true, hours: 2 };
  let meta = describe();
  let switchedOnMs = at.nowMs - 60_000;
  let sequence = 0;
  function describe(): DeviceMeta {
    const { number } = device;
    return { protocol: 1, number, name: 'Skiff', version: '7.1.0', modules: { imu: module }, features: {} };
  }
  const now = (): BufferedDevice => ({ ...device, meta, clockOffsetUs: switchedOnMs * 1000 });
  const buffer = createBuffer({
    ...{ folder: { buffer: folder }, tap, disk, clock, log: silent },
    devices: () => [now()],
    deviceOf: (number) => (number === device.number ? now() : undefined),
    rulesOf: async () => rules,
    clientsOf: async () => new Map([[device.deviceId, device.clientId]]),
  });
  return {
    ...{ buffer, tap, device, rules, clock },
    /**
     * Blocks of 100 ms each, as they come. Answers the time at which the first one began, ms since 1970.
     * @param swing m/s² by which the device is shaken
     */
    send(blocks: number, swing = 0): number {
      const fromMs = at.nowMs;
      for (let i = 0; i < blocks; i++) {
        const firstSampleUs = (at.nowMs - switchedOnMs) * 1000;
        at.nowMs += blockMs;
        at.monotonicMs += blockMs;
        const about = { moduleId: 1, sampleCount: 10, recordId: 0, sequence, firstSampleUs };
        const bytes = encodeBlock(about, module, {
          columns: [Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? swing : -swing))],
        });
        sequence += 1;
        tap.pass(device.number, readCheckedBlockHeader(bytes), 'imu', module, bytes);
      }
      return fromMs;
    },
    pass(ms: number) {
      at.nowMs += ms;
      at.monotonicMs += ms;
    },
    /** The device starts again: its clock begins at 0, and it describes itself anew. */
    startAgain() {
      switchedOnMs = at.nowMs;
      sequence = 0;
      meta = describe();
    },
  };
}

export type TestBuffer = ReturnType<typeof openTestBuffer>;
