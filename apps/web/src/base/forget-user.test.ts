import { expect, test } from 'vitest';
import { useViewSettings } from '../features/record/view-settings.ts';
import { noFilters, useFilters } from '../records/filters.ts';
import { useAppearance } from './appearance.ts';
import { forgetUser } from './forget-user.ts';
import { notify, useNotices } from './notify.ts';

test('a session that ends leaves theme and language, and nothing else', () => {
  useAppearance.getState().setTheme('dark');
  useFilters.getState().change({ onlyFavorite: true });
  useViewSettings.getState().toggle('sheet');
  notify({ kind: 'info', text: 'Au revoir' });
  localStorage.setItem('sillage.other', '1');
  sessionStorage.setItem('draft', '1');
  // biome-ignore lint/suspicious/noDocumentCookie: as a script of the page would
  document.cookie = 'seen=1; path=/';
  forgetUser();
  expect(Object.keys(localStorage)).toEqual(['sillage.appearance']);
  expect(localStorage.getItem('sillage.appearance')).toBe('dark fr');
  expect(sessionStorage).toHaveLength(0);
  expect(document.cookie).toBe('');
  expect(useFilters.getState().filters).toEqual(noFilters);
  expect(useViewSettings.getState().sheet).toBe(false);
  expect(useNotices.getState().waiting).toEqual([]);
});
