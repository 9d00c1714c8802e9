import type { Language, Record, Variable } from '@sillage/contract';
import { isDull, lookRank, sayVariable } from '@sillage/domain';
import { labelOf } from '../../records/label-of-variable.ts';

/** A variable by its own name, whatever module measured it. */
export interface ComparedVariable {
  readonly name: string;
  /** By record: `module.variable`; a record that lacks it, or measured it in another unit, is not here. */
  readonly of: ReadonlyMap<number, string>;
  /** What the first record that measured it says of it. */
  readonly about: Variable;
}

const ownNameOf = (variable: string) => variable.slice(variable.indexOf('.') + 1);

/**
 * What records have in common, those first that are looked at first; what only some of them have comes last. The first
 * record that measured a variable says its unit: one in another unit would stand on a wrong scale, and is left out.
 */
export function sharedVariables(records: readonly Record[]): ComparedVariable[] {
  const found = new Map<string, { readonly about: Variable; readonly of: Map<number, string> }>();
  for (const { id, available_data } of records) {
    for (const [variable, about] of Object.entries(available_data).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const name = ownNameOf(variable);
      if (isDull(variable)) continue;
      const shared = found.get(name) ?? { about, of: new Map<number, string>() };
      if (about.unit === shared.about.unit && !shared.of.has(id)) shared.of.set(id, variable);
      found.set(name, shared);
    }
  }
  const rank = (name: string) => lookRank('record', `.${name}`);
  return [...found]
    .map(([name, { of, about }]) => ({ name, of, about }))
    .filter(({ of }) => of.size > 1)
    .sort((a, b) => b.of.size - a.of.size || rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}

/** As short as people say it; one that nobody has a word for as the record describes it. */
export function shortLabelOf({ name, about }: ComparedVariable, language: Language): string {
  return sayVariable(name, language) ?? labelOf(`.${name}`, about, language);
}
