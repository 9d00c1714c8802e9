import type { AnalysisAbout, AnalysisOutcome, KeptResult } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../../testing/with-open-record.tsx';
import { OpenRecordProvider, useOpenRecord } from '../open-record.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { PhasesLane } from './phases-lane.tsx';
import { useAnalysisRun } from './use-analysis-run.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const both = (text: string) => ({ fr: text, en: `${text} en` });
const record = makeRecord({
  duration: 10,
  signals_version: 4,
  available_data: { 'csv.a': { description: both('A'), unit: 'N' } },
});
const jump: AnalysisAbout = {
  ...{
    id: 'cmj',
    version: 3,
    name: both('Saut'),
    about: both('Un saut.'),
    scenarios: [],
    sports: [],
    fits: true,
    rows: 'samples',
    held: {},
    rules: [],
    may_set_rules: [],
    is_check: false,
  },
  inputs: { force: { name: both('force'), unit: 'N', optional: true, variable: 'csv.a' } },
  parameters: {
    threshold: { name: both('Seuil'), unit: 'N', source: 'Owen 2014', default: 20, least: 1, most: 200 },
  },
  presets: [],
  outputs: {
    height: {
      ...{ name: both('Hauteur'), unit: 'm', decimals: 3, method: both('impulsion'), about: both('Combien il monte.') },
      ...{ frame: 'takeOff' as const, better: 'higher' as const, source: 'Linthorne 2001' },
      ...{ formula: both('h = {speed:v}² ÷ (2·{threshold:s})'), no_formula: null, over: 'push', roles: ['force'] },
    },
    flight: {
      ...{ name: both('Vol'), unit: 's', decimals: 2, method: both('seuil'), about: both('En l’air.') },
      ...{ frame: null, better: null, source: 'Linthorne 2001' },
      ...{ formula: null, no_formula: both('Lu.'), over: '', roles: [] },
    },
  },
};
const found: AnalysisOutcome = {
  ...{ analysis: 'cmj', version: 3, signals_version: 4, t0: 0, t1: 10, refused: null },
  values: {
    height: { value: 0.3215, unit: 'm', method: 'impulse', reason: null },
    speed: { value: 2.5, unit: 'm/s', method: 'integration', reason: null },
    flight: {
      value: null,
      unit: 's',
      method: 'threshold',
      reason: { code: 'noLandingRecorded', message: both('Sans réception.') },
    },
  },
  phases: [{ name: 'flight', label: both('En vol'), t0: 2, t1: 3 }],
  cycles: [],
  figures: [],
  windows: { push: [{ t0: 1.2, t1: 2 }] },
  samples: { height: 800 },
  events: [],
  warnings: [{ code: 'weighingMoves', message: both('La pesée bouge.') }],
  correction: null,
  parameters: { threshold: { value: 20, unit: 'N', source: 'default' } },
  inputs: { force: 'csv.a' },
};

function Analysing(): ReactNode {
  const open = useOpenRecord();
  const analysis = useAnalysisRun(open.record, open.view, []);
  return (
    <OpenRecordProvider value={{ ...open, analysis }}>
      <PhasesLane />
      <AnalysisPanel />
      <output data-testid="marked">
        {analysis.marked &&
          `${[...analysis.marked.variables].join()} ${analysis.marked.pieces.map(({ t0, t1 }) => `${t0}–${t1}`).join()} ${analysis.marked.label}`}
      </output>
    </OpenRecordProvider>
  );
}

async function open(outcome: AnalysisOutcome = found, offered = [jump], more: object = {}) {
  const answers = { listResults: [], ...more };
  const fake = fakeServer({ listAnalyses: offered, runAnalysis: outcome, ...answers });
  await renderForTest(
    <WithOpenRecord record={record}>
      <Analysing />
    </WithOpenRecord>,
    fake,
  );
  return fake;
}

