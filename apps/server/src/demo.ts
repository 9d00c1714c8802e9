import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import type { DemoContent } from '@sillage/server';

const shipped = (path: string) => fileURLToPath(new URL(`../demo/${path}`, import.meta.url));

const camille = 'camille.legoff@demo.sillage';
const ines = 'ines.marchetti@demo.sillage';
const sacha = 'sacha.roussel@demo.sillage';

/** Mail of the coach whose password is printed at the first start. */
export const demoCoachMail = 'coach@demo.sillage';

/** Athlete that wears each of the simulator's devices; the others are free to be paired. */
const wearers: Readonly<Record<number, string>> = {
  10200010: camille,
  10200042: ines,
  20100009: sacha,
};

/** One client, one group, one coach, three athletes, the virtual devices and a few real recordings. */
export function demoContent(coachPassword: string): DemoContent {
  return {
    client: { name: 'demo', displayName: 'Pôle Aviron Miribel' },
    group: 'Senior',
    people: [
      { mail: demoCoachMail, firstname: 'Hélène', lastname: 'Garnier', role: 'Coach', password: coachPassword },
      { mail: camille, firstname: 'Camille', lastname: 'Le Goff', role: 'Athlete', password: null },
      { mail: ines, firstname: 'Inès', lastname: 'Marchetti', role: 'Athlete', password: null },
      { mail: sacha, firstname: 'Sacha', lastname: 'Roussel', role: 'Athlete', password: null },
    ],
    devices: recordings.map(({ device }) => ({
      number: device.number,
      name: device.name,
      athlete: wearers[device.number] ?? null,
    })),
    recordings: [
      {
        path: shipped('19_raw_device_file/recording.txt'),
        filename: 'maxi-0082.txt',
        athlete: camille,
        sport: 'aviron',
        exercise: 'Sortie technique',
      },
      {
        path: shipped('09_cycling_power/edge810-vector.csv'),
        filename: 'edge810-vector.csv',
        athlete: sacha,
        sport: 'velo',
        exercise: 'Sortie longue',
      },
      {
        path: shipped('01_jumps_gidiel/Dual-CMJ-Fz.txt'),
        filename: 'cmj-deux-plateformes.csv',
        athlete: ines,
        sport: 'jump',
        exercise: 'CMJ',
        rateHz: 1000,
      },
      {
        path: shipped('18_pendulum/pendulum.csv'),
        filename: 'pendule.csv',
        athlete: null,
        sport: 'instrack',
        exercise: 'Pendule',
      },
    ],
  };
}
