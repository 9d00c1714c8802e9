import type { DryRun, DryRunMoment, DryRunState } from '@sillage/contract';

/** Where a program stood at a moment of its dry run. */
export interface StoodAt {
  readonly line: number;
  readonly values: DryRunState['changed'];
}

/** Undefined where that is not known: of a program in Python. */
export function stoodAt(states: readonly DryRunState[], atSeconds: number): StoodAt | undefined {
  const told = states.filter(({ at }) => at <= atSeconds);
  const last = told.at(-1);
  if (last === undefined) return undefined;
  const values = new Map(told.flatMap(({ changed }) => changed.map((one) => [one.name, one] as const)));
  return { line: last.line, values: [...values.values()] };
}

/** What was said last of a kind at a moment. */
export const lastSaid = (
  { moments }: Pick<DryRun, 'moments'>,
  kind: DryRunMoment['kind'],
  atSeconds: number,
): DryRunMoment | undefined => moments.findLast((moment) => moment.kind === kind && moment.at <= atSeconds);

/** The state of a drawing that a line belongs to: the last one that begins at it or before, the first of a line. */
export function stateOfLine<S extends { readonly line: number }>(states: readonly S[], line: number): S | undefined {
  const begin = Math.max(...states.map((state) => state.line).filter((one) => one <= line));
  return states.find((state) => state.line === begin);
}
