import type { DeviceState, DeviceStatus, RealtimeDataKey } from '@sillage/contract';

type Key = readonly [name: string, fr: string, en: string, unit: string, precision: number];

const speed: Key = ['gps.speed', 'Vitesse', 'Speed', 'm/s', 2];
const cadence: Key = ['imu.cadence', 'Cadence', 'Cadence', 'cpm', 1];
const torqueLeft: Key = ['crank.couple_g', 'Couple G', 'Torque L', 'N·m', 0];
const torqueRight: Key = ['crank.couple_d', 'Couple D', 'Torque R', 'N·m', 0];
const forceLeft: Key = ['plate.fzg', 'Force G', 'Force L', 'N', 0];
const forceRight: Key = ['plate.fzd', 'Force D', 'Force R', 'N', 0];
const forward: Key = ['imu.acc_x', 'Accél. x', 'Accel. x', 'm/s²', 2];
const roll: Key = ['imu.roll', 'Roulis', 'Roll', '°', 1];

function dataKey([name, fr, en, unit, precision]: Key): RealtimeDataKey {
  return { name, description: { fr, en }, unit, precision };
}

interface Given {
  readonly number: number;
  readonly state: DeviceState;
  readonly athlete?: readonly [string, string];
  readonly keys: readonly Key[];
  readonly recTime?: number;
  readonly connected?: boolean;
  readonly modulesAway?: readonly string[];
}

/** A device status for tests: connected, of client 1, with the modules that its variables name. */
export function deviceFixture(given: Given): DeviceStatus {
  const [firstname, lastname] = given.athlete ?? ['', ''];
  const modules = [...new Set(given.keys.map(([name]) => name.slice(0, name.indexOf('.'))))];
  const family = given.number < 20_000_000 ? 'Maxi' : 'Mini';
  const recording = given.recTime !== undefined;
  return {
    id: given.number % 10_000,
    number: given.number,
    name: `${family} ${String(given.number % 10_000).padStart(4, '0')}`,
    type: family === 'Maxi' ? 'maxi' : 'mini',
    client_id: 1,
    group_id: null,
    users: given.athlete === undefined ? [] : [{ id: given.number % 1000, firstname, lastname }],
    is_connected: given.connected ?? true,
    state: given.state,
    battery: 20 + (given.number % 80),
    version: '7.0.0',
    epoch: null,
    modules: Object.fromEntries(
      modules.map((name) => [
        name,
        { is_connected: !given.modulesAway?.includes(name), type: name, rate: name === 'gps' ? 10 : 200 },
      ]),
    ),
    features: { record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' } },
    realtime_data_keys: given.keys.map(dataKey),
    recTime: given.recTime ?? null,
    deviceRecId: recording ? 7 : null,
    last_seen: '2026-05-13T10:31:00.000Z',
  };
}

/** The devices of the design's realtime mock: one of every state. */
export const devicesFixture: readonly DeviceStatus[] = [
  deviceFixture({
    number: 10200217,
    state: 'record',
    athlete: ['Camille', 'Le Goff'],
    keys: [speed, cadence],
    recTime: 754.68,
  }),
  deviceFixture({
    number: 10200218,
    state: 'record',
    athlete: ['Inès', 'Marchetti'],
    keys: [speed, cadence],
    recTime: 754.2,
  }),
  deviceFixture({
    number: 10200221,
    state: 'record',
    athlete: ['Éloïse', 'Grandjean'],
    keys: [torqueLeft, torqueRight],
    recTime: 753.9,
  }),
  deviceFixture({
    number: 10200224,
    state: 'starting_record',
    athlete: ['Lou-Ann', 'Bessière'],
    keys: [torqueLeft, torqueRight],
    modulesAway: ['crank'],
  }),
  deviceFixture({
    number: 10200102,
    state: 'scenario',
    athlete: ['Jules', 'Ferrand'],
    keys: [forceLeft, forceRight],
    recTime: 232,
  }),
  deviceFixture({
    number: 20100041,
    state: 'recovery_record',
    athlete: ['Sacha', 'Roussel'],
    keys: [speed, cadence],
    recTime: 1935,
  }),
  deviceFixture({ number: 20100034, state: 'idle', keys: [forward, roll] }),
  deviceFixture({ number: 10200230, state: 'firmware_updating', keys: [] }),
  deviceFixture({ number: 20100047, state: 'record', athlete: ['Noé', 'Castaing'], keys: [speed], connected: false }),
];
