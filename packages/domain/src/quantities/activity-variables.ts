import { lookRank } from './first-look.ts';
import { isDull, ownName, type QuantityName, quantityOf } from './quantities.ts';
import { sharedMovements } from './shared-movements.ts';
import { sideOf } from './sides.ts';

/** What tells when somebody works and when somebody rests. */
export interface ActivityVariable {
  /** `speed`, or `|acc|` for all three axes of a sensor. */
  readonly name: string;
  /** The variable, or the axes. */
  readonly variables: readonly string[];
  /** A speed is high in an effort; an acceleration varies, whatever its mean is. */
  readonly measure: 'mean' | 'deviation';
}

/** Quantities that are high when somebody works, most telling first; a heart follows late. */
const levels: readonly QuantityName[] = ['speed', 'power', 'cadence', 'heartRate'];

/** The variables of a record by which efforts, or rests, are found, most telling first. */
export function activityVariables(kind: 'effort' | 'still', variables: readonly string[]): ActivityVariable[] {
  const ofLevel = levelsAmong(variables);
  const moving = sharedMovements([variables])
    .filter(({ variables: [each = []] }) => !levels.includes(quantityOf(each[0] ?? '')?.name ?? 'distance'))
    .map(({ name, variables: [each = []] }) => ({ name, variables: each, measure: 'deviation' as const }));
  const ofSensors = moving.filter(({ variables: axes }) => axes.length === 3);
  const others = moving.filter(({ variables: axes }) => axes.length !== 3);
  return kind === 'still' ? [...ofSensors, ...ofLevel, ...others] : [...ofLevel, ...ofSensors, ...others];
}

function levelsAmong(variables: readonly string[]): ActivityVariable[] {
  const rankOf = (variable: string) => levels.indexOf(quantityOf(variable)?.name ?? 'distance');
  const found = new Map<string, ActivityVariable>();
  const sorted = variables
    .filter((variable) => !isDull(variable) && rankOf(variable) >= 0)
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        Number(isOfSide(a)) - Number(isOfSide(b)) ||
        lookRank('record', a) - lookRank('record', b) ||
        (a < b ? -1 : 1),
    );
  for (const variable of sorted) {
    const name = ownName(variable);
    if (!found.has(name)) found.set(name, { name, variables: [variable], measure: 'mean' });
  }
  return [...found.values()];
}

function isOfSide(variable: string): boolean {
  const side = sideOf(variable);
  return side === 'left' || side === 'right';
}
