import type { Record } from '@sillage/contract';
import { isDull, lookRank } from '@sillage/domain';

/** A variable by its own name, whatever module measured it. */
export interface ComparedVariable {
  readonly name: string;
  /** By record: `module.variable`; a record that lacks it is not here. */
  readonly of: ReadonlyMap<number, string>;
}

const ownNameOf = (variable: string) => variable.slice(variable.indexOf('.') + 1);

/** What records have in common, those first that are looked at first; what only some of them have comes last. */
export function sharedVariables(records: readonly Record[]): ComparedVariable[] {
  const found = new Map<string, Map<number, string>>();
  for (const { id, available_data } of records) {
    for (const variable of Object.keys(available_data).sort()) {
      const name = ownNameOf(variable);
      if (isDull(variable)) continue;
      const of = found.get(name) ?? new Map<number, string>();
      if (!of.has(id)) of.set(id, variable);
      found.set(name, of);
    }
  }
  const rank = (name: string) => lookRank('record', `.${name}`);
  return [...found]
    .map(([name, of]) => ({ name, of }))
    .filter(({ of }) => of.size > 1)
    .sort((a, b) => b.of.size - a.of.size || rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}
