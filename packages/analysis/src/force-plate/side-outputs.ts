import { integrateSamples } from '@sillage/signal';
import type { NoValue, Output } from '../analysis.ts';
import type { Translated } from '../translated.ts';
import type { PlateForce } from './whole-force.ts';

const bishop = 'Bishop 2018';
const ofWeighing = { fr: 'force moyenne de la pesée', en: 'mean force of the weighing' };
const meanOfPhase = { fr: 'moyenne de la phase, force totale', en: 'mean of the phase of the total force' };
const peakOfPhase = { fr: 'maximum de la phase, force totale', en: 'peak of the phase of the total force' };
const halfWeight = { fr: 'force − moitié du poids', en: 'force − half the weight' };
const ofMeans = { fr: '100·(D − G) ÷ max, forces moyennes', en: '100·(R − L) ÷ max of the mean forces' };

/** A figure of one side: what it is says itself. */
const side = (fr: string, en: string, unit: string, decimals: number, method: Translated) =>
  ({
    name: { fr, en },
    unit,
    decimals,
    method,
    about: { fr: `${fr}.`, en: `${en}.` },
    source: bishop,
  }) satisfies Output;

/** What two plates add: each side, and the asymmetry, on the phases of the total force. */
export const sideOutputs = {
  weightLeft: side('Poids à gauche', 'Weight on the left', 'N', 1, ofWeighing),
  weightRight: side('Poids à droite', 'Weight on the right', 'N', 1, ofWeighing),
  propulsiveMeanLeft: side('Force moyenne gauche en propulsion', 'Mean propulsive force, left', 'N', 0, meanOfPhase),
  propulsiveMeanRight: side('Force moyenne droite en propulsion', 'Mean propulsive force, right', 'N', 0, meanOfPhase),
  propulsivePeakLeft: side('Force maximale gauche en propulsion', 'Peak propulsive force, left', 'N', 0, peakOfPhase),
  propulsivePeakRight: side('Force maximale droite en propulsion', 'Peak propulsive force, right', 'N', 0, peakOfPhase),
  propulsiveImpulseLeft: side('Impulsion gauche en propulsion', 'Propulsive impulse, left', 'N·s', 1, halfWeight),
  propulsiveImpulseRight: side('Impulsion droite en propulsion', 'Propulsive impulse, right', 'N·s', 1, halfWeight),
  asymmetry: {
    name: { fr: 'Asymétrie en poussée', en: 'Asymmetry of propulsion' },
    unit: '%',
    decimals: 1,
    method: ofMeans,
    about: {
      fr: 'Positive, la droite pousse plus\u00a0; négative, la gauche.',
      en: 'Positive, the right pushes more; negative, the left.',
    },
    source: bishop,
  },
} as const;

type SideName = keyof typeof sideOutputs;

/** 100·(R − L)/max(R, L) %, positive where the right is larger (Bishop 2018). */
export const asymmetryPercent = (left: number, right: number): number => (100 * (right - left)) / Math.max(right, left);

/** Each side over the propulsion [from, to) and the weighing, both in samples. */
export function measureSides(
  { timesSeconds, left, right }: PlateForce,
  weighing: { readonly from: number; readonly to: number; readonly weight: number },
  { from, to }: { readonly from: number; readonly to: number },
): { readonly [S in SideName]: number | NoValue } {
  if (left === undefined || right === undefined) {
    const missing = { reason: 'sideMissing' } as const;
    return mapSides(() => missing);
  }
  const mean = (values: Float64Array, start: number, end: number) =>
    values.subarray(start, end).reduce((sum, one) => sum + one, 0) / (end - start);
  const peak = (values: Float64Array) => values.subarray(from, to).reduce((most, one) => Math.max(most, one), 0);
  const impulse = (values: Float64Array) =>
    integrateSamples(
      timesSeconds,
      values.map((one) => one - weighing.weight / 2),
      { from, to },
    ).at(-1) ?? 0;
  const [meanLeft, meanRight] = [mean(left, from, to), mean(right, from, to)];
  return {
    weightLeft: mean(left, weighing.from, weighing.to),
    weightRight: mean(right, weighing.from, weighing.to),
    propulsiveMeanLeft: meanLeft,
    propulsiveMeanRight: meanRight,
    propulsivePeakLeft: peak(left),
    propulsivePeakRight: peak(right),
    propulsiveImpulseLeft: impulse(left),
    propulsiveImpulseRight: impulse(right),
    asymmetry: asymmetryPercent(meanLeft, meanRight),
  };
}

function mapSides(of: () => NoValue): { readonly [S in SideName]: NoValue } {
  return {
    weightLeft: of(),
    weightRight: of(),
    propulsiveMeanLeft: of(),
    propulsiveMeanRight: of(),
    propulsivePeakLeft: of(),
    propulsivePeakRight: of(),
    propulsiveImpulseLeft: of(),
    propulsiveImpulseRight: of(),
    asymmetry: of(),
  };
}
