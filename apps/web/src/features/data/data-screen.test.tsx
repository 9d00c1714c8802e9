import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { LiveProvider } from '../../live/live.tsx';
import { useFilters } from '../../records/filters.ts';
import { useNeighbours } from '../../records/use-neighbours.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Screen from './index.tsx';
import { openTestScreen } from './open-test-screen.tsx';

const { open } = openTestScreen();

/** What a record's screen does with the list. */
function NextOf(props: { id: number }): ReactNode {
  const next = useNeighbours(props.id)?.next;
  return (
    next && (
      <button type="button" onClick={next.turnTo}>
        {next.id}
      </button>
    )
  );
}

const table = () => screen.findByRole('table', { name: 'Enregistrements associés' });

describe('the lists', () => {
  it('print the day once a group, and new records apart', async () => {
    await open([
      makeRecord({ id: 1 }),
      makeRecord({
        id: 2,
        timestamp: Date.UTC(2026, 4, 16, 5),
        users: [{ id: 8, firstname: 'Malo', lastname: 'Kerbrat' }],
      }),
      makeRecord({ id: 3, timestamp: Date.UTC(2026, 4, 15, 5) }),
      makeRecord({ id: 4, users: [], user_ids: [], device_name: 'Mini 0034', decode_state: 'error' }),
    ]);
    const rows = within(await table());
    expect(rows.getAllByText(/^sam\. 16 mai/)).toHaveLength(1);
    expect(rows.getAllByText(/^ven\. 15 mai/)).toHaveLength(1);
    expect(rows.getByRole('link', { name: 'Malo Kerbrat' })).toBeTruthy();
    const inbox = within(await screen.findByRole('list', { name: 'Nouveaux enregistrements' }));
    expect(inbox.getByText('Mini 0034')).toBeTruthy();
    expect(inbox.getByText('Non décodé')).toBeTruthy();
  });

  it('fill a star at once, beside the totals of the list', async () => {
    const { given } = await open([makeRecord({ id: 5 })]);
    expect(await screen.findByText(/· 14,1\sMo/)).toBeTruthy();
    const star = await within(await table()).findByRole('button', { name: 'Favori', pressed: false });
    await userEvent.click(star);
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
    expect(given('editRecord')).toEqual([{ params: { id: 5 }, body: { favorite: true } }]);
  });

  it('turn pages of ten', async () => {
    const { given } = await open(Array.from({ length: 12 }, (_, index) => makeRecord({ id: index + 1 })));
    expect(await screen.findByText('1–10 sur 12')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Page suivante' }).at(-1) as HTMLElement);
    expect(await screen.findByText('11–12 sur 12')).toBeTruthy();
    expect(given('listRecords').at(-1)?.body).toMatchObject({ type: 'associated', pageId: 2, pageSize: 10 });
  });

  it('fall back to the last page when the rows of theirs are gone', async () => {
    const records = Array.from({ length: 11 }, (_, index) => makeRecord({ id: index + 1 }));
    const { tell } = await open(records);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Page suivante' })).at(-1) as HTMLElement);
    expect(await screen.findByText('11–11 sur 11')).toBeTruthy();
    records.pop();
    tell({ record_ids: [11], reason: 'deleted' });
    expect(await screen.findByText(/^10 enregistrements/)).toBeTruthy();
    expect(within(await table()).getAllByRole('row')).toHaveLength(11);
  });

  it('show the page again that a record was opened from, and the first one after another screen', async () => {
    const records = Array.from({ length: 32 }, (_, index) => makeRecord({ id: index + 1 }));
    const server = await open(records);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Page suivante' })).at(-1) as HTMLElement);
    expect(await screen.findByText('11–20 sur 32')).toBeTruthy();
    cleanup();
    // From the last record of the page, on to the next one.
    await renderForTest(<NextOf id={20} />, server);
    await userEvent.click(await screen.findByRole('button', { name: '21' }));
    cleanup();
    await open(records);
    expect(await screen.findByText('21–30 sur 32')).toBeTruthy();
    cleanup();
    await open(records);
    expect(await screen.findByText('1–10 sur 32')).toBeTruthy();
  });

  it('follow the record room', async () => {
    const { given, tell } = await open([makeRecord()]);
    await table();
    const before = given('listRecords').length;
    tell({ record_ids: [1], reason: 'decoded' });
    await waitFor(() => expect(given('listRecords').length).toBeGreaterThan(before));
  });

  it('greet a first visit, and say what failed with a way to try again', async () => {
    await open([]);
    expect(await screen.findByText('Aucun enregistrement pour l’instant')).toBeTruthy();
    expect(screen.queryByText('Tout est associé')).toBeNull();
    expect(screen.getByText(/arrivent ici/)).toBeTruthy();
    cleanup();
    queryClient.clear();
    const refusal = new ApiError(503, refuse('server.unavailable').body());
    await renderForTest(
      <LiveProvider live={fakeLive().live}>
        <Screen />
      </LiveProvider>,
      fakeServer({ listRecords: refusal }),
    );
    expect(await screen.findAllByText('Les enregistrements n’ont pas pu être chargés')).toHaveLength(2);
    expect(screen.getAllByText(/Le service s’arrête ou démarre/)).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(2);
  });
});

describe('filters', () => {
  it('narrow the associated records only, name the filter responsible, and go away again', async () => {
    const { given } = await open([makeRecord()]);
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Favoris seulement' }));
    expect(await screen.findByText('Aucun enregistrement ne correspond')).toBeTruthy();
    expect(screen.getByText('Le filtre Favoris est actif.')).toBeTruthy();
    const filtered = given('listRecords').filter(({ body }) => body?.onlyFavorite);
    expect(filtered.map(({ body }) => body?.type)).toEqual(['associated']);
    await userEvent.click(screen.getByRole('button', { name: 'Réinitialiser les filtres' }));
    expect(await table()).toBeTruthy();
  });
});

describe('the scenario', () => {
  it('narrows the associated records to those that it made', async () => {
    const { given } = await open([makeRecord()]);
    await table();
    expect(given('listClientScenarios')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Filtres' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Scénarios' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Saut vertical' }));
    const asked = () => given('listRecords').findLast(({ body }) => body?.type === 'associated' && body.pageSize !== 1);
    await waitFor(() => expect(asked()).toMatchObject({ body: { scenario_ids: [4] } }));
    await userEvent.click(screen.getByText('Fermer'));
    await userEvent.click(await screen.findByRole('button', { name: 'Retirer le filtre Scénario Saut vertical' }));
    await waitFor(() => expect(asked()).toMatchObject({ body: { scenario_ids: [] } }));
  });
});

describe('the exercise', () => {
  it('narrows the associated records, and its chip names it until it is taken away', async () => {
    const { given } = await open([makeRecord()]);
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Filtres' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Exercices' }));
    await userEvent.click(await screen.findByRole('option', { name: '500 m' }));
    const asked = () => given('listRecords').findLast(({ body }) => body?.type === 'associated' && body.pageSize !== 1);
    await waitFor(() => expect(asked()).toMatchObject({ body: { exerciseIds: [6] } }));
    await userEvent.click(screen.getByText('Fermer'));
    await userEvent.click(await screen.findByRole('button', { name: 'Retirer le filtre Exercice 500 m' }));
    await waitFor(() => expect(asked()).toMatchObject({ body: { exerciseIds: [] } }));
  });
});

describe('the inbox', () => {
  const inbox = () => screen.findByRole('list', { name: 'Nouveaux enregistrements' });

  it('keeps its records and their count, whatever the filters', async () => {
    useFilters.getState().change({ userIds: [99], sportIds: [5], onlyFavorite: true });
    await open([makeRecord(), ...[2, 3].map((id) => makeRecord({ id, users: [], device_name: `Mini 000${id}` }))]);
    expect(within(await inbox()).getByText('Mini 0002')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Nouveaux enregistrements' })).getByText('2')).toBeTruthy();
  });

  it('opens the dialog that says whose a record is where it says that this is to be done', async () => {
    await open([makeRecord({ users: [], user_ids: [], device_name: 'Mini 0034' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'À associer\u00a0: Mini 0034' }));
    expect(await screen.findByRole('dialog', { name: 'Associer l’enregistrement' })).toBeTruthy();
  });
});
