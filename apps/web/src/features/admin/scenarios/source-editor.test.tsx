import type { ScenarioProblem } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeRecord } from '../../../testing/make-record.ts';
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

const source = 'scenario "A" en "A"\nwiat 1 s\n';
const edited = { language: 'txt', source, name: '' } as const;
const problem: ScenarioProblem = {
  ...{ line: 2, column: 1, end_column: 5, instead: 'wait' },
  message: { fr: '« wiat » n’est pas une instruction.', en: '“wiat” is no statement.' },
  suggestion: { fr: 'Vouliez-vous dire wait ?', en: 'Did you mean wait?' },
};
const drawing = {
  states: [
    { id: 0, line: 2, kind: 'wait' as const, title: null },
    { id: 1, line: 2, kind: 'end' as const, title: { fr: 'Bravo', en: 'Well done' } },
  ],
  arrows: [{ from: 0, to: 1, is_else: false }],
  limit_seconds: 3600,
};

test('what is wrong stands at its line in both languages, and is counted', async () => {
  const server = fakeServer({
    checkScenarioSource: { params: [], problems: [problem], drawing: null },
    listRecords: { records: [], total: 0 },
  });
  await renderForTest(<SourceEditor edited={edited} onClose={() => undefined} />, server);
  expect(await screen.findByRole('button', { name: /Ligne 2, colonne 1.*wiat/ })).toBeTruthy();
  expect(screen.getByText('“wiat” is no statement.')).toBeTruthy();
  expect(screen.getByText('1 erreur')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('.cm-lintRange-error')?.textContent).toBe('wiat'));
});

test('a program without problems is drawn, its states as its lines say; it is kept under the name of its header', async () => {
  const close = vi.fn();
  const server = fakeServer({
    checkScenarioSource: { params: [], problems: [], drawing },
    uploadCompiledScenario: {} as never,
    listRecords: { records: [], total: 0 },
  });
  await renderForTest(<SourceEditor edited={edited} onClose={close} />, server);
  expect(await screen.findByRole('button', { name: /wiat 1 s.*attente.*ligne 2/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Bravo/ })).toBeTruthy();
  expect(screen.getByText(/Se termine toujours, 1\sh\s00 au plus/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.given('uploadCompiledScenario')).toMatchObject([{ body: { language: 'txt', source } }]);
});

test('a program is tried on a record: when which step and prompt stood, what it found', async () => {
  const moment = { value: null, unit: null };
  const record = makeRecord({ id: 7, visualisable: true, basename: 'essai' });
  const server = fakeServer({
    checkScenarioSource: { params: [], problems: [], drawing },
    listRecords: { records: [record], total: 1 },
    dryRunScenario: {
      ...{ seconds: 10, end: 'done', verdict: { fr: 'Bravo !', en: 'Well done!' }, stopped: null },
      moments: [
        { at: 0, kind: 'step', text: { fr: 'Pesée', en: 'Weighing' }, ...moment },
        { at: 4, kind: 'step', text: { fr: 'Saut', en: 'Jump' }, ...moment },
      ],
      results: [{ number: null, name: 'h', title: { fr: 'Hauteur', en: 'Height' }, value: 31.25, unit: 'cm' }],
    },
  });
  await renderForTest(<SourceEditor edited={edited} onClose={() => undefined} />, server);
  await userEvent.click(await screen.findByLabelText('Sur l’enregistrement'));
  await userEvent.click(await screen.findByRole('option', { name: /essai/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Essayer' }));
  expect(await screen.findByText(/Terminé à 10,0\ss\. Bravo !/)).toBeTruthy();
  expect(screen.getByTitle(/^4,0\ss · Saut$/).style.left).toBe('40%');
  expect(screen.getByText('Hauteur')).toBeTruthy();
  expect(server.given('dryRunScenario')).toMatchObject([{ body: { record_id: 7, presses: [0.5], source } }]);
});
