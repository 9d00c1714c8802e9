import type { Analysis } from './analysis.ts';

/** `acc_x` of `imu.acc_x`, in small letters. */
const ownName = (name: string) => name.slice(name.indexOf('.') + 1).toLowerCase();

/**
 * The variable of each role: the one that is said, else the first whose name is spelled so and that nobody else has.
 * @returns roles without a variable are left out
 */
export function chooseInputs(
  { inputs }: Pick<Analysis, 'inputs'>,
  names: readonly string[],
  said: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const [role, wanted] of Object.entries(said)) {
    const found = names.find((name) => name === wanted) ?? names.find((name) => ownName(name) === wanted.toLowerCase());
    if (found !== undefined) chosen.set(role, found);
  }
  const taken = new Set(chosen.values());
  for (const [role, { spelled }] of Object.entries(inputs)) {
    if (Object.hasOwn(said, role)) continue;
    const found = names.find((name) => !taken.has(name) && spelled.test(ownName(name)));
    if (found === undefined) continue;
    chosen.set(role, found);
    taken.add(found);
  }
  return chosen;
}

/** Whether a record of these variables has what an analysis needs. */
export function fitsRecord(analysis: Analysis, names: readonly string[]): boolean {
  if (analysis.trials !== undefined) return fitsRecord(analysis.trials.analysis, names);
  if (analysis.rows === 'table') return false;
  const chosen = chooseInputs(analysis, names);
  return (
    chosen.size > 0 && Object.entries(analysis.inputs).every(([role, { optional }]) => optional || chosen.has(role))
  );
}
