import { expect, it, vi } from 'vitest';
import { i18next, loadSentences, startTranslation } from './translate.ts';

let isAway = true;
vi.mock('../locales/fr/about.json', async (importOriginal) => {
  if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
});

it('sentences that do not come are said to be missing, and are asked for again', async () => {
  await startTranslation('fr');
  await expect(loadSentences(['app', 'about'])).rejects.toThrow('about');
  isAway = false;
  await loadSentences(['app', 'about']);
  expect(i18next.exists('unreadable', { ns: 'about' })).toBe(true);
});
