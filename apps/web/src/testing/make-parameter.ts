import { api, type Parameter } from '@sillage/contract';
import { answered } from './answered.ts';

/** For tests: a text that nobody changed, or whatever the fields make of it. Who is signed in may do with it what their role lets them. */
export function makeParameter(fields: Partial<Parameter> = {}): Parameter {
  const { may, ...given } = fields;
  const parameter: Omit<Parameter, 'may'> = {
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
    added_by: null,
    custom: true,
    ...given,
  };
  return may === undefined ? answered(api.parameterRows, parameter) : { ...parameter, may };
}
