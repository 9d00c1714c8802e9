import type { Parameter } from '../analysis.ts';

/** When a countermovement begins, and from where it is integrated. */
export const onsetParameters = {
  onsetRule: {
    name: { fr: 'Règle du début', en: 'Onset rule' },
    unit: '',
    default: 'backward',
    choices: ['backward', 'forward', 'share'],
    source: 'backward: after Sams; forward: Owen 2014 (5 SD for 30 ms); share: of the weight (Meylan 2011)',
  },
  onsetDeviations: {
    name: { fr: 'Écarts-types du début', en: 'Deviations of the onset' },
    unit: 'SD',
    default: 5,
    least: 1,
    most: 20,
    source: 'Owen 2014: 5',
  },
  onsetShare: {
    name: { fr: 'Part du poids du début', en: 'Share of the weight of the onset' },
    unit: '1',
    default: 0.025,
    least: 0.005,
    most: 0.5,
    source: 'Meylan 2011: 0.025; Duarte & Watanabe 2021: 0.05',
  },
  onsetSide: {
    name: { fr: 'Sens du début', en: 'Side of the onset' },
    unit: '',
    default: 'both',
    choices: ['both', 'below'],
    source: 'both: Owen 2014; below: better net impulse (Barefoot 2022)',
  },
  onsetLasting: {
    name: { fr: 'Durée au-delà du seuil', en: 'Time beyond the threshold' },
    unit: 's',
    default: 0.03,
    least: 0,
    most: 0.5,
    source: 'Owen 2014: 30 ms; of the rules forward and share',
  },
  backSeconds: {
    name: { fr: 'Intégration avant le début', en: 'Integration before the onset' },
    unit: 's',
    default: 0.03,
    least: 0,
    most: 0.5,
    source: 'Owen 2014',
  },
  brakingFrom: {
    name: { fr: 'Début du freinage', en: 'Braking from' },
    unit: '',
    default: 'velocityMin',
    choices: ['velocityMin', 'forceMin'],
    source: 'velocityMin: McMahon 2018; forceMin: Merrigan 2022',
  },
  propulsionFrom: {
    name: { fr: 'Poussée dès une vitesse de', en: 'Propulsion from a velocity of' },
    unit: 'm/s',
    default: 0,
    least: 0,
    most: 0.5,
    source: 'McMahon 2018: 0.01',
  },
} as const satisfies Record<string, Parameter>;

export interface OnsetAsked {
  readonly onsetRule: 'backward' | 'forward' | 'share';
  readonly onsetDeviations: number;
  readonly onsetShare: number;
  readonly onsetSide: 'both' | 'below';
  readonly onsetLasting: number;
}
