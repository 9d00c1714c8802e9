import type { RecordHistory, Scenario } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { CropBar, sayFates } from './crop-bar.tsx';
import { HistoryTable } from './history-table.tsx';
import { StepsPanel } from './steps-panel.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const by = { uid: 'u', user_name: 'Hélène Garnier', date: '2026-05-16T09:05:00.000Z' };
const history: RecordHistory = {
  original: {
    ...{ date: by.date, duration: 1450.48, size: 14_100_000, source: 'journal', device_name: 'Maxi 0217' },
    purged: null,
  },
  steps: [
    { ...by, id: 4, num: 1, kind: 'crop', arguments: { start: 42, end: null }, on: true, applied: true },
    { ...by, id: 5, num: 2, kind: 'distance', arguments: { source: 'gps' }, on: false, applied: false },
  ],
  deeds: [{ ...by, deed: 'added', step_id: 4, kind: 'crop' }],
  clock: [
    { at: 291.12, at_in_record: 249.12, seconds: 1.204, modules: 2, repaired: false },
    { at: 900, at_in_record: 858, seconds: 0.5, modules: 2, repaired: true },
  ],
  drift: null,
  times: null,
  csv_mapping: null,
  purgeable: true,
  most_steps: 50,
};
const step = { ...history.steps[0]!, on: false };
const scenarioOf = (
  scenario: Pick<Scenario, 'id' | 'uid' | 'kind' | 'name' | 'text' | 'is_calib'>,
): Omit<Scenario, 'display_name'> => ({
  ...{ is_compiled: false, client_id: null, client_name: null, classname: 'CMJEntraineurScenario' },
  ...{ missing_class: false, comment: '', config: {}, params: [], language: 'txt', problems: [] },
  ...scenario,
});
/** The dialog that decodes a record otherwise. */
async function openDecoding(record: ReturnType<typeof makeRecord>, fake: ReturnType<typeof fakeServer>) {
  await renderForTest(
    <WithOpenRecord record={record}>
      <StepsPanel />
    </WithOpenRecord>,
    fake,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Étape' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Décoder autrement…' }));
  return within(await screen.findByRole('dialog'));
}
const server = () =>
  fakeServer({
    readRecordHistory: history,
    addRecordStep: { id: 4, step, task_id: 1 },
    switchRecordStep: { id: 4, step, task_id: 1 },
    goBackToStep: { task_id: 1 },
  });

it('shows the steps from the original on, each with a switch', async () => {
  const fake = server();
  await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <StepsPanel />
    </WithOpenRecord>,
    fake,
  );
  const crop = await screen.findByRole('switch', { name: /Recadré, de 00:42.000 à sa fin/ });
  expect(screen.getByText(/24:10.480/).textContent).toContain('gardé tel quel');
  expect(screen.getAllByText(/Hélène Garnier/)).toHaveLength(2);
  await userEvent.click(crop);
  expect(fake.given('switchRecordStep')).toMatchObject([{ params: { id: 1, stepId: 4 }, body: { on: false } }]);
});

const [crop, distance] = history.steps as [RecordHistory['steps'][number], RecordHistory['steps'][number]];
const showHistory = async (steps: RecordHistory['steps']) => {
  const deeds = [
    { ...by, deed: 'added' as const, step_id: 5, kind: 'distance' as const },
    { ...by, deed: 'added' as const, step_id: 4, kind: 'crop' as const },
  ];
  const fake = fakeServer({ readRecordHistory: { ...history, steps, deeds }, goBackToStep: { task_id: 1 } });
  await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <HistoryTable />
    </WithOpenRecord>,
    fake,
  );
  return fake;
};
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

it('says who did what, and goes back there', async () => {
  const fake = await showHistory([crop, { ...distance, on: true }]);
  await userEvent.click(within(await rowOf(/Recadré/)).getByRole('button', { name: 'Revenir ici' }));
  expect(fake.given('goBackToStep')).toMatchObject([{ body: { step_id: 4 } }]);
});

