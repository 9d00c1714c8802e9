import { output } from '../describe.ts';

const ferraris = 'Ferraris, Grimaldi & Parvis 1995';
const received = ['unités reçues', 'received units'] as const;

const ofAxis = (
  axis: string,
  name: readonly [fr: string, en: string],
  decimals: number,
  about: readonly [fr: string, en: string],
  unit: readonly [fr: string, en: string],
) =>
  output(
    [`${name[0]} ${axis.toLowerCase()}`, `${name[1]} ${axis.toLowerCase()}`],
    '1',
    decimals,
    unit,
    about,
    ferraris,
  );
const biasAbout = [
  'Ce que l’axe montre quand il ne mesure rien.',
  'What the axis shows when there is nothing to measure.',
] as const;
const gainAbout = [
  'Combien d’unités reçues font une unité vraie.',
  'How many received units make a true one.',
] as const;

const bias = (axis: 'X' | 'Y' | 'Z') =>
  ofAxis(axis, ['Zéro de l’accéléromètre', 'Zero of the accelerometer'], 3, biasAbout, received);
const gain = (axis: 'X' | 'Y' | 'Z') =>
  ofAxis(axis, ['Gain de l’accéléromètre', 'Gain of the accelerometer'], 4, gainAbout, [
    'unités reçues par m/s²',
    'received units per m/s²',
  ]);
const gyroBias = (axis: 'X' | 'Y' | 'Z') =>
  ofAxis(axis, ['Zéro du gyroscope', 'Zero of the gyroscope'], 4, biasAbout, received);
const gyroGain = (axis: 'X' | 'Y' | 'Z') =>
  ofAxis(axis, ['Gain du gyroscope', 'Gain of the gyroscope'], 4, gainAbout, [
    'unités reçues par °/s',
    'received units per °/s',
  ]);
const part = (row: string, column: string) =>
  output(
    [`Axe ${row}, part de ${column}`, `Axis ${row}, part of ${column}`],
    ...(['1', 5] as const),
    ['R de mesure = K·R·vrai + zéro', 'R of measured = K·R·true + zero'],
    [
      'Comment l’axe du capteur se tient par rapport à ceux du boîtier.',
      'How the axis of the sensor stands to those of its case.',
    ],
    ferraris,
  );
const left = (fr: string, en: string) =>
  output(
    [`Écart à la pesanteur, ${fr}`, `Distance from gravity, ${en}`],
    ...(['m/s²', 4] as const),
    ['moyenne de | |a| − g | sur les faces', 'mean of | |a| − g | over the faces'],
    ['0,05 m/s² au plus est attendu une fois corrigé.', '0.05 m/s² at most is expected once corrected.'],
    'House (0.8)',
    { better: 'lower' },
  );

/** What a calibration on six faces answers. */
export const sixPositionsOutputs = {
  ...{ biasX: bias('X'), biasY: bias('Y'), biasZ: bias('Z') },
  ...{ gainX: gain('X'), gainY: gain('Y'), gainZ: gain('Z') },
  ...{ axisXx: part('x', 'x'), axisXy: part('x', 'y'), axisXz: part('x', 'z') },
  ...{ axisYx: part('y', 'x'), axisYy: part('y', 'y'), axisYz: part('y', 'z') },
  ...{ axisZx: part('z', 'x'), axisZy: part('z', 'y'), axisZz: part('z', 'z') },
  ...{ gyroBiasX: gyroBias('X'), gyroBiasY: gyroBias('Y'), gyroBiasZ: gyroBias('Z') },
  ...{ gyroGainX: gyroGain('X'), gyroGainY: gyroGain('Y'), gyroGainZ: gyroGain('Z') },
  residualBefore: left('telle que reçue', 'as received'),
  residual: left('corrigée', 'corrected'),
} as const;
