import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { SourceEditor } from './source-editor.tsx';

beforeEach(() => {
  useAppearance.getState().setLanguage('fr');
  useSession.setState({ user: makeUser({ roles: ['Manager'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const present = 'scenario "A" en "A"\nwait 2 s\n';
const former = 'scenario "A" en "A"\nwait 1 s\n';
const version = { id: 7, kept_at: '2026-11-28T10:00:00.000Z', language: 'txt' as const };

async function open(close = vi.fn()) {
  const server = fakeServer({
    checkScenarioSource: { params: [], problems: [], drawing: null },
    listRecords: { records: [], total: 0 },
    listScenarioVersions: {
      items: [
        { ...version, id: 8, user_name: 'Léa Petit', is_present: true },
        { ...version, user_name: '', is_present: false },
      ],
      total: 2,
    },
    readScenarioVersion: { ...version, user_name: '', is_present: false, source: former },
    editCompiledScenario: {} as never,
  });
  const edited = { id: 3, language: 'txt', source: present, name: 'A' } as const;
  await renderForTest(<SourceEditor edited={edited} onClose={close} onCopy={() => undefined} />, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }));
  return { server, dialog: within(await screen.findByRole('dialog', { name: 'Versions' })) };
}

test('texts are listed with who wrote them, and the one before stands beside that of the editor', async () => {
  const { dialog } = await open();
  expect(await dialog.findByRole('button', { name: /actuelle.*Léa Petit/ })).toBeTruthy();
  expect(dialog.getByRole('button', { name: /Auteur inconnu/, pressed: true })).toBeTruthy();
  const table = await dialog.findByRole('table');
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Cette versionDans l’éditeur',
    '1scenario "A" en "A"1scenario "A" en "A"',
    '2wait 1 s2wait 2 s',
  ]);
  expect(rows.map((row) => row.getAttribute('data-same'))).toEqual([null, 'true', 'false']);
});

test('a text that is taken back stands in the editor and is saved as any other', async () => {
  const close = vi.fn();
  const { server, dialog } = await open(close);
  await userEvent.click(await dialog.findByRole('button', { name: 'Reprendre ce texte' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Versions' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code' }).textContent).toContain('wait 1 s'));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.given('editCompiledScenario')).toMatchObject([{ body: { language: 'txt', source: former } }]);
});
