import type { Column, Refusal } from '../analysis.ts';

/** Force on a plate: what it is altogether, and each side where it was measured. */
export interface PlateForce {
  readonly timesSeconds: Float64Array;
  readonly total: Float64Array;
  readonly left: Float64Array | undefined;
  readonly right: Float64Array | undefined;
  readonly rateHz: number;
}

/** Samples below which nothing is looked for. */
const leastSamples = 50;

/** Names of columns of a force plate. */
export const forceRoles = {
  force: {
    name: { fr: 'force verticale totale', en: 'total vertical force' },
    unit: 'N',
    spelled: /(^|_)(f_?z_?tot(al)?|f_?tot|f_?z|grf_?z?|force(_z)?|column_1)$/,
    optional: true,
  },
  forceLeft: {
    name: { fr: 'force verticale gauche', en: 'left vertical force' },
    unit: 'N',
    spelled: /(^|_)(f_?z?_?(g|left|l)|force_(g|left))$/,
    optional: true,
  },
  forceRight: {
    name: { fr: 'force verticale droite', en: 'right vertical force' },
    unit: 'N',
    spelled: /(^|_)(f_?z?_?(d|right|r)|force_(d|right))$/,
    optional: true,
  },
} as const;

/** The total is what was measured of it, else the sum of both sides. */
export function wholeForce(columns: {
  readonly force: Column | undefined;
  readonly forceLeft: Column | undefined;
  readonly forceRight: Column | undefined;
}): PlateForce | Refusal {
  const { force, forceLeft, forceRight } = columns;
  const both = forceLeft && forceRight ? { left: forceLeft.values, right: forceRight.values } : undefined;
  const one = both ? forceLeft : force;
  if (one === undefined) {
    return { refused: 'inputMissing', numbers: { role: { fr: 'force verticale', en: 'vertical force' }, unit: 'N' } };
  }
  const total = both ? both.left.map((value, i) => value + both.right[i]!) : one.values;
  if (total.length < leastSamples) {
    return { refused: 'tooShort', numbers: { samples: total.length, least: leastSamples } };
  }
  const timesSeconds = one.timesSeconds;
  const rateHz = (timesSeconds.length - 1) / (timesSeconds.at(-1)! - timesSeconds[0]!);
  if (!Number.isFinite(rateHz)) return { refused: 'tooShort', numbers: { samples: 1, least: leastSamples } };
  return { timesSeconds, total, left: both?.left, right: both?.right, rateHz };
}
