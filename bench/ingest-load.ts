import type { DeviceMeta, ModuleMeta } from '@sillage/device-protocol';

/** The load of the ingest bench: each device sends a block of 504 bytes every 50 ms, each viewer watches one device. */
export const load = {
  devices: 200,
  viewers: 500,
  blocksPerSecond: 20,
  samplesPerBlock: 40,
  firstNumber: 10_200_000,
} as const;

const column = (name: string, type: 'int16' | 'int32', scale: number) => ({
  name,
  unit: 'ms',
  type,
  scale,
  offset: 0,
  description: { fr: name, en: name },
  precision: 3,
});

/** 40 samples × (4 + 4 × 2) bytes + 24 = 504. The first column tells when the block was sent, ms after the start. */
export const module: ModuleMeta = {
  id: 1,
  type: 'imu',
  rateHz: load.samplesPerBlock * load.blocksPerSecond,
  realtimeRateHz: 20,
  timing: 'regular',
  columns: [
    column('sent', 'int32', 0.001),
    ...['acc_x', 'acc_y', 'acc_z', 'gyro_z'].map((name) => column(name, 'int16', 0.01)),
  ],
};

export function metaOf(number: number): DeviceMeta {
  return { protocol: 1, number, name: `Device ${number}`, version: '1.0.0', modules: { imu: module }, features: {} };
}

/** ms since 1970 with µs, the same in every process of this machine. */
export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** What the bench's processes tell each other. */
export type FromServer =
  | { readonly ports: { mqtt: number; http: number } }
  | { readonly cpuMs: number; readonly atMs: number; readonly residentMb: number };
export interface DevicesStart {
  readonly port: number;
  readonly secrets: readonly { number: number; secret: string }[];
  readonly startMs: number;
}
export interface ViewersStart {
  readonly port: number;
  readonly numbers: readonly number[];
  readonly startMs: number;
}
export interface ViewersResult {
  readonly latenciesMs: readonly number[];
  readonly messages: number;
}
