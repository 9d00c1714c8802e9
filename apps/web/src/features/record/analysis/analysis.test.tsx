import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { both, found, jump, openAnalysis, record } from './open-test-analysis.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it('says each number with its unit, or why there is none, and explains it', async () => {
  const fake = await openAnalysis();
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
  await openAnalysis();
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

it('a parameter that nobody gave is not said to be found', async () => {
  await openAnalysis({ ...found, parameters: { threshold: { value: null, unit: 'N', source: 'default' } } });
  await userEvent.click(await screen.findByRole('button', { name: /^Hauteur/ }));
  expect(await screen.findByText(/^non indiqué/)).toBeTruthy();
});

it('runs again with another parameter; one out of its bounds is not sent', async () => {
  const fake = await openAnalysis();
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
  await openAnalysis({
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
  const fake = await openAnalysis(found, [{ ...jump, fits: false, inputs: without }]);
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
  const fake = await openAnalysis(found, [jump], { readAnalysisPage: page });
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
  const fake = await openAnalysis(ruled, [{ ...jump, ...may }], { setAnalysisRules: undefined });
  await userEvent.click(await screen.findByText('Changer les paramètres'));
  expect(screen.getByText('règle du club')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enregistrer comme règle du club' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Retirer' }));
  const given = () => fake.given('setAnalysisRules').at(-1);
  await waitFor(() => expect(given()?.body).toEqual({ of: 'organisation', parameters: {} }));
  cleanup();
  queryClient.clear();
  const said = { ...found, parameters: { threshold: { value: 33, unit: 'N', source: 'given' as const } } };
  const other = await openAnalysis(said, [{ ...jump, ...may, may_set_rules: ['coach' as const], rules: [] }], {
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
  const fake = await openAnalysis(found, [{ ...jump, presets }], {
    spreadOfMethods: { analysis: 'cmj', signals_version: 4, methods },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Hauteur/ }));
  expect(fake.given('spreadOfMethods')).toHaveLength(0);
  await userEvent.click(screen.getByText('Même essai, autres méthodes'));
  expect(await screen.findByText(/0,322 – 0,332 – 0,342 m/)).toBeTruthy();
  expect(screen.getByText('Valeurs par défaut 0,322, Owen 2014 0,342.')).toBeTruthy();
});
