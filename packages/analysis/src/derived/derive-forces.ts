import type { Column } from '../analysis.ts';
import { type Derivation, type DerivedColumn, inOneModule, inUnit, type Recorded } from './derivation.ts';

/** N below which a plate has no centre of pressure. */
const leastForce = 20;

interface Part {
  readonly inputs: readonly string[];
  readonly columns: readonly DerivedColumn[];
  of(values: readonly Float64Array[]): readonly Float64Array[];
}

/** Sums of sides and of cells, and centres of pressure of plates, each at the times of its own module. */
export function deriveForces(recorded: Recorded): Derivation[] {
  const parts = [
    sumOf(recorded, 'fztot', [/^fzg$/i, /^fzd$/i], said('Force verticale totale', 'Total vertical force', sides)),
    sumOf(recorded, 'ftot', [/^fg$/i, /^fd$/i], said('Force totale', 'Total force', sides)),
    sumOfCells(recorded),
    centreOf(recorded),
  ].flatMap((part) => part ?? []);
  return parts.map(({ inputs, columns, of }, i) => ({
    ...{ module: i === 0 ? 'derived_force' : `derived_force_${i + 1}`, inputs, columns, marginSeconds: 0, leastHz: 0 },
    compute: (given: readonly Column[]) => of(given.map((column, k) => toSi(column, inputs[k], recorded))),
  }));
}

const sides = ['gauche + droite', 'left + right'] as const;
const cells = ['somme des capteurs', 'sum of the cells'] as const;
const said = (fr: string, en: string, [how, inEnglish]: readonly [string, string]) => ({
  fr: `${fr} (${how})`,
  en: `${en} (${inEnglish})`,
});

/** Of a plate on four cells, or on two, each of which measures a part of the vertical force. */
function sumOfCells(recorded: Recorded): Part | undefined {
  // The same force under another name.
  if (recorded.isMeasured('fztot')) return undefined;
  const spelled = [/^fz_?1$/i, /^fz_?2$/i, /^fz_?3$/i, /^fz_?4$/i];
  const description = said('Force verticale totale', 'Total vertical force', cells);
  return (
    sumOf(recorded, 'Fz_total', spelled, description) ?? sumOf(recorded, 'Fz_total', spelled.slice(0, 2), description)
  );
}

function toSi(column: Column, name: string | undefined, { units }: Recorded): Float64Array {
  const unit = units[name ?? ''] ?? '';
  return inUnit(column, unit, /m/i.test(unit) ? 'N·m' : 'N');
}

function sumOf(
  recorded: Recorded,
  name: string,
  spelled: readonly RegExp[],
  description: DerivedColumn['description'],
): Part | undefined {
  if (recorded.isMeasured(name)) return undefined;
  const inputs = inOneModule(
    recorded,
    spelled.map((one) => [one, 'N'] as const),
  );
  if (inputs === undefined) return undefined;
  return {
    inputs,
    columns: [{ name, unit: 'N', description }],
    of: ([first = new Float64Array(), ...others]) => [
      first.map((one, i) => others.reduce((sum, values) => sum + values[i]!, one)),
    ],
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
