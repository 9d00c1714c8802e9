import type { Parameter } from '@sillage/contract';
import { expect, it } from 'vitest';
import { makeParameter } from '../../../testing/make-parameter.ts';
import { categoriesOf, groupParameters, groupTitle } from './group-parameters.ts';
import { moveRow } from './move-row.ts';

const parameter = (name: string, more: Partial<Parameter> = {}) =>
  makeParameter({
    name,
    display_name: { fr: 'Durée', en: 'Time' },
    type: 'int',
    default: 1,
    value: 1,
    custom: false,
    ...more,
  });
const all = Object.fromEntries(
  [parameter('a::b::c'), parameter('a::d::e', { advanced: true }), parameter('a::b::f', { modified: true })].map(
    (one) => [one.name, one],
  ),
);
const filter = { search: '', advanced: false, onlyModified: false };
const names = (more: Partial<typeof filter>) =>
  groupParameters(all, { ...filter, ...more }).flatMap((group) => group.parameters.map(({ name }) => name));

it('shows advanced parameters when asked to, only modified ones, and those whose name or key is typed', () => {
  expect(names({})).toEqual(['a::b::c', 'a::b::f']);
  expect(names({ advanced: true })).toEqual(['a::b::c', 'a::b::f', 'a::d::e']);
  expect(names({ onlyModified: true })).toEqual(['a::b::f']);
  expect(names({ search: 'duree F' })).toEqual(['a::b::f']);
  expect(names({ search: 'rien' })).toEqual([]);
});

it('puts subcategories under their category, and what has no title under its key', () => {
  const [category, ...others] = categoriesOf(groupParameters(all, { ...filter, advanced: true }));
  expect(others).toEqual([]);
  expect(category?.groups.map(({ key, titles }) => [key, titles.at(-1)?.fr])).toEqual([
    ['a::b', 'b'],
    ['a::d', 'd'],
  ]);
});

it('goes on in a sentence, but leaves acronyms', () => {
  expect(groupTitle(['Aviron', 'Détection du coup'])).toBe('Aviron, détection du coup');
  expect(groupTitle(['Capteur', 'GPS'])).toBe('Capteur, GPS');
});

it('moves a row, never outside of the list', () => {
  expect(moveRow(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveRow(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});
