import type { RunTrial } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { StopDialog } from './stop-dialog.tsx';

beforeEach(() => useAppearance.getState().setLanguage('fr'));
afterEach(cleanup);

const trial = (results: RunTrial['results']): RunTrial => ({
  ...{ id: 2, turn: 2, of: 3, title: { fr: 'Essai 2', en: 'Trial 2' }, state: 'running', refusals: [] },
  results,
});

test('before a run is stopped it is said which trial has no result then', async () => {
  const stop = vi.fn();
  await renderForTest(<StopDialog trials={[trial([])]} onStop={stop} onClose={vi.fn()} />, fakeServer({}));
  expect(await screen.findByText(/Sans résultat.: Essai 2\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Arrêter' }));
  expect(stop).toHaveBeenCalledOnce();
  cleanup();
  const found = [{ number: 1, name: 'h', value: 31, unit: 'cm' }];
  await renderForTest(<StopDialog trials={[trial(found)]} onStop={stop} onClose={vi.fn()} />, fakeServer({}));
  expect(await screen.findByText(/avec les résultats trouvés\.$/)).toBeTruthy();
  cleanup();
  await renderForTest(<StopDialog onStop={stop} onClose={vi.fn()} />, fakeServer({}));
  expect(await screen.findByText(/avec les résultats trouvés\.$/)).toBeTruthy();
});
