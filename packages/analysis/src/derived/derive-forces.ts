import type { Column } from '../analysis.ts';
import { type Derivation, type DerivedColumn, inOneModule, inUnit, type Recorded } from './derivation.ts';

/** N below which a plate has no centre of pressure. */
const leastForce = 20;

interface Part {
  readonly inputs: readonly string[];
  readonly columns: readonly DerivedColumn[];
  of(values: readonly Float64Array[]): readonly Float64Array[];
}

/** Sums of sides and centres of pressure of plates, each at the times of its own module. */
export function deriveForces(recorded: Recorded): Derivation[] {
  const parts = [
    sumOf(recorded, 'fztot', [/^fzg$/i, /^fzd$/i], { fr: 'Force verticale totale', en: 'Total vertical force' }),
    sumOf(recorded, 'ftot', [/^fg$/i, /^fd$/i], { fr: 'Force totale', en: 'Total force' }),
    centreOf(recorded),
  ].flatMap((part) => part ?? []);
  return parts.map(({ inputs, columns, of }, i) => ({
    ...{ module: i === 0 ? 'derived_force' : `derived_force_${i + 1}`, inputs, columns, marginSeconds: 0, leastHz: 0 },
    compute: (given: readonly Column[]) => of(given.map((column, k) => toSi(column, inputs[k], recorded))),
  }));
}

function toSi(column: Column, name: string | undefined, { units }: Recorded): Float64Array {
  const unit = units[name ?? ''] ?? '';
  return inUnit(column, unit, /m/i.test(unit) ? 'N·m' : 'N');
}

function sumOf(
  recorded: Recorded,
  name: string,
  [left, right]: readonly [RegExp, RegExp],
  said: DerivedColumn['description'],
): Part | undefined {
  if (recorded.isMeasured(name)) return undefined;
  const inputs = inOneModule(recorded, [
    [left, 'N'],
    [right, 'N'],
  ]);
  if (inputs === undefined) return undefined;
  const description = { fr: `${said.fr} (gauche + droite)`, en: `${said.en} (left + right)` };
  return {
    inputs,
    columns: [{ name, unit: 'N', description }],
    of: ([a = new Float64Array(), b = new Float64Array()]) => [a.map((one, i) => one + b[i]!)],
  };
}

/** Of a plate whose top is its origin: CoPx = −My ÷ Fz, CoPy = Mx ÷ Fz. */
function centreOf(recorded: Recorded): Part | undefined {
  if (recorded.isMeasured('CoPx') || recorded.isMeasured('CoPy')) return undefined;
  const inputs = inOneModule(recorded, [
    [/^fz(_?tot(al)?)?$/i, 'N'],
    [/^mx$/i, 'N·m'],
    [/^my$/i, 'N·m'],
  ]);
  if (inputs === undefined) return undefined;
  const column = (name: string, fr: string, en: string) => ({
    ...{ name, unit: 'm' },
    description: { fr, en },
  });
  return {
    inputs,
    columns: [
      column('CoPx', 'Centre de pression x (−My ÷ Fz)', 'Centre of pressure x (−My ÷ Fz)'),
      column('CoPy', 'Centre de pression y (Mx ÷ Fz)', 'Centre of pressure y (Mx ÷ Fz)'),
    ],
    of([fz = new Float64Array(), mx = new Float64Array(), my = new Float64Array()]) {
      const over = (values: Float64Array, sign: number) =>
        fz.map((force, i) => (force >= leastForce ? (sign * values[i]!) / force : Number.NaN));
      return [over(my, -1), over(mx, 1)];
    },
  };
}
