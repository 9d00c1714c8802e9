import type { SourceModule } from '../recordings/source-module.ts';
import type { DeviceClock } from './device-clock.ts';

/**
 * What happens once to an update of the firmware: the line is cut when it begins, at a piece, before the new version is
 * in force (`verify`) or right after (`restart`); power is lost at a piece; a piece is damaged.
 */
export const firmwareFaults = ['begin', 'chunk', 'verify', 'restart', 'power', 'corrupt'] as const;
export type FirmwareFault = (typeof firmwareFaults)[number];

/** What goes wrong on purpose. */
export interface Faults {
  /** Share of the live blocks that are never sent, 0 … 1. Blocks that the hub asks for again are always sent. */
  readonly loss: number;
  /** Live blocks arrive up to so much later, in order. */
  readonly jitterMs: number;
  /** Mean time between two cuts of the connection; none when absent. */
  readonly dropEverySeconds: number | undefined;
  /** Cuts of the connection at most. */
  readonly reconnects: number;
  /** Once, at the first update. */
  readonly firmware: FirmwareFault | undefined;
}

export interface DeviceSetup {
  readonly brokerUrl: string;
  readonly number: number;
  readonly secret: string;
  /** Until the device is renamed. */
  readonly name: string;
  /** Until it is updated. */
  readonly version: string;
  /** Ed25519, 32 bytes as base64: the only key whose firmwares it takes. Without, that of the first offer. */
  readonly firmwareKey: string | undefined;
  readonly modules: Readonly<Record<string, SourceModule>>;
  /** The device's memory. */
  readonly folder: string;
  readonly clock: DeviceClock;
  /** Host time, µs, for what has nothing to do with the device's clock. */
  readonly hostUs: () => number;
  readonly random: () => number;
  readonly faults: Faults;
  readonly log: (message: string) => void;
}
