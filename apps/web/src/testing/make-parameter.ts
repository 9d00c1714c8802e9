import type { Parameter } from '@sillage/contract';

/** For tests: a text that nobody changed, or whatever the fields make of it. */
export function makeParameter(fields: Partial<Parameter> = {}): Parameter {
  return {
    name: 'club::test::essai',
    display_name: { fr: 'Essai', en: 'Try' },
    hint: { fr: '', en: '' },
    unit: '',
    items: [],
    type: 'string',
    default: '',
    multiple: false,
    order: false,
    advanced: false,
    rule: null,
    titles: [],
    value: '',
    modified: false,
    modified_by: null,
    modified_date: null,
    custom: true,
    ...fields,
  };
}
