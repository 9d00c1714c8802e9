import { keepAwake } from '../../base/keep-awake.ts';
import type { PhoneSample } from './device/gather-samples.ts';
import { PhoneClock } from './device/phone-clock.ts';
import { PhoneDevice, type PhoneState } from './device/phone-device.ts';
import { openLine } from './device/phone-line.ts';
import type { PhoneIdentity, PhoneMemory } from './device/phone-memory.ts';
import type { PhoneModule } from './device/phone-modules.ts';
import { Readings } from './device/trace-readings.ts';
import { type SensorProblem, watchSensors } from './sensors/watch-sensors.ts';

const tickMs = 100;
const reportMs = 5000;

interface Running {
  readonly identity: PhoneIdentity;
  readonly memory: PhoneMemory;
  /** Origin of the server, `https://…`. */
  readonly origin: string;
  readonly version: string;
  readonly changed: (state: PhoneState) => void;
  readonly renamed: (name: string) => void;
  readonly problem: (module: PhoneModule, why: SensorProblem) => void;
  readonly battery: () => number | undefined;
}

export interface RunningPhone {
  readonly device: PhoneDevice;
  readonly clock: PhoneClock;
  readonly readings: Readings;
  /** What a sensor over Bluetooth measured. */
  readonly take: (module: PhoneModule, sample: PhoneSample) => void;
  stop(): Promise<void>;
}

/** Sets a phone going: sensors, blocks, reports, a screen that stays on. */
export async function runPhone({ identity, memory, origin, problem, ...setup }: Running): Promise<RunningPhone> {
  const clock = new PhoneClock(() => performance.now(), Date.now());
  const readings = new Readings();
  const url = `${origin.replace(/^http/, 'ws')}/mqtt`;
  const device = await PhoneDevice.start({ ...identity, ...setup, url, clock, memory, openLine });
  const take = (module: PhoneModule, sample: PhoneSample) => {
    readings.add(module, sample);
    device.add(module, sample);
  };
  const stops = [
    watchSensors({ clock, take, problem }),
    keepAwake(),
    every(tickMs, () => device.tick()),
    every(reportMs, () => device.report()),
  ];
  return {
    ...{ device, clock, readings, take },
    async stop() {
      for (const stop of stops) stop();
      await device.close();
    },
  };
}

function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}
