import type { RealtimeClient } from '@sillage/client';
import { ApiError } from '@sillage/client';
import { type Record, type RecordFilters, refuse } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../app/query-client.ts';
import { renderForTest } from '../../app/render-for-test.tsx';
import { useSession } from '../../app/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { makeRecord } from '../../records/make-record.ts';
import { useFilters } from './filters.ts';
import Screen from './index.tsx';

type Listener = (payload: never) => void;

function fakeLive(): { live: RealtimeClient; tell(payload: unknown): void } {
  const listeners = new Set<Listener>();
  const live: RealtimeClient = {
    retry: () => undefined,
    start: () => undefined,
    stop: () => undefined,
    subscribe: (kind, _id, listener) => {
      if (kind !== 'recordUpdate') return () => undefined;
      listeners.add(listener as Listener);
      return () => listeners.delete(listener as Listener);
    },
    state: 'connected',
    attempt: 0,
    onState: () => () => undefined,
    onEntered: () => () => undefined,
  };
  return { live, tell: (payload) => [...listeners].map((listener) => listener(payload as never)) };
}

/** A server that holds these records, and writes down what it was asked. */
function fakeServer(records: Record[]) {
  const asked: { name: string; body: unknown }[] = [];
  const call = vi.fn(async ({ name }: { name: string }, given?: { body?: unknown }) => {
    asked.push({ name, body: given?.body });
    if (name !== 'listRecords') return { items: [], total: 0 };
    const filters = given?.body as RecordFilters;
    const wanted = records.filter(
      (record) =>
        (filters.type === 'new') === (record.users.length === 0) && (!filters.onlyFavorite || record.favorite),
    );
    return { records: wanted.slice((filters.pageId - 1) * 10, filters.pageId * 10), total: wanted.length };
  });
  return { call: call as never, asked, names: () => asked.map((one) => one.name) };
}

const coach = {
  id: 1,
  uid: 'u',
  mail: 'h@pole.fr',
  firstname: 'Hélène',
  lastname: 'Garnier',
  roles: ['Coach' as const],
  groups: [],
  client_id: 1,
  client_name: 'Pôle',
  active: true,
  created_date: '2026-01-01T00:00:00Z',
  language: 'fr' as const,
  externalAPI: {},
  is_recovery: false,
  terms_accepted: true,
};

beforeEach(() => {
  useSession.setState({ user: coach });
  useFilters.getState().reset();
  // happy-dom's own window decides media queries.
  const page: unknown = Reflect.get(window, 'happyDOM');
  (page as { setViewport(size: { width: number; height: number }): void }).setViewport({ width: 1440, height: 900 });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

async function open(records: Record[]) {
  const server = fakeServer(records);
  const { live, tell } = fakeLive();
  await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    { call: server.call },
  );
  return { ...server, tell };
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
    expect(inbox.getByText('Illisible')).toBeTruthy();
  });

  it('turn pages of ten', async () => {
    const { asked } = await open(Array.from({ length: 12 }, (_, index) => makeRecord({ id: index + 1 })));
    expect(await screen.findByText('1–10 sur 12')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Page suivante' }).at(-1) as HTMLElement);
    expect(await screen.findByText('11–12 sur 12')).toBeTruthy();
    expect(asked.at(-1)?.body).toMatchObject({ type: 'associated', pageId: 2, pageSize: 10 });
  });

  it('fall back to the last page when the rows of theirs are gone', async () => {
    const records = Array.from({ length: 11 }, (_, index) => makeRecord({ id: index + 1 }));
    const { tell } = await open(records);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Page suivante' })).at(-1) as HTMLElement);
    expect(await screen.findByText('11–11 sur 11')).toBeTruthy();
    records.pop();
    tell({ record_ids: [11], reason: 'deleted' });
    expect(await screen.findByText('1–10 sur 10')).toBeTruthy();
    expect(within(await table()).getAllByRole('row')).toHaveLength(11);
  });

  it('follow the record room', async () => {
    const { asked, tell } = await open([makeRecord()]);
    await table();
    const before = asked.filter((one) => one.name === 'listRecords').length;
    tell({ record_ids: [1], reason: 'decoded' });
    await waitFor(() => expect(asked.filter((one) => one.name === 'listRecords').length).toBeGreaterThan(before));
  });

  it('greet a first visit, and say what failed with a way to try again', async () => {
    await open([]);
    expect(await screen.findByText('Aucun enregistrement pour l’instant')).toBeTruthy();
    expect(screen.getByText('Tout est associé')).toBeTruthy();
    cleanup();
    queryClient.clear();
    const refusal = new ApiError(503, refuse('server.unavailable').body());
    const call = vi.fn(({ name }: { name: string }) =>
      name === 'listRecords' ? Promise.reject(refusal) : Promise.resolve({ items: [], total: 0 }),
    );
    await renderForTest(
      <LiveProvider live={fakeLive().live}>
        <Screen />
      </LiveProvider>,
      { call: call as never },
    );
    expect(await screen.findAllByText('Les enregistrements n’ont pas pu être chargés')).toHaveLength(2);
    expect(screen.getAllByText(/Le service s’arrête ou démarre/)).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(2);
  });
});

describe('filters', () => {
  it('narrow both lists at once, name the filter responsible, and go away again', async () => {
    const { asked } = await open([makeRecord()]);
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Favoris seulement' }));
    expect(await screen.findByText('Aucun enregistrement ne correspond')).toBeTruthy();
    expect(screen.getByText('Le filtre Favoris est actif.')).toBeTruthy();
    expect(asked.at(-1)?.body).toMatchObject({ onlyFavorite: true });
    await userEvent.click(screen.getByRole('button', { name: 'Réinitialiser les filtres' }));
    expect(await table()).toBeTruthy();
  });
});

describe('deleting', () => {
  it('names what is lost, starts on Annuler, and asks the server only once confirmed', async () => {
    const { names, asked } = await open([makeRecord({ id: 5, selections: [{ id: 1, num: 1 }] })]);
    const rows = within(await table());
    await userEvent.click(rows.getByRole('checkbox', { name: 'Sélectionner Camille Le Goff' }));
    expect(screen.getByText('1 sélectionné')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer la sélection' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/sam\. 16 mai 2026, 09:12 – Camille Le Goff/)).toBeTruthy();
    expect(dialog.getByText(/1 sélection et le commentaire sont perdus/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Annuler');
    expect(names()).not.toContain('deleteRecords');
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
    await waitFor(() => expect(names()).toContain('deleteRecords'));
    expect(asked.find((one) => one.name === 'deleteRecords')?.body).toEqual([5]);
  });
});
