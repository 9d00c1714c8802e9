import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { JailNote } from './jail-note.tsx';

beforeEach(() => useAppearance.getState().setLanguage('fr'));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

test.each([
  [{ required: false, missing: [] }, /^Programmes Python isolés\s*$/],
  [
    { required: false, missing: ['user' as const] },
    /isolés en partie, il manque\s: un utilisateur sans droits\. Sous Linux, installez util-linux/,
  ],
  [
    { required: true, missing: ['namespace' as const, 'usage' as const] },
    /ne démarrent pas ici.*un réseau et des processus à part, la mesure du processeur et de la mémoire\. Sous Linux/,
  ],
])('it says how far programs are apart, what is missing and what to do: %o', async (jail, says) => {
  await renderForTest(<JailNote />, fakeServer({ readScenarioJail: jail }));
  expect((await screen.findByRole('note')).textContent).toMatch(says);
});
