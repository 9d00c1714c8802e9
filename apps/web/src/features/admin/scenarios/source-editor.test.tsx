import { ApiError } from '@sillage/client';
import type { ScenarioProblem } from '@sillage/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  await renderForTest(<SourceEditor edited={edited} onClose={() => undefined} onCopy={() => undefined} />, server);
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
  await renderForTest(<SourceEditor edited={edited} onClose={close} onCopy={() => undefined} />, server);
  expect(await screen.findByRole('button', { name: /wiat 1 s.*attente.*ligne 2/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Bravo/ })).toBeTruthy();
  expect(screen.getByText(/Se termine toujours, 1\sh\s00 au plus/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.given('uploadCompiledScenario')).toMatchObject([{ body: { language: 'txt', source } }]);
});

const moment = { value: null, unit: null };
const tried = {
  ...{ seconds: 10, end: 'done' as const, verdict: { fr: 'Bravo !', en: 'Well done!' }, stopped: null },
  moments: [
    { at: 0, kind: 'step' as const, text: { fr: 'Pesée', en: 'Weighing' }, ...moment },
    { at: 4, kind: 'step' as const, text: { fr: 'Saut', en: 'Jump' }, ...moment },
  ],
  states: [
    { at: 0, line: 1, changed: [{ name: 'trials', value: 3, unit: null }] },
    { at: 4, line: 2, changed: [{ name: 'weight', value: 702.5, unit: 'N' }] },
  ],
  questions: [{ prompt: 'load', text: { fr: 'Charge', en: 'Load' }, unit: 'kg', choices: [], answer: 0 }],
  results: [{ number: null, name: 'h', title: { fr: 'Hauteur', en: 'Height' }, value: 31.25, unit: 'cm' }],
};

const measured = {
  data: {
    'gps.speed': {
      ...{ id: 0, label: 'Vitesse', title: 'Vitesse (m/s)', color: null, type: 'number' as const },
      ...{ data: [0, 5, 10].map((x) => ({ x, y: x * 2 })), yRange: [0, 20] as [number, number] },
    },
  },
  xrange: { T: [0, 10] as [number, number], D: [] as [], x: [0, 10] as [number, number] },
  ...{ selectionNum: null, slot_id: null, label: null },
};

async function openToTry(dryRunScenario: NonNullable<NonNullable<Parameters<typeof fakeServer>[0]>['dryRunScenario']>) {
  const trials = {
    ...{ name: 'trials', type: 'integer' as const, default: 3, unit: null, optional: false, min: 1, max: 10 },
    description: { fr: 'Essais', en: 'Trials' },
  };
  const record = makeRecord({ id: 7, visualisable: true, basename: 'essai' });
  const server = fakeServer({
    checkScenarioSource: { params: [trials], problems: [], drawing },
    listRecords: { records: [record], total: 1 },
    readRecordData: measured,
    dryRunScenario,
  });
  await renderForTest(<SourceEditor edited={edited} onClose={() => undefined} onCopy={() => undefined} />, server);
  await userEvent.click(await screen.findByLabelText('Sur l’enregistrement'));
  await userEvent.click(await screen.findByRole('option', { name: /essai/ }));
  return server;
}

test('a program is tried on a record: when which step and prompt stood, what it found', async () => {
  const server = await openToTry(tried);
  expect(screen.getByText(/^30\smin de l’enregistrement au plus/)).toBeTruthy();
  const trials = await screen.findByLabelText('Essais');
  await userEvent.clear(trials);
  await userEvent.type(trials, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Essayer' }));
  expect(await screen.findByText(/Terminé à 10,0\ss\. Bravo !/)).toBeTruthy();
  expect(screen.getByTitle(/^4,0\ss · Saut$/).style.left).toBe('40%');
  expect(screen.getByText('Hauteur')).toBeTruthy();
  const trace = await screen.findByRole('img', { name: /^Vitesse, 0\s… 20\sm\/s$/ });
  expect(trace.querySelector('path')?.getAttribute('d')).toBe('M0.0 62.0L500.0 32.0L1000.0 2.0');
  expect(server.given('dryRunScenario')).toMatchObject([
    { body: { record_id: 7, presses: [0.5], source, params: { trials: 5 }, answers: {} } },
  ]);
});

test('what a program asked for has a field for the next try, which shows nothing of the one before', async () => {
  let count = 0;
  const server = await openToTry(() => {
    count += 1;
    return count === 1 ? tried : new Promise<never>(() => undefined);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Essayer' }));
  const load = await screen.findByLabelText('Charge (kg)');
  await userEvent.clear(load);
  await userEvent.type(load, '20; 40,5');
  await userEvent.click(screen.getByRole('button', { name: 'Essayer' }));
  await waitFor(() => expect(screen.queryByText(/Terminé à/)).toBeNull());
  expect(server.given('dryRunScenario')[1]).toMatchObject({ body: { answers: { load: [20, 40.5] } } });
});

test('at the cursor stand the line, the step, the variables and the measured value; the line is marked in text and graph', async () => {
  await openToTry(tried);
  await userEvent.click(screen.getByRole('button', { name: 'Essayer' }));
  const cursor = await screen.findByRole('slider', { name: 'Curseur de l’essai' });
  const state = within(screen.getByRole('region', { name: 'État du programme au curseur' }));
  expect(state.getByRole('button', { name: 'ligne 1' })).toBeTruthy();
  expect(state.queryByText('weight')).toBeNull();
  fireEvent.change(cursor, { target: { value: '5' } });
  expect(cursor.getAttribute('aria-valuetext')).toMatch(/^5,00\ss$/);
  expect(state.getByText('Saut')).toBeTruthy();
  expect(state.getByText('weight').nextElementSibling?.textContent).toBe('702,50 N');
  await waitFor(() => expect(document.querySelector('.cm-stood')?.textContent).toBe('wiat 1 s'));
  expect(screen.getByRole('button', { name: /wiat 1 s/, current: 'step' })).toBeTruthy();
});

test('where the check is refused it is said why, and it is asked again', async () => {
  let count = 0;
  const refusal = new ApiError(429, { code: 'request.tooMany', message: { fr: 'Trop de demandes.', en: 'Too many.' } });
  const server = fakeServer({
    checkScenarioSource: () => {
      count += 1;
      if (count === 1) throw refusal;
      return { params: [], problems: [], drawing };
    },
    listRecords: { records: [], total: 0 },
  });
  await renderForTest(<SourceEditor edited={edited} onClose={() => undefined} onCopy={() => undefined} />, server);
  expect((await screen.findByRole('alert')).textContent).toContain('Trop de demandes.');
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucune erreur')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a program of the product is read, and copied under a name and a class of its own', async () => {
  const copy = vi.fn();
  const fixed = { ...edited, source: 'scenario "A" en "B"\nclass AScenario\nwait 1 s\n', name: 'A', isFixed: true };
  const server = fakeServer({
    checkScenarioSource: { params: [], problems: [], drawing },
    listRecords: { records: [], total: 0 },
  });
  await renderForTest(<SourceEditor edited={fixed} onClose={() => undefined} onCopy={copy} />, server);
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Copier dans mes programmes' }));
  expect(copy).toHaveBeenCalledWith({
    ...{ language: 'txt', name: '' },
    source: 'scenario "A (copie)" en "B (copy)"\nclass AScenarioCopy\nwait 1 s\n',
  });
});
