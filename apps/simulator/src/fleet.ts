import { join } from 'node:path';
import { VirtualDevice } from './device/device.ts';
import { DeviceClock } from './device/device-clock.ts';
import type { FirmwareFault } from './device/device-setup.ts';
import { seededRandom } from './device/seeded-random.ts';
import { loadRecording, recordings } from './recordings/catalogue.ts';

const factoryVersion = '7.0.0';

export interface FleetDevice {
  readonly number: number;
  readonly secret: string;
  /** Id of a recording; when absent the one that `recordings` gives to this number, else the first. */
  readonly recording?: string | undefined;
  /** Version that it comes from the factory with; 7.0.0 unless said. */
  readonly version?: string | undefined;
  /** The key whose firmwares it takes, 32 bytes as base64; the first one that it is offered unless said. */
  readonly firmwareKey?: string | undefined;
  /** What happens to its first update, whatever happens to those of the others. */
  readonly firmwareFault?: FirmwareFault | undefined;
}

export interface FleetOptions {
  /** Share of the live blocks that are never sent, 0 … 1; default 0. */
  readonly loss?: number | undefined;
  /** Live blocks arrive up to so much later; default 0. */
  readonly jitterMs?: number | undefined;
  /** Mean time between two cuts of a device's connection; default none. */
  readonly dropEverySeconds?: number | undefined;
  /** Cuts of a device's connection at most; default no limit. */
  readonly reconnects?: number | undefined;
  /** What happens to each device's first update of its firmware; default nothing. */
  readonly firmwareFault?: FirmwareFault | undefined;
  /** How much too fast the devices' clocks run; default 0. */
  readonly clockDriftPpm?: number | undefined;
  /** Same seed, same faults; default 1. */
  readonly seed?: number | undefined;
}

export interface FleetSetup {
  /** `mqtt://host:port` */
  readonly brokerUrl: string;
  readonly devices: readonly FleetDevice[];
  /** The devices' memories lie here, a folder each. */
  readonly folder: string;
  readonly options?: FleetOptions;
  /** Host time, µs since 1970, never going back. */
  readonly hostUs?: () => number;
  readonly log?: (message: string) => void;
}

export interface Fleet {
  /** By device number. */
  readonly devices: Readonly<Record<number, VirtualDevice>>;
  /** Switches all devices off. */
  stop(): Promise<void>;
}

/** Switches virtual devices on; they connect, and connect again, by themselves. @throws Error for an unknown recording or a folder that cannot be written. */
export async function startFleet(setup: FleetSetup): Promise<Fleet> {
  const { brokerUrl, folder, options = {}, hostUs = monotonicUs, log = () => undefined } = setup;
  const devices = setup.devices.map(({ number, secret, recording: wanted, ...more }) => {
    const recording = recordings.find(({ id, device }) => (wanted ? id === wanted : device.number === number));
    if (wanted && !recording) throw new Error(`no recording named ${wanted}`);
    const played = recording ?? recordings[0];
    if (!played) throw new Error('no recordings');
    const own = played.device.number === number;
    return new VirtualDevice({
      brokerUrl,
      number,
      secret,
      name: own
        ? played.device.name
        : `${number < 20_000_000 ? 'Maxi' : 'Mini'} ${String(number % 10_000).padStart(4, '0')}`,
      version: more.version ?? factoryVersion,
      firmwareKey: more.firmwareKey,
      modules: loadRecording(played.id),
      folder: join(folder, String(number)),
      clock: new DeviceClock(hostUs, options.clockDriftPpm ?? 0),
      hostUs,
      random: seededRandom((options.seed ?? 1) * 1_000_003 + number),
      faults: {
        loss: options.loss ?? 0,
        jitterMs: options.jitterMs ?? 0,
        dropEverySeconds: options.dropEverySeconds,
        reconnects: options.reconnects ?? Number.POSITIVE_INFINITY,
        firmware: more.firmwareFault ?? options.firmwareFault,
      },
      log,
    });
  });
  return {
    devices: Object.fromEntries(devices.map((device) => [device.number, device])),
    async stop() {
      await Promise.all(devices.map((device) => device.stop()));
    },
  };
}

function monotonicUs(): number {
  return (performance.timeOrigin + performance.now()) * 1000;
}
