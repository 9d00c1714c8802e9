import { isSharedByStaff, type Parameter, type Translated } from '@sillage/contract';

export type ParametersByName = Readonly<Record<string, Parameter>>;

/** Parameters of one subcategory. */
export interface ParameterGroup {
  /** `category::subcategory`, as far as the names have them. */
  readonly key: string;
  readonly titles: readonly Translated[];
  readonly parameters: readonly Parameter[];
}

export interface ParameterFilter {
  readonly search: string;
  readonly advanced: boolean;
  readonly onlyModified: boolean;
}

/** A category with its subcategories, in the order in which they first come. */
export interface Category {
  readonly title: Translated;
  readonly groups: readonly ParameterGroup[];
}

/** The last part of a name: what it is called inside its group. */
export function keyOf(name: string): string {
  return name.split('::').at(-1) ?? name;
}

/** The parameters that the filter leaves, in their groups. What is modified is shown though it is advanced. */
export function groupParameters(all: ParametersByName, filter: ParameterFilter): ParameterGroup[] {
  const groups = new Map<string, { titles: readonly Translated[]; parameters: Parameter[] }>();
  for (const parameter of Object.values(all)) {
    if (!isShown(parameter, filter)) continue;
    const path = parameter.name.split('::');
    const key = path.length === 1 ? parameter.name : path.slice(0, -1).join('::');
    const group = groups.get(key) ?? { titles: titlesOf(parameter), parameters: [] };
    group.parameters.push(parameter);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

/** As far as the names have them; what the server cannot name is called by its key. */
function titlesOf({ name, titles }: Parameter): Translated[] {
  const path = name.split('::');
  const parts = path.length === 1 ? path : path.slice(0, -1);
  return parts.map((part, index) => titles[index] ?? { fr: part, en: part });
}

function isShown(parameter: Parameter, { search, advanced, onlyModified }: ParameterFilter): boolean {
  // Views of records are kept in their own menu.
  if (isSharedByStaff(parameter.name)) return false;
  if (onlyModified && !parameter.modified) return false;
  if (parameter.advanced && !advanced && !parameter.modified) return false;
  const { name, display_name } = parameter;
  const text = plain(`${name} ${display_name.fr} ${display_name.en}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Groups of the same category together. */
export function categoriesOf(groups: readonly ParameterGroup[]): Category[] {
  const categories = new Map<string, { title: Translated; groups: ParameterGroup[] }>();
  for (const group of groups) {
    const [first = ''] = group.key.split('::');
    const title = group.titles[0] ?? { fr: first, en: first };
    const category = categories.get(first) ?? { title, groups: [] };
    category.groups.push(group);
    categories.set(first, category);
  }
  return [...categories.values()];
}

/** `Aviron, détection du coup`: the subcategory as it goes on in a sentence; an acronym stays. */
export function groupTitle(titles: readonly string[]): string {
  const [first = '', ...rest] = titles;
  return [
    first,
    ...rest.map((word) => (/^\p{Lu}\p{Ll}/u.test(word) ? word[0]?.toLowerCase() + word.slice(1) : word)),
  ].join(', ');
}

/** What is exported: the values by name. */
export function exportOf(all: ParametersByName): string {
  return JSON.stringify(Object.fromEntries(Object.values(all).map(({ name, value }) => [name, value])), undefined, 2);
}