it('says each number with its unit, or why there is none, and explains it', async () => {
  const fake = await open();
  expect((await screen.findByRole('button', { name: /^Hauteur/ })).textContent).toContain('0,322 m');
  expect(screen.getByRole('button', { name: /^Vol/ }).textContent).toContain('–');
  expect(screen.getByText('Sans réception.')).toBeTruthy();
  expect(screen.getByText('La pesée bouge.')).toBeTruthy();
  expect(screen.getAllByText('En vol').length).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: /^Hauteur/ }));
  expect(screen.getByText('Combien il monte.')).toBeTruthy();
  expect(screen.getByText(/plus haut = mieux · repère décollage/)).toBeTruthy();
  expect(screen.getByText('20 N')).toBeTruthy();
  expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'cmj', inputs: { force: 'csv.a' } });
});

it('explains a number by its formula with the trial’s own figures, its window and its samples, and closes on Escape', async () => {
  await open();
  const height = await screen.findByRole('button', { name: /^Hauteur/ });
  await userEvent.click(height);
  expect(screen.getByText('h = v² ÷ (2·s)')).toBeTruthy();
  expect(screen.getByText(/= 2,5² ÷ \(2·20\) =/).textContent).toContain('0,322 m');
  expect(screen.getByText(/1,200 → 2,000 s/).textContent).toContain('800 échantillons');
  expect(screen.getByTestId('marked').textContent).toBe('csv.a 1.2–2 0,800 s');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('h = v² ÷ (2·s)')).toBeNull();
  expect(document.activeElement).toBe(height);
  expect(screen.getByTestId('marked').textContent).toBe('');
});

it('runs again with another parameter; one out of its bounds is not sent', async () => {
  const fake = await open();
  await userEvent.click(await screen.findByText('Changer les paramètres'));
  const field = await screen.findByLabelText(/^Seuil/);
  await userEvent.clear(field);
  await userEvent.type(field, '900{Enter}');
  expect(await screen.findByText('De 1 à 200')).toBeTruthy();
  expect(fake.given('runAnalysis')).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.type(field, '30{Enter}');
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ parameters: { threshold: 30 } }));
});

it('says why a recording is refused', async () => {
  await open({
    ...found,
    values: {},
    phases: [],
    warnings: [],
    refused: { code: 'noFlight', message: both('Aucun vol.') },
  });
  expect(await screen.findByText('Aucun vol.')).toBeTruthy();
  expect(screen.getByText('noFlight')).toBeTruthy();
});

it('asks for a variable where none is found, and runs once it is chosen', async () => {
  const without = { force: { name: both('force'), unit: 'N', optional: true, variable: null } };
  const fake = await open(found, [{ ...jump, fits: false, inputs: without }]);
  expect(await screen.findByText(/Aucune analyse ne trouve/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Analyse' }), 'cmj');
  expect(fake.given('runAnalysis')).toHaveLength(0);
  await userEvent.selectOptions(await screen.findByLabelText('force (N)'), 'csv.a');
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ inputs: { force: 'csv.a' } }));
});

it('opens what is written of the analysis, once somebody asks', async () => {
  const page = {
    ...{ id: 'cmj', version: 3, name: jump.name, about: jump.about, serves: both('Sur demande.') },
    sections: [
      {
        ...{ id: 'parameters' as const, title: both('Ce qui peut être réglé'), text: both('Et par qui.') },
        columns: [both('Paramètre'), both('Sources')],
        rows: [[both('Seuil (`threshold`)'), both('Owen 2014: 10 N')]],
      },
    ],
  };
  const fake = await open(found, [jump], { readAnalysisPage: page });
  await screen.findByRole('button', { name: /^Hauteur/ });
  expect(fake.given('readAnalysisPage')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'À propos de cette analyse' }));
  expect((await screen.findByText('Owen 2014: 10 N')).parentElement?.textContent).toBe(
    'Seuil (threshold)Owen 2014: 10 N',
  );
  expect(screen.getByText('threshold').tagName).toBe('CODE');
  expect(fake.given('readAnalysisPage').at(-1)?.params).toEqual({ analysis: 'cmj' });
});

