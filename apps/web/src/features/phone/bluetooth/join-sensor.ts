import type { Take } from '../sensors/watch-sensors.ts';
import {
  anyCrank,
  type Revolutions,
  readCyclingPower,
  readHeartRate,
  readSpeedAndCadence,
  turnsPerSecond,
  type Wrap,
  wheelOfPower,
  wheelOfSpeed,
} from './read-measurements.ts';

/** Services and the characteristic of each that notifies, by the names of the Bluetooth SIG. */
const services = {
  heart_rate: 'heart_rate_measurement',
  cycling_power: 'cycling_power_measurement',
  cycling_speed_and_cadence: 'csc_measurement',
} as const;
type Service = keyof typeof services;
const serviceNames = Object.keys(services) as Service[];

/** ms between two tries to find a sensor again that went out of reach. */
const retryMs = 3000;

/** The part of Web Bluetooth that is used; TypeScript's own library does not have it. */
interface Characteristic extends EventTarget {
  readonly value?: DataView;
  startNotifications(): Promise<unknown>;
  readValue(): Promise<DataView>;
}
interface GattServer {
  connect(): Promise<GattServer>;
  disconnect(): void;
  getPrimaryService(name: string): Promise<{ getCharacteristic(name: string): Promise<Characteristic> }>;
}
export interface BluetoothSensor extends EventTarget {
  readonly name?: string;
  readonly gatt?: GattServer;
}
export interface Bluetooth {
  requestDevice(options: { filters: { services: string[] }[]; optionalServices: string[] }): Promise<BluetoothSensor>;
}

/** Of this browser; undefined where it has none (iOS), or the page is not https. */
export function ownBluetooth(): Bluetooth | undefined {
  return 'bluetooth' in navigator ? (navigator.bluetooth as Bluetooth) : undefined;
}

export interface JoinedSensor {
  readonly name: string;
  leave(): void;
}

interface Joining {
  readonly bluetooth: Bluetooth;
  readonly nowUs: () => number;
  readonly take: Take;
  /** m, of the wheel whose turns are counted. */
  readonly wheelCircumferenceMetres: number;
  /** %, when the sensor says it. */
  readonly battery: (percent: number) => void;
  readonly connected: (isConnected: boolean) => void;
}

/**
 * Lets the person choose a belt, a power meter or a speed sensor, and takes what it measures; it is found again when it was out of
 * reach. Must be called by a press. Answers undefined when nothing was chosen.
 */
export async function joinSensor(joining: Joining): Promise<JoinedSensor | undefined> {
  const sensor = await joining.bluetooth
    .requestDevice({
      filters: serviceNames.map((service) => ({ services: [service] })),
      optionalServices: [...serviceNames, 'battery_service'],
    })
    // The person closed the list.
    .catch(() => undefined);
  if (sensor?.gatt === undefined) return undefined;
  const { gatt } = sensor;
  let isOver = false;
  const listen = async (): Promise<void> => {
    if (isOver) return;
    const found = await connect(gatt, joining).catch(() => false);
    joining.connected(found);
    if (!found) setTimeout(() => void listen(), retryMs);
  };
  sensor.addEventListener('gattserverdisconnected', () => {
    joining.connected(false);
    void listen();
  });
  await listen();
  return {
    name: sensor.name ?? 'Bluetooth',
    leave: () => {
      isOver = true;
      gatt.disconnect();
    },
  };
}

/** Answers whether one of the services is there. */
async function connect(gatt: GattServer, joining: Joining): Promise<boolean> {
  const server = await gatt.connect();
  let found = false;
  for (const service of serviceNames) {
    const characteristic = await server
      .getPrimaryService(service)
      .then((one) => one.getCharacteristic(services[service]))
      .catch(() => undefined);
    if (characteristic === undefined) continue;
    const hear = takers[service](joining);
    characteristic.addEventListener('characteristicvaluechanged', () => {
      if (characteristic.value !== undefined) hear(characteristic.value);
    });
    await characteristic.startNotifications();
    found = true;
  }
  server
    .getPrimaryService('battery_service')
    .then((one) => one.getCharacteristic('battery_level'))
    .then((one) => one.readValue())
    .then((value) => joining.battery(value.getUint8(0)))
    // Many sensors do not say it.
    .catch(() => undefined);
  return found;
}

type Hear = (packet: DataView) => void;

const takers: Readonly<Record<Service, (joining: Joining) => Hear>> = {
  heart_rate:
    ({ nowUs, take }) =>
    (packet) => {
      const heart = readHeartRate(packet);
      if (heart === undefined) return;
      take('heart', { timeUs: nowUs(), values: [heart.rateBpm, heart.rrSeconds.at(-1) ?? Number.NaN] });
    },
  cycling_power: ({ nowUs, take, wheelCircumferenceMetres }) => {
    const [wheel, crank] = [perSecond(wheelOfPower), perSecond(anyCrank)];
    return (packet) => {
      const power = readCyclingPower(packet);
      if (power === undefined) return;
      take('power', { timeUs: nowUs(), values: [power.powerWatts, 60 * crank(power.crank, nowUs())] });
      if (power.wheel === undefined) return;
      const speed = wheelCircumferenceMetres * wheel(power.wheel, nowUs());
      take('wheel', { timeUs: nowUs(), values: [speed, Number.NaN] });
    };
  },
  cycling_speed_and_cadence: ({ nowUs, take, wheelCircumferenceMetres }) => {
    const [wheel, crank] = [perSecond(wheelOfSpeed), perSecond(anyCrank)];
    return (packet) => {
      const turned = readSpeedAndCadence(packet);
      if (turned === undefined) return;
      const speed = wheelCircumferenceMetres * wheel(turned.wheel, nowUs());
      take('wheel', { timeUs: nowUs(), values: [speed, 60 * crank(turned.crank, nowUs())] });
    };
  },
};

/** µs without a turn after which something stands. */
const standsAfterUs = 3e6;

/** Turns a second of what counts turns: the last known while the next turn is waited for, 0 when none comes, NaN without one. */
function perSecond(wrap: Wrap): (now: Revolutions | undefined, nowUs: number) => number {
  let before: Revolutions | undefined;
  let last = Number.NaN;
  let turnedUs = 0;
  return (now, nowUs) => {
    if (now === undefined) return Number.NaN;
    const found = before && turnsPerSecond(before, now, wrap);
    before = now;
    if (found !== undefined) [last, turnedUs] = [found, nowUs];
    else if (nowUs - turnedUs > standsAfterUs) last = 0;
    return last;
  };
}
