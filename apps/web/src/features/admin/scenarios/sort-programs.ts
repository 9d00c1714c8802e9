import type { Scenario } from '@sillage/contract';
import { inPageLanguage } from '../../../base/notify.ts';

export const programColumns = ['name', 'classname', 'language', 'kind', 'state'] as const;
export type ProgramColumn = (typeof programColumns)[number];
export const programFilters = ['all', 'own', 'product', 'broken'] as const;
export type ProgramFilter = (typeof programFilters)[number];

export interface ProgramsAsked {
  readonly by: ProgramColumn;
  readonly isDescending: boolean;
  readonly filter: ProgramFilter;
  readonly search: string;
}

type Program = Pick<Scenario, 'name' | 'display_name' | 'classname' | 'language' | 'kind' | 'problems'>;

/** Of the product in the language of the page, of a club as it was typed. */
export const shownName = ({ kind, name, display_name }: Pick<Scenario, 'kind' | 'name' | 'display_name'>): string =>
  (kind === 'builtin' && inPageLanguage(display_name)) || name;

function keyOf(program: Program, by: ProgramColumn): string | number {
  if (by === 'name') return shownName(program);
  return by === 'state' ? program.problems.length : (program[by] ?? '');
}

function passes({ kind, problems }: Program, filter: ProgramFilter): boolean {
  if (filter === 'broken') return problems.length > 0;
  return filter === 'all' || (kind === 'builtin') === (filter === 'product');
}

/** Programs as the table shows them; every word of the search is in the name that it shows, its own or the class. */
export function sortPrograms<P extends Program>(
  programs: readonly P[],
  { by, isDescending, filter, search }: ProgramsAsked,
): readonly P[] {
  const words = search.toLocaleLowerCase().split(/\s+/);
  const sign = isDescending ? -1 : 1;
  return programs
    .filter((program) => passes(program, filter))
    .filter((program) => {
      const text = `${shownName(program)} ${program.name} ${program.classname}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => {
      const [one, other] = [keyOf(a, by), keyOf(b, by)];
      if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
      return sign * String(one).localeCompare(String(other), undefined, { numeric: true });
    });
}
