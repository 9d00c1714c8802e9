import { afterEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { type ProgramsAsked, sortPrograms } from './sort-programs.ts';

const program = (name: string, kind: 'builtin' | 'compiled', count = 0) => ({
  display_name: { fr: `${name} affiché`, en: `${name} shown` },
  ...{ name, classname: `${name}Class`, language: 'txt' as const, kind },
  problems: Array.from({ length: count }, () => ({
    ...{ line: 1, column: 1, suggestion: null },
    message: { fr: '', en: '' },
  })),
});
const all = [program('Saut', 'builtin'), program('Essai 10', 'compiled', 2), program('Essai 9', 'compiled')];
const asked: ProgramsAsked = { by: 'name', isDescending: false, filter: 'all', search: '' };
const names = (more: Partial<ProgramsAsked>) => sortPrograms(all, { ...asked, ...more }).map(({ name }) => name);

test('programs are sorted by any column, narrowed by where they come from and whether they run, and searched', () => {
  expect(names({})).toEqual(['Essai 9', 'Essai 10', 'Saut']);
  expect(names({ isDescending: true })).toEqual(['Saut', 'Essai 10', 'Essai 9']);
  expect(names({ by: 'state', isDescending: true })[0]).toBe('Essai 10');
  expect(names({ filter: 'own' })).toEqual(['Essai 9', 'Essai 10']);
  expect(names({ filter: 'product' })).toEqual(['Saut']);
  expect(names({ filter: 'broken' })).toEqual(['Essai 10']);
  expect(names({ search: 'class  ESSAI' })).toEqual(['Essai 9', 'Essai 10']);
});

afterEach(() => useAppearance.getState().setLanguage('fr'));

test('built-in programs are found and sorted by the name that they show, in the language of the page', () => {
  const jumps = [
    { ...program('cmj', 'builtin'), display_name: { fr: 'Saut vertical', en: 'Vertical jump' } },
    { ...program('sj', 'builtin'), display_name: { fr: 'Départ accroupi', en: 'Squat jump' } },
  ];
  const found = (search: string) => sortPrograms(jumps, { ...asked, search }).map(({ name }) => name);
  useAppearance.getState().setLanguage('fr');
  expect([found('vertical'), found('squat'), found('SJ'), found('')]).toEqual([['cmj'], [], ['sj'], ['sj', 'cmj']]);
  useAppearance.getState().setLanguage('en');
  expect([found('squat'), found('accroupi'), found('')]).toEqual([['sj'], [], ['sj', 'cmj']]);
});