it('says where going back would change nothing', async () => {
  await showHistory([crop, distance]);
  expect((await rowOf(/Recadré/)).textContent).toContain('État actuel');
  expect((await rowOf(/Axe des distances/)).textContent).toContain('Étape coupée');
  within(await rowOf(/Original/)).getByRole('button', { name: 'Revenir ici' });
});

it('offers no way back to a step that was thrown away', async () => {
  await showHistory([]);
  expect(within(await rowOf(/Recadré/)).queryByRole('button')).toBeNull();
  expect((await rowOf(/Original/)).textContent).toContain('État actuel');
});

it('proposes to take out the jumps that were seen, with what saw them', async () => {
  const fake = server();
  await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <StepsPanel />
    </WithOpenRecord>,
    fake,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Étape' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Réparer l’horloge/ }));
  const jump = await screen.findByRole('checkbox', { name: /04:09.120.*1,204 s.*2 modules/ });
  await userEvent.click(jump);
  expect(screen.getByRole('button', { name: /rien à réparer/ })).toBeTruthy();
  await userEvent.click(jump);
  await userEvent.type(screen.getByRole('textbox', { name: /Dérive/ }), '38,5');
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer' }));
  expect(fake.given('addRecordStep')).toMatchObject([
    { body: { kind: 'clock', arguments: { jumps: [{ at: 291.12, seconds: 1.204 }], drift_ppm: 38.5 } } },
  ]);
});

it('proposes the drift that was seen, with how sure it is, to be taken out or not', async () => {
  const drift = { ppm: 38.04, uncertainty_ppm: 0.42, seconds: 1450, arrivals: 725, repaired: false };
  const fake = fakeServer({
    readRecordHistory: { ...history, drift },
    addRecordStep: { id: 4, step, task_id: 1 },
  });
  await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <StepsPanel />
    </WithOpenRecord>,
    fake,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Étape' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Réparer l’horloge/ }));
  const seen = await screen.findByRole('checkbox', { name: /38,0 ± 0,4 ppm.*24:10.*725 repères/ });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Dérive/ });
  expect(field.value).toBe('38,0');
  await userEvent.click(seen);
  expect(field.value).toBe('');
  await userEvent.click(seen);
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer' }));
  expect(fake.given('addRecordStep')).toMatchObject([{ body: { arguments: { drift_ppm: 38 } } }]);
});

