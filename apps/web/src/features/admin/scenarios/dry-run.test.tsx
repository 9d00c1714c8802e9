import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { DryRunPanel } from './dry-run.tsx';

beforeEach(() => {
  useAppearance.getState().setLanguage('fr');
  useSession.setState({ user: makeUser({ roles: ['Manager'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const told = { onCursor: vi.fn(), onLine: vi.fn() };

function Edited(): ReactNode {
  const [source, setSource] = useState('wait 1 s');
  return (
    <>
      <button type="button" onClick={() => setSource('wait 2 s')}>
        edit
      </button>
      <DryRunPanel {...{ language: 'txt', source, params: [], ready: true, ...told }} />
    </>
  );
}

test('the line under the cursor is told, and asked for; once the text has changed it is no line of it any more', async () => {
  const server = fakeServer({
    listRecords: { records: [makeRecord({ id: 7, visualisable: true, basename: 'essai' })], total: 1 },
    dryRunScenario: {
      ...{ seconds: 3, end: 'done', verdict: null, stopped: null, moments: [], questions: [], results: [] },
      states: [{ at: 0, line: 4, changed: [] }],
    },
  });
  await renderForTest(<Edited />, server);
  await userEvent.click(await screen.findByLabelText('Sur l’enregistrement'));
  await userEvent.click(await screen.findByRole('option', { name: /essai/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Essayer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'ligne 4' }));
  expect(told.onLine).toHaveBeenCalledWith(4);
  expect(told.onCursor).toHaveBeenLastCalledWith(4);
  await userEvent.click(screen.getByRole('button', { name: 'edit' }));
  expect(await screen.findByText(/Le texte a changé depuis cet essai/)).toBeTruthy();
  expect(told.onCursor).toHaveBeenLastCalledWith(undefined);
});
