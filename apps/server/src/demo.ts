import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import type { DemoContent } from '@sillage/server';
import { deriveJump } from './derive-jump.ts';

const shipped = (path: string) => fileURLToPath(new URL(`../demo/${path}`, import.meta.url));

const camille = 'camille.legoff@demo.sillage';
const ines = 'ines.marchetti@demo.sillage';
const sacha = 'sacha.roussel@demo.sillage';

/** Mails of those whose passwords are printed at the first start. */
export const demoCoachMail = 'coach@demo.sillage';
export const demoManagerMail = 'manager@demo.sillage';

/** Athlete that wears each of the simulator's devices; the others are free to be paired. */
const wearers: Readonly<Record<number, string>> = {
  10200010: camille,
  10200042: ines,
  20100009: sacha,
};

const senior = 'Senior';
const youth = 'Espoirs';

/**
 * One client with its manager, coach and athletes in two groups, the virtual devices, a few real recordings, and what the
 * administration shows besides.
 */
export function demoContent(coachPassword: string, managerPassword: string): DemoContent {
  return {
    client: { name: 'demo', displayName: 'Pôle Aviron Miribel' },
    groups: [senior, youth],
    people: [
      {
        mail: demoManagerMail,
        firstname: 'Marc',
        lastname: 'Delaunay',
        role: 'Manager',
        groups: [],
        password: managerPassword,
      },
      {
        mail: demoCoachMail,
        firstname: 'Hélène',
        lastname: 'Garnier',
        role: 'Coach',
        groups: [senior],
        password: coachPassword,
      },
      athlete(camille, 'Camille', 'Le Goff', [senior]),
      athlete(ines, 'Inès', 'Marchetti', [senior]),
      athlete(sacha, 'Sacha', 'Roussel', [senior, youth]),
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
    exercises: ['Sortie technique', 'Sortie longue', 'Départ', '2000 m', 'CMJ'],
    config: {
      name: 'Aviron, sortie',
      comment: 'Centrale inertielle, GPS et force, aux fréquences habituelles.',
      sensors: ['imu', 'gps', 'force'],
    },
    module: { name: 'Dame de nage tribord', type: 'force', serialNumber: 'DN-0042', device: 10200042 },
  };
}

/** Days ago of a test, and the strength of each of its trials: within a day they vary by a hundredth or so, as real ones do. */
const testDays = [
  [58, [0.962, 0.975, 0.97]],
  [30, [0.99, 0.981, 1.0]],
  [0.03, [1.021, 1.009, 1.03]],
] as const;
/** Who is tested: how heavy and how strong beside the one who was recorded; progress of a test beside that of the others. */
const tested = [
  { mail: ines, mass: 1, strength: 1, progress: 1, isMirrored: false },
  { mail: camille, mass: 1.06, strength: 0.985, progress: 0.2, isMirrored: true },
  { mail: sacha, mass: 1.18, strength: 1.06, progress: -0.6, isMirrored: false },
] as const;

/** Three tests of three athletes, three jumps each: made of the one real jump of two plates that may be copied. */
export function demoJumps(): DemoContent['recordings'] {
  return tested.flatMap(({ mail, mass, strength, progress, isMirrored }) =>
    testDays.flatMap(([daysAgo, trials]) =>
      trials.map((trial, i) => ({
        ...{ path: shipped('01_jumps_gidiel/Dual-CMJ-Fz.txt'), filename: `cmj-essai-${i + 1}.csv` },
        ...{ athlete: mail, sport: 'jump', exercise: 'CMJ', rateHz: 1000 },
        // Two minutes between trials.
        daysAgo: daysAgo - i * (2 / 1440),
        comment: 'Démonstration\u00a0: dérivé d’un saut réel (Machado, licence MIT), forces mises à l’échelle.',
        change: (text: string) =>
          deriveJump(text, {
            ...{ mass, isMirrored },
            strength: strength * (1 + progress * (meanOf(trials) - 1) + trial - meanOf(trials)),
          }),
      })),
    ),
  );
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

function athlete(mail: string, firstname: string, lastname: string, groups: readonly string[]) {
  return { mail, firstname, lastname, role: 'Athlete', groups, password: null } as const;
}