it('who only looks switches nothing', async () => {
  const record = makeRecord();
  await renderForTest(
    <WithOpenRecord record={{ ...record, may: { ...record.may, edit: false } }}>
      <StepsPanel />
    </WithOpenRecord>,
    server(),
  );
  expect(await screen.findByRole('switch', { name: /Recadré/ })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Étape' })).toBeNull();
});

it('says what a crop keeps, and takes a bound as it is typed', async () => {
  const set = vi.fn();
  const selections = [
    { num: 1, t0: 0, t1: 5 },
    { num: 2, t0: 50, t1: 60 },
    { num: 3, t0: 1400, t1: 1450 },
  ];
  expect(sayFates(selections, { from: 42, to: 1410 })).toEqual({ kept: 1, cut: ['S3'], hidden: 1 });
  await renderForTest(
    <WithOpenRecord record={makeRecord()} crop={{ window: { from: 42, to: 1110 }, set }}>
      <CropBar />
    </WithOpenRecord>,
    server(),
  );
  expect(await screen.findByText('17:48.000')).toBeTruthy();
  const start = screen.getByLabelText('Début');
  await userEvent.clear(start);
  await userEvent.type(start, '1:00{Enter}');
  expect(set).toHaveBeenLastCalledWith({ from: 60, to: 1110 });
  await userEvent.clear(start);
  await userEvent.type(start, '30:00{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Hors de l’enregistrement');
});

const table = (record = makeRecord()) => (
  <WithOpenRecord record={record}>
    <HistoryTable />
  </WithOpenRecord>
);

it('lets an administrator purge the original, once told what follows; others are not asked', async () => {
  await renderForTest(table(), server());
  expect(await screen.findByRole('row', { name: /Original/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Purger…' })).toBeNull();
  cleanup();
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  const fake = fakeServer({ readRecordHistory: history, purgeOriginal: undefined });
  await renderForTest(table(), fake);
  await userEvent.click(await screen.findByRole('button', { name: 'Purger…' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('14,1');
  await userEvent.click(screen.getByRole('button', { name: 'Purger' }));
  expect(fake.given('purgeOriginal')).toMatchObject([{ params: { id: 1 } }]);
});

it('says who purged the original; nothing goes back then', async () => {
  const original = { ...history.original, size: null, purged: { date: by.date, user_name: 'Ada Byron' } };
  const fake = fakeServer({ readRecordHistory: { ...history, original, purgeable: false } });
  await renderForTest(table(), fake);
  expect((await screen.findByRole('row', { name: /Ada Byron/ })).textContent).toContain('purgé');
  expect(screen.queryByRole('button', { name: 'Revenir ici' })).toBeNull();
  await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <StepsPanel />
    </WithOpenRecord>,
    fake,
  );
  expect(await screen.findByRole('switch', { name: /Recadré/ })).toHaveProperty('disabled', true);
});

it('decodes a record as one of another scenario, one that is gone is named by its class', async () => {
  const scenario = { ...{ id: 7, uid: 'cmj', kind: 'builtin' as const, name: 'cmj', text: 'CMJ' }, is_calib: false };
  const fake = fakeServer({
    readRecordHistory: history,
    listClientSports: { items: [], total: 0 },
    listClientScenarios: {
      items: [
        { ...scenarioOf(scenario), display_name: { fr: 'Saut CMJ', en: 'CMJ jump' } },
        { ...scenarioOf({ ...scenario, id: 8, is_calib: true }), display_name: { fr: 'Repos', en: 'Rest' } },
      ],
      total: 2,
    },
    decodeRecord: { task_id: 1, step_id: 9 },
  });
  const dialog = await openDecoding(
    makeRecord({ sport_id: null, scenario_id: null, scenario_classname: 'OldScenario' }),
    fake,
  );
  await userEvent.click(dialog.getByRole('combobox', { name: 'Scénario' }));
  await screen.findByRole('option', { name: 'Saut CMJ' });
  const named = screen.getAllByRole('option').map(({ textContent }) => textContent);
  // Calibrations make records of another kind.
  expect(named).toEqual(['Aucun', 'OldScenario', 'Saut CMJ']);
  await userEvent.click(screen.getByRole('option', { name: 'Saut CMJ' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Décoder' }));
  expect(fake.given('decodeRecord')).toMatchObject([{ body: { scenario_id: 7 } }]);
});

it('decodes a CSV with other columns and another sport, and says how that is undone', async () => {
  const text = 'a;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n';
  const about = { status: 200, headers: new Headers(), epoch: undefined, filename: undefined, contentType: 'text/csv' };
  const fake = {
    ...fakeServer({
      readRecordHistory: { ...history, original: { ...history.original, source: 'csv' } },
      readCsvMapping: { mapping: null },
      listClientSports: {
        items: [
          { id: 3, name: 'rowing', display_name: { fr: 'Aviron', en: 'Rowing' }, text: 'Rowing', value: 'rowing' },
        ],
        total: 1,
      },
      decodeRecord: { task_id: 1, step_id: 9 },
      switchRecordStep: { id: 9, step, task_id: 1 },
    }),
    fetchBytes: async () => ({ ...about, body: new TextEncoder().encode(text) }),
  };
  const dialog = await openDecoding(makeRecord({ sport_id: null }), fake);
  expect(dialog.getByRole('button', { name: 'Rien à changer' })).toHaveProperty('disabled', true);
  await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Rôle de la colonne b' }), 'Temps');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Unité du temps' }), 'ms');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Sport' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Aviron' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Décoder' }));
  const [given] = fake.given('decodeRecord');
  expect(given?.body).toMatchObject({ sport_id: 3, csv_mapping: { time: { index: 1, unitSeconds: 1e-3 } } });
  expect(given?.body).not.toHaveProperty('other_data');
  useNotices.getState().waiting.at(-1)?.action?.run();
  await vi.waitFor(() =>
    expect(fake.given('switchRecordStep')).toMatchObject([{ params: { stepId: 9 }, body: { on: false } }]),
  );
});
