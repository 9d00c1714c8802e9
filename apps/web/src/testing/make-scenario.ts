import type { Scenario } from '@sillage/contract';

/** A scenario of the product, unless something else is said. */
export function makeScenario(given: Partial<Scenario>): Scenario {
  return {
    ...{ id: 1, uid: 'cmj', kind: 'builtin', name: 'CMJ', display_name: { fr: 'CMJ', en: 'CMJ' }, text: 'CMJ' },
    ...{ is_calib: false, is_compiled: false, client_id: null, client_name: null, classname: 'Cmj' },
    ...{ missing_class: false, comment: '', config: {}, params: [], language: 'txt', problems: [] },
    ...given,
  };
}
