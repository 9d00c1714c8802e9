import { readForcePlate } from './read-force-plate.ts';
import { readPendulum } from './read-pendulum.ts';
import { readRawImu } from './read-raw-device-file.ts';
import { readRide } from './read-ride.ts';
import { readHandleForce, readStrokes } from './read-rowing.ts';
import { readLocalPositions, readTrack } from './read-run.ts';
import type { SourceModule } from './source-module.ts';

/** A real recording and the virtual device that plays it. */
export interface Recording {
  readonly id: string;
  readonly device: { readonly number: number; readonly name: string };
  readonly description: { readonly fr: string; readonly en: string };
}

type Modules = Readonly<Record<string, SourceModule>>;

const entries = [
  {
    id: 'imu',
    device: { number: 10200082, name: 'Maxi 0082' },
    description: { fr: 'Centrale inertielle, sortie de terrain', en: 'Motion sensor, field session' },
    read: (): Modules => ({ imu: readRawImu() }),
  },
  {
    id: 'jumps',
    device: { number: 10200042, name: 'Maxi 0042' },
    description: { fr: 'Plateformes de force, sauts', en: 'Force plates, jumps' },
    read: (): Modules => ({ plate: readForcePlate() }),
  },
  {
    id: 'rowing',
    device: { number: 10200010, name: 'Maxi 0010' },
    description: { fr: 'Aviron, force et coups', en: 'Rowing, force and strokes' },
    read: (): Modules => ({ rower: readHandleForce(), stroke: readStrokes() }),
  },
  {
    id: 'pendulum',
    device: { number: 20100018, name: 'Mini 0018' },
    description: { fr: 'Centrale inertielle, pendule', en: 'Motion sensor, pendulum' },
    read: (): Modules => ({ imu: readPendulum() }),
  },
  {
    id: 'ride',
    device: { number: 20100009, name: 'Mini 0009' },
    description: { fr: 'Vélo, puissance et position', en: 'Bike, power and position' },
    read: (): Modules => ({ ...readRide() }),
  },
  {
    id: 'run',
    device: { number: 20100015, name: 'Mini 0015' },
    description: { fr: 'Course, position', en: 'Running, position' },
    read: (): Modules => ({ lps: readLocalPositions(), gps: readTrack() }),
  },
] as const;

/** What the simulator can play: one recording for each of the six devices of the demo. */
export const recordings: readonly Recording[] = entries.map(({ id, device, description }) => ({
  id,
  device,
  description,
}));

const loaded = new Map<string, Modules>();

/** The modules of a recording by name; read from disk once. @throws Error when there is no such recording. */
export function loadRecording(id: string): Modules {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`no recording named ${id}`);
  const modules = loaded.get(id) ?? entry.read();
  loaded.set(id, modules);
  return modules;
}
