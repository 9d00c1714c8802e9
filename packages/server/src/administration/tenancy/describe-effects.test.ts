import { expect, it } from 'vitest';
import { effect } from './describe-effects.ts';

const words = { fr: ['enregistrement', 'enregistrements'], en: ['record', 'records'] } as const;

it('says how many there are as each language writes numbers, and nothing of none', () => {
  expect(effect(1_234_567, 'kept', words)).toEqual([
    { what: { fr: '1\u202f234\u202f567 enregistrements', en: '1,234,567 records' }, count: 1_234_567, fate: 'kept' },
  ]);
  expect(effect(1, 'lost', words)[0]?.what).toEqual({ fr: '1 enregistrement', en: '1 record' });
  expect(effect(0, 'lost', words)).toEqual([]);
});
