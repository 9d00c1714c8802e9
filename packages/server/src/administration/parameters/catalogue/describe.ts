import type { Parameter, ParameterValue, Translated } from '@sillage/contract';

/** A parameter of the product: a person may set it, never delete it. */
export interface BuiltIn
  extends Pick<
    Parameter,
    | 'name'
    | 'display_name'
    | 'hint'
    | 'unit'
    | 'items'
    | 'type'
    | 'default'
    | 'multiple'
    | 'order'
    | 'advanced'
    | 'rule'
  > {
  /** Only of these sports, by their short names; every sport unless said. */
  readonly sports?: readonly string[];
  /** Defaults that a sport has of its own, by its short name. */
  readonly defaultOfSport?: Readonly<Record<string, ParameterValue>>;
}

type Texts = readonly [fr: string, en: string];
type More = Partial<Omit<BuiltIn, 'name' | 'display_name' | 'hint' | 'type' | 'default'>>;

/** Built of its key, its name on screen, what it does, its type and its default. */
export function builtIn(
  name: string,
  title: Texts,
  hint: Texts,
  type: BuiltIn['type'],
  value: ParameterValue,
  more: More = {},
): BuiltIn {
  return {
    name,
    display_name: translated(title),
    hint: translated(hint),
    unit: '',
    items: [],
    type,
    default: value,
    multiple: false,
    order: false,
    advanced: false,
    rule: null,
    ...more,
  };
}

/** What can be chosen: value → its name in French and English. */
export function items(choices: Readonly<Record<string, Texts>>): BuiltIn['items'] {
  return Object.entries(choices).map(([value, title]) => ({ value, title: translated(title) }));
}

function translated([fr, en]: Texts): Translated {
  return { fr, en };
}