it('says whose rule a parameter is, keeps what is set as rules, and takes them back', async () => {
  const ruled = { ...found, parameters: { threshold: { value: 15, unit: 'N', source: 'organisation' as const } } };
  const rules = [{ of: 'organisation' as const, by: 'Ana' }];
  const may = { may_set_rules: ['organisation' as const], rules };
  const fake = await open(ruled, [{ ...jump, ...may }], { setAnalysisRules: undefined });
  await userEvent.click(await screen.findByText('Changer les paramètres'));
  expect(screen.getByText('règle du club')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enregistrer comme règle du club' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Retirer' }));
  const given = () => fake.given('setAnalysisRules').at(-1);
  await waitFor(() => expect(given()?.body).toEqual({ of: 'organisation', parameters: {} }));
  cleanup();
  queryClient.clear();
  const said = { ...found, parameters: { threshold: { value: 33, unit: 'N', source: 'given' as const } } };
  const other = await open(said, [{ ...jump, ...may, may_set_rules: ['coach' as const], rules: [] }], {
    setAnalysisRules: undefined,
  });
  await userEvent.click(await screen.findByText('Changer les paramètres'));
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer comme mes règles' }));
  await waitFor(() =>
    expect(other.given('setAnalysisRules').at(-1)).toMatchObject({
      params: { id: record.id, analysis: 'cmj' },
      body: { of: 'coach', parameters: { threshold: 33 } },
    }),
  );
});

const withEdges = {
  ...jump,
  parameters: {
    ...jump.parameters,
    onsetAt: { name: both('Début'), unit: 's', source: 'by hand', default: null, least: 0, most: 100, edge: 'onset' },
    takeOffAt: {
      name: both('Décollage'),
      unit: 's',
      source: 'by hand',
      default: null,
      least: 0,
      most: 100,
      edge: 'takeOff',
    },
  },
};
const foundEdges: AnalysisOutcome = {
  ...found,
  events: [
    { name: 'onset', label: both('Début'), t: 1 },
    { name: 'takeOff', label: both('Décollage'), t: 2 },
  ],
};

it('moves an edge by keys, a sample at a time, and never beyond the next one; R is the rule', async () => {
  const fake = await open(foundEdges, [withEdges]);
  const grip = await screen.findByRole('slider', { name: 'Borne Décollage' });
  const asked = () => fake.given('runAnalysis').at(-1)?.body;
  grip.focus();
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: { takeOffAt: 2.001 } }));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: {} }));
  screen.getByRole('slider', { name: 'Borne Début' }).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: { onsetAt: 0.99 } }));
  await userEvent.keyboard('r');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: {} }));
});

const kept: KeptResult = {
  ...found,
  ...{ id: 7, record_id: record.id, is_whole: true, preset: null, sha256: null, is_current: true },
  ...{ user_name: 'Hélène', date: '2026-05-16T09:31:00.000Z', excluded: null },
  parameters: { threshold: { value: 33, unit: 'N', source: 'given' } },
};

it('opens with what somebody kept, and its parameters', async () => {
  const fake = await open(found, [jump], { listResults: [kept] });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ parameters: { threshold: 33 } }));
  expect(await screen.findByText(/Hélène/)).toBeTruthy();
  // What is seen is what is kept.
  expect(screen.queryByRole('button', { name: 'Garder ce résultat' })).toBeNull();
});

it('opens with the likeliest of what a record answers by itself, whichever was computed last', async () => {
  const fake = await open(found, [jump, { ...jump, id: 'dj' }], {
    listResults: [{ ...kept, analysis: 'dj', user_name: null }],
  });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'cmj' }));
});

