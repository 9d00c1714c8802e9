import type { JournalLine } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { RunJournal } from './run-journal.tsx';

beforeEach(() => useAppearance.getState().setLanguage('fr'));
afterEach(cleanup);

const line = (given: Partial<JournalLine> & Pick<JournalLine, 'line' | 'kind'>): JournalLine => ({
  ...{ at: given.line * 60, number: null, text: null, value: null, unit: null },
  ...given,
});
const both = (text: string) => ({ fr: text, en: text });

test('the journal says who did what when, the newest first', async () => {
  const device = { number: 7, name: 'Maxi 0102', users: [] } as unknown as LiveDevice;
  const lines = [
    line({ line: 1, kind: 'start' }),
    line({ line: 2, kind: 'joined', number: 7 }),
    line({ line: 3, kind: 'result', number: 7, text: both('Hauteur 1'), value: 38.52, unit: 'cm' }),
    line({ line: 4, kind: 'refused', number: 8, text: both('Pas de vol.') }),
    line({ line: 5, kind: 'end', text: both('Meilleur saut : 38,5 cm'), value: 'done' }),
  ];
  await renderForTest(<RunJournal lines={lines} devices={[device]} />, fakeServer({}));
  const shown = (await screen.findAllByRole('listitem', { hidden: true })).map(({ textContent }) => textContent);
  expect(shown).toEqual([
    '05:00Terminé. Meilleur saut : 38,5 cm',
    '04:008 sans résultat\u00a0: Pas de vol.',
    '03:00Maxi 0102 Hauteur 1 38,5 cm',
    '02:00Maxi 0102 entre',
    '01:00Début',
  ]);
});
