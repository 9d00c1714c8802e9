import type { DeviceState, DeviceStatus, RealtimeDataKey } from '@sillage/contract';
import { deviceDisplayName, deviceFamily } from '@sillage/domain';

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

type Athlete = readonly [firstname: string, lastname: string];

interface Given {
  readonly number: number;
  readonly state: DeviceState;
  readonly athlete?: Athlete;
  readonly keys: readonly Key[];
  readonly recTime?: number;
  readonly connected?: boolean;
  readonly modulesAway?: readonly string[];
}

/** A device status for tests: connected, of client 1, with the modules that its variables name. */
export function deviceFixture(given: Given): DeviceStatus {
  const [firstname, lastname] = given.athlete ?? ['', ''];
  const modules = [...new Set(given.keys.map(([name]) => name.slice(0, name.indexOf('.'))))];
  const recording = given.recTime !== undefined;
  return {
    id: given.number % 10_000,
    number: given.number,
    name: deviceDisplayName(given.number),
    type: deviceFamily(given.number),
    serial_number: '',
    client_id: 1,
    client: { id: 1, name: 'Club' },
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
    journal: 'ok',
    meta_problem: null,
    last_seen: '2026-05-13T10:31:00.000Z',
  };
}

const rowing = [speed, cadence];
const cycling = [torqueLeft, torqueRight];

function recording(number: number, athlete: Athlete, keys: readonly Key[], recTime: number): DeviceStatus {
  return deviceFixture({ number, state: 'record', athlete, keys, recTime });
}

const starting: Given = {
  number: 10200224,
  state: 'starting_record',
  athlete: ['Lou-Ann', 'Bessière'],
  keys: cycling,
  modulesAway: ['crank'],
};
const inScenario: Athlete = ['Jules', 'Ferrand'];
const recovering: Athlete = ['Sacha', 'Roussel'];
const away: Athlete = ['Noé', 'Castaing'];

/** The devices of the design's realtime mock: one of every state. */
export const devicesFixture: readonly DeviceStatus[] = [
  recording(10200217, ['Camille', 'Le Goff'], rowing, 754.68),
  recording(10200218, ['Inès', 'Marchetti'], rowing, 754.2),
  recording(10200221, ['Éloïse', 'Grandjean'], cycling, 753.9),
  deviceFixture(starting),
  { ...recording(10200102, inScenario, [forceLeft, forceRight], 232), state: 'scenario' },
  { ...recording(20100041, recovering, rowing, 1935), state: 'recovery_record' },
  deviceFixture({ number: 20100034, state: 'idle', keys: [forward, roll] }),
  deviceFixture({ number: 10200230, state: 'firmware_updating', keys: [] }),
  deviceFixture({ number: 20100047, state: 'record', athlete: away, keys: [speed], connected: false }),
];
