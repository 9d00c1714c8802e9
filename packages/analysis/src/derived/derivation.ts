import type { Column } from '../analysis.ts';
import type { Translated } from '../translated.ts';
import { unitFactor } from '../unit-factors.ts';

/** A variable that is computed of others, and how. */
export interface DerivedColumn {
  readonly name: string;
  readonly unit: string;
  /** What it is, and how it is computed. */
  readonly description: Translated;
}

/** Variables that are computed together, at the times of their first input. */
export interface Derivation {
  /** Module that they are of. */
  readonly module: string;
  /** Variables (`module.name`), the first of which gives the times. */
  readonly inputs: readonly string[];
  readonly columns: readonly DerivedColumn[];
  /** s of samples before and after a piece of a record that its values depend on. */
  readonly marginSeconds: number;
  /** Samples a second below which nothing can be said. */
  readonly leastHz: number;
  /** Values of each column at the times of the first input; NaN = no value. Inputs are in the order of `inputs`. */
  compute(inputs: readonly Column[]): readonly Float64Array[];
}

/** What a record has, and is. */
export interface Recorded {
  /** Unit of each measured variable. */
  readonly units: Readonly<Record<string, string>>;
  /** Names of its sport, in small letters; several where a file says it in words of its own. */
  readonly sports: readonly string[];
  /** Whether a variable of that name, or of another spelling of it, was measured. */
  isMeasured(name: string): boolean;
}

export const ownNameOf = (variable: string) => variable.slice(variable.indexOf('.') + 1);
export const moduleOf = (variable: string) => variable.slice(0, variable.indexOf('.'));

/** The first module that has a variable of each spelling, in a unit that can be read as wanted. */
export function inOneModule(
  { units }: Recorded,
  wanted: readonly (readonly [spelled: RegExp, unit: string])[],
): readonly string[] | undefined {
  const names = Object.keys(units);
  for (const module of new Set(names.map(moduleOf))) {
    const own = names.filter((name) => moduleOf(name) === module);
    const found = wanted.flatMap(([spelled, unit]) => {
      const name = own.find((one) => spelled.test(ownNameOf(one)));
      return name !== undefined && unitFactor(units[name] ?? '', unit) !== undefined ? [name] : [];
    });
    if (found.length === wanted.length) return found;
  }
  return undefined;
}

/** Values in another unit. */
export function inUnit({ values }: Column, from: string, to: string): Float64Array {
  const factor = unitFactor(from, to) ?? Number.NaN;
  return factor === 1 ? values : values.map((one) => one * factor);
}