it('keeps what is seen, and leaves a trial out with its reason', async () => {
  const other = { ...kept, t1: 5, is_whole: false };
  const fake = await open(found, [jump], { listResults: [other], keepResult: kept, editResult: kept });
  await userEvent.click(await screen.findByRole('button', { name: 'Garder ce résultat' }));
  await waitFor(() => expect(fake.given('keepResult').at(-1)?.body).toMatchObject({ analysis: 'cmj' }));
  await userEvent.click(screen.getByRole('button', { name: 'Écarter…' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Pourquoi/ }), 'a glissé{Enter}');
  await waitFor(() => expect(fake.given('editResult').at(-1)?.body).toEqual({ excluded: { reason: 'a glissé' } }));
});

it('says the same trial by each published preset, once somebody asks', async () => {
  const presets = [{ name: 'owen2014', source: 'Owen 2014' }];
  const other = {
    ...found,
    values: { ...found.values, height: { value: 0.342, unit: 'm', method: 'i', reason: null } },
  };
  const methods = [
    { preset: null, source: '', outcome: found },
    { preset: 'owen2014', source: 'Owen 2014', outcome: other },
  ];
  const fake = await open(found, [{ ...jump, presets }], {
    spreadOfMethods: { analysis: 'cmj', signals_version: 4, methods },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Hauteur/ }));
  expect(fake.given('spreadOfMethods')).toHaveLength(0);
  await userEvent.click(screen.getByText('Même essai, autres méthodes'));
  expect(await screen.findByText(/0,322 – 0,332 – 0,342 m/)).toBeTruthy();
  expect(screen.getByText('Valeurs par défaut 0,322, Owen 2014 0,342.')).toBeTruthy();
});

const waiting: AnalysisOutcome = {
  ...{ ...found, analysis: 'mounting' },
  correction: {
    name: both('Demi-tour autour de z'),
    axes: [
      { variable: 'imu.acc_x', from: 'imu.acc_x', sign: -1 },
      { variable: 'imu.acc_y', from: 'imu.acc_y', sign: -1 },
      { variable: 'imu.acc_z', from: 'imu.acc_z', sign: 1 },
    ],
  },
};
const mounting: AnalysisAbout = { ...jump, id: 'mounting', name: both('Montage'), is_check: true };

it('offers to put a sensor right: nothing changes before it is pressed, and then a step of the record does it', async () => {
  const fake = await open(waiting, [mounting, jump], { recalibrateRecord: {} });
  expect(await screen.findByText('Demi-tour autour de z')).toBeTruthy();
  expect(screen.getByText('acc_x ← −acc_x')).toBeTruthy();
  expect(screen.queryByText(/acc_z ←/)).toBeNull();
  expect(fake.given('recalibrateRecord')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Corriger' }));
  await waitFor(() =>
    expect(fake.given('recalibrateRecord').at(-1)?.body).toEqual({
      ...{ calib_type: 'custom_calib', module: 'imu', signals_version: 4 },
      axes: [
        { column: 'acc_x', from: 'acc_x', sign: -1 },
        { column: 'acc_y', from: 'acc_y', sign: -1 },
        { column: 'acc_z', from: 'acc_z', sign: 1 },
      ],
    }),
  );
});

it('keeps a mounting as it is when somebody decides so, and says no more', async () => {
  const fake = await open(waiting, [mounting, jump], { keepResult: {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Garder tel quel' }));
  const asIs = { analysis: 'mounting', parameters: { decision: 'asIs' } };
  await waitFor(() => expect(fake.given('keepResult').at(-1)?.body).toMatchObject(asIs));
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject(asIs));
});

it('opens on a mounting that waits for a choice, and says so beside another analysis', async () => {
  const before = { ...kept, ...waiting, signals_version: 4, id: 31 };
  const fake = await open(waiting, [jump, mounting], { listResults: [kept, before] });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'mounting' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Analyse' }), 'cmj');
  await userEvent.click(await screen.findByRole('button', { name: 'Voir le montage' }));
  expect(screen.queryByRole('button', { name: 'Voir le montage' })).toBeNull();
});
