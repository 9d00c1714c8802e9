import type { Selection, SelectionProposal } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useNotices } from '../../../base/notify.ts';
import { queryClient } from '../../../base/query-client.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../../testing/with-open-record.tsx';
import { OpenRecordProvider, useOpenRecord } from '../open-record.ts';
import { ProposeBar } from './propose-bar.tsx';
import { ProposedLane } from './proposed-lane.tsx';
import { changeDraft, firstDraft, questionOf } from './question-of.ts';
import { useProposal } from './use-proposal.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useNotices.setState({ waiting: [] });
});

const record = makeRecord({ duration: 100, signals_version: 7 });
const efforts: SelectionProposal = {
  ...{ kind: 'effort', signals_version: 7, variable: 'power', of: ['bike.power'], measure: 'mean', unit: 'W' },
  ...{ threshold: 210, least_seconds: 10, variables: ['power', '|acc|'], problem: null },
  proposed: [
    { t0: 10, t1: 30, distance: 200, level: 300 },
    { t0: 40, t1: 60, distance: 210, level: 310 },
    { t0: 70, t1: 95, distance: 250, level: 290 },
  ],
};
const nothing: SelectionProposal = { ...efforts, proposed: [], problem: { fr: 'Donnez un seuil.', en: 'Give one.' } };
const made = (num: number): Selection => ({
  ...{ id: 20 + num, record_id: record.id, num, t0: 0, t1: 1, toffset: 0, d0: null, d1: null, doffset: 0 },
  ...{ exercise: '', comment: '', distance: null, chrono: '' },
});

function Proposing(): ReactNode {
  const open = useOpenRecord();
  const proposal = useProposal(open.record, open.view);
  return (
    <OpenRecordProvider value={{ ...open, proposal }}>
      <button type="button" onClick={() => proposal.begin()}>
        Proposer
      </button>
      <ProposeBar />
      <ProposedLane width={1000} />
    </OpenRecordProvider>
  );
}

async function begin(answer: (given: unknown) => SelectionProposal = () => efforts) {
  const fake = fakeServer({
    proposeSelections: answer,
    createSelections: [made(1), made(2)],
    deleteSelections: undefined,
  });
  await renderForTest(
    <WithOpenRecord record={record}>
      <Proposing />
    </WithOpenRecord>,
    fake,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Proposer' }));
  return fake;
}
const asked = (fake: Awaited<ReturnType<typeof begin>>) => fake.given('proposeSelections').at(-1)?.body;

it('shows what was found; what is left out is not added, and what is added can be taken back', async () => {
  const fake = await begin();
  expect(await screen.findByText('3 trouvées')).toBeTruthy();
  expect(screen.getByText(/durée médiane 00:20\.0 · 660\sm\sen\stout/)).toBeTruthy();
  expect(asked(fake)).toEqual({ kind: 'effort' });
  await userEvent.click(screen.getByRole('button', { name: /^Proposition 2/ }));
  expect(screen.getByRole('button', { name: /^Proposition 2/ }).getAttribute('aria-pressed')).toBe('false');
  const name = screen.getByRole('textbox', { name: 'nom' });
  await userEvent.clear(name);
  await userEvent.type(name, '2 min');
  await userEvent.click(screen.getByRole('button', { name: /^Ajouter \(2\)/ }));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(fake.given('createSelections').map(({ body }) => body)).toEqual([
    {
      selections: [
        { t0: 10, t1: 30, signals_version: 7, exercise: '2 min 1' },
        { t0: 70, t1: 95, signals_version: 7, exercise: '2 min 2' },
      ],
    },
  ]);
  const [notice] = useNotices.getState().waiting;
  expect(notice?.text).toBe('2 sélections ajoutées.');
  notice?.action?.run();
  await waitFor(() => expect(fake.given('deleteSelections').map(({ body }) => body)).toEqual([[21, 22]]));
});

it('asks again for another threshold, another variable, another kind', async () => {
  const fake = await begin();
  await screen.findByText('3 trouvées');
  const threshold = screen.getByRole('textbox', { name: /^au-dessus de/ });
  expect(threshold).toHaveProperty('value', '210');
  await userEvent.clear(threshold);
  await userEvent.type(threshold, '250,5{Enter}');
  await waitFor(() => expect(asked(fake)).toEqual({ kind: 'effort', threshold: 250.5 }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^par la moyenne de/ }), '|acc|');
  await waitFor(() => expect(asked(fake)).toEqual({ kind: 'effort', variable: '|acc|' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Chercher' }), 'metres');
  await waitFor(() => expect(asked(fake)).toEqual({ kind: 'metres', step: 500 }));
  await userEvent.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(asked(fake)).toEqual({ kind: 'metres', step: 500, t0: 0, t1: 100 }));
});

it('says why there are none, and adds nothing', async () => {
  await begin(() => nothing);
  expect(await screen.findByText('Donnez un seuil.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Ajouter/ })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

it('a number that is none is said to be so, and nothing is asked', async () => {
  const fake = await begin();
  await screen.findByText('3 trouvées');
  const least = screen.getByRole('textbox', { name: /^pendant au moins/ });
  await userEvent.clear(least);
  await userEvent.type(least, 'dix{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Écrivez un nombre positif');
  expect(fake.given('proposeSelections')).toHaveLength(1);
});

it('a threshold goes with its variable, a variable with its kind', () => {
  const draft = changeDraft(changeDraft(firstDraft, { variable: 'power' }), { threshold: 250 });
  expect(questionOf(draft)).toMatchObject({ variable: 'power', threshold: 250 });
  expect(questionOf(changeDraft(draft, { variable: 'speed' })).kind).toBe('effort');
  expect(questionOf(changeDraft(draft, { variable: 'speed' }))).toMatchObject({ threshold: undefined });
  expect(questionOf(changeDraft(draft, { kind: 'still' }))).toMatchObject({
    variable: undefined,
    threshold: undefined,
  });
});
