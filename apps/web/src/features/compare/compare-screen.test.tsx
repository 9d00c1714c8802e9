import { ApiError } from '@sillage/client';
import { type DataEntry, refuse } from '@sillage/contract';
import { cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { recordKeys } from '../../records/record-queries.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Screen from './index.tsx';
import { useLastAnswers } from './use-last-answers.ts';

beforeEach(() => {
  widenWindow();
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const made = (id: number) =>
  makeRecord({ id, duration: 100, users: [{ id, firstname: 'Athlète', lastname: String(id) }] });

const unitOf = (unit: string) => ({ description: { fr: unit, en: unit }, unit });

/** A speed of 0 for as many seconds as its id says, then of 5 m/s. */
const startOf = (id: number) => Array.from({ length: 101 }, (_, x) => ({ x, y: x < id ? 0 : 5 }));

function curveOf(id: number, data = startOf(id)): DataEntry {
  const series = { id: 0, label: 'gps.speed', title: '', data, yRange: [], color: null, type: 'number' as const };
  const xrange: DataEntry['xrange'] = { T: [0, 100], D: [], x: [0, 100] };
  return { data: { 'gps.speed': { ...series, yRange: [] } }, xrange, selectionNum: null, slot_id: null, label: null };
}

async function open(search: string, answers: Answers = {}) {
  const server = fakeServer({
    readRecord: ({ params }) => made(Number(params.id)),
    readRecordData: ({ params }) => curveOf(Number(params.id)),
    readRecordDistance: ({ params }) => ({
      variable: 'gps.speed',
      T: [0, Number(params.id), 100],
      D: [0, 0, 5 * (100 - Number(params.id))],
    }),
    readRecordStatistics: ({ params }) => ({
      default: {
        data: [{ variable: 'gps.speed', num: 9, mean: 4 + Number(params.id) / 10, std: 0.5, min: 0, max: 5 }],
      },
      specific: { headers: [], data: [] },
    }),
    ...answers,
  });
  const { live } = fakeLive();
  await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    server,
    `/compare${search}`,
  );
  return server;
}

const list = async () => within(await screen.findByRole('region', { name: 'Comparés' }));

it('lays records on one another from its address: reference, statistics with differences, and what is left out', async () => {
  const server = await open('?ids=2,10,4');
  const rows = (await list()).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual([
    'Athlète 2',
    'Athlète 10',
    'Athlète 4',
  ]);
  expect(within(rows[0]!).getByText('référence')).toBeTruthy();
  const table = within(await screen.findByRole('region', { name: 'Statistiques côte à côte' }));
  expect(await table.findByText('+0,80')).toBeTruthy();
  expect(table.getByText('+0,20')).toBeTruthy();
  expect(await screen.findByText('Écart de temps')).toBeTruthy();
  // One request a record for all of its curves.
  expect(server.given('readRecordData').map(({ params }) => params.id)).toEqual([2, 10, 4]);
  // What else is asked for waits for them.
  const names = server.names();
  const firstOther = names.findIndex((name) => name === 'readRecordDistance' || name === 'readRecordStatistics');
  expect(firstOther).toBeGreaterThan(names.lastIndexOf('readRecordData'));
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Athlète 10' }));
  await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(2));
});

it('takes records from a list that was shown, and asks for curves once it is known which records there are', async () => {
  queryClient.setQueryData([...recordKeys.lists, 1, 'list'], {
    body: { records: [made(2), made(4)], total: 2 },
    epoch: 1,
  });
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const server = await open('?ids=2,4,10', {
    readRecord: async ({ params }) => {
      await told;
      return made(Number(params.id));
    },
  });
  expect((await list()).getAllByRole('listitem')).toHaveLength(2);
  expect(server.given('readRecord').map(({ params }) => params.id)).toEqual([10]);
  expect(server.given('readRecordData')).toEqual([]);
  const graphs = screen.getByRole('region', { name: 'Courbes comparées' });
  expect(graphs.getAttribute('aria-busy')).toBe('true');
  tell();
  await waitFor(() => expect(graphs.getAttribute('aria-busy')).toBe('false'));
  expect(server.given('readRecordData').map(({ params }) => params.id)).toEqual([2, 4, 10]);
});

it('a record is moved by buttons and by Alt and arrows, and becomes the reference', async () => {
  await open('?ids=2,10');
  await userEvent.click(await screen.findByRole('button', { name: 'Reculer Athlète 10 (Alt →)' }));
  await waitFor(async () => expect((await list()).getByText('+0,1 s')).toBeTruthy());
  const [, second] = (await list()).getAllByRole('listitem');
  fireEvent.keyDown(within(second!).getByRole('link'), { key: 'ArrowLeft', altKey: true });
  await waitFor(async () => expect((await list()).getAllByText('0,0 s')).toHaveLength(2));
  await userEvent.click((await list()).getByRole('button', { name: 'Prendre Athlète 10 comme référence' }));
  await waitFor(async () =>
    expect((await list()).getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Athlète 10',
      'Athlète 2',
    ]),
  );
});

it('says which records never cross the threshold, and which cannot be read', async () => {
  await open('?ids=2,10,3&by=threshold&at=7', {
    readRecord: ({ params }) => {
      if (params.id === 3) throw new Error('gone');
      return made(Number(params.id));
    },
  });
  expect(await screen.findAllByText('Seuil jamais franchi : posé à son début.')).toHaveLength(2);
  expect(screen.getByText('1 enregistrement n’est pas lisible, ou pas pour vous.')).toBeTruthy();
});

it('says of each record why it is not drawn, and keeps nothing back of the others for it', async () => {
  await open('?ids=2,10,4', {
    readRecordData: ({ params }) => {
      if (params.id === 10) throw new ApiError(409, refuse('server.unavailable').body());
      return curveOf(Number(params.id));
    },
    readRecordDistance: ({ params }) =>
      params.id === 4
        ? { variable: null, T: [], D: [] }
        : { variable: 'gps.speed', T: [0, Number(params.id), 100], D: [0, 0, 300] },
  });
  expect(await screen.findByText(/Pas dessiné.* ses courbes/)).toBeTruthy();
  const table = within(screen.getByRole('region', { name: 'Statistiques côte à côte' }));
  expect(await table.findByText('+0,20')).toBeTruthy();
  const distance = screen.getByRole('radio', { name: 'Distance depuis le départ' });
  await waitFor(() => expect(distance).toHaveProperty('disabled', false));
  await userEvent.click(distance);
  expect(await screen.findByText(/Pas dessiné.* sa distance/)).toBeTruthy();
  expect(await table.findByText('4,20')).toBeTruthy();
});

it('lays records where the server finds them alike on all samples, and says how much', async () => {
  const server = await open('?ids=2,10&by=correlation', {
    readRecordLikeness: () => ({ offset: -3.2, r: 0.96, confidence: 0.9 }),
  });
  expect(await screen.findByText(/^r = 0,96, −3,20 s$/)).toBeTruthy();
  expect(screen.queryByText(/Rien de commun/)).toBeNull();
  expect(server.given('readRecordLikeness')).toMatchObject([
    { params: { id: 10 }, query: { reference: 2, variable: 'gps.speed', reference_variable: 'gps.speed' } },
  ]);
});

it('says of a record that lacks what is compared that it has no mean cycle', async () => {
  await open('?ids=2,10,4', {
    readRecord: ({ params }) => ({ ...made(Number(params.id)), ...(params.id === 4 && { available_data: {} }) }),
  });
  const table = within(await screen.findByRole('region', { name: 'Statistiques côte à côte' }));
  await table.findByText('+0,80');
  await userEvent.click(screen.getByRole('button', { name: 'Cycles moyens' }));
  const cycles = within(screen.getByRole('region', { name: 'Cycles moyens' }));
  expect(await cycles.findAllByText('Rien ne se répète ici.', {}, { timeout: 8000 })).toHaveLength(2);
  expect(cycles.getByText('N’a pas mesuré ce qui est comparé.')).toBeTruthy();
  expect(cycles.queryByText('…')).toBeNull();
});

it('of another variable no record keeps the mean cycle of the one before', async () => {
  const both = { 'gps.speed': unitOf('m/s'), 'gps.effort': unitOf('W') };
  const swing = Array.from({ length: 1001 }, (_, i) => ({ x: i / 10, y: Math.sin(Math.PI * (i / 10)) }));
  await open('?ids=2,10,4&v=speed,effort', {
    readRecord: ({ params: { id } }) => ({
      ...made(Number(id)),
      available_data: Number(id) === 4 ? { 'gps.speed': both['gps.speed'] } : both,
    }),
    readRecordData: ({ params, query }) => {
      if (!String(query?.wanted_y).includes('gps.speed')) return new Promise<never>(() => undefined);
      return curveOf(Number(params.id), swing);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cycles moyens' }));
  const cycles = within(screen.getByRole('region', { name: 'Cycles moyens' }));
  await waitFor(() => expect(cycles.getAllByText(/^max.*m\/s$/)).toHaveLength(3), { timeout: 8000 });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Vitesse' }));
  const others = within(screen.getByRole('region', { name: 'Cycles moyens' }));
  expect(others.queryByText(/^max/)).toBeNull();
  expect(others.getByText('N’a pas mesuré ce qui est comparé.')).toBeTruthy();
  expect(others.getAllByText('…')).toHaveLength(2);
});

it('records of one athlete are told apart by what they come from', async () => {
  const users = [{ id: 1, firstname: 'Inès', lastname: 'Marchetti' }];
  await open('?ids=2,10', {
    readRecord: ({ params }) => ({
      ...made(Number(params.id)),
      ...{ users, device_name: null, basename: `sprint-${params.id}` },
    }),
  });
  expect(await screen.findByText(/, sprint-2$/)).toBeTruthy();
  expect(screen.getByText(/, sprint-10$/)).toBeTruthy();
});

it('the last answer about a record stays until another is there, wherever the record stands then', () => {
  const { result, rerender } = renderHook(
    ({ of, data }: { of: (number | undefined)[]; data: (string | undefined)[] }) =>
      useLastAnswers(
        of,
        data.map((one) => ({ data: one })),
      ),
    { initialProps: { of: [7, 8], data: ['a', 'b'] } as { of: (number | undefined)[]; data: (string | undefined)[] } },
  );
  expect(result.current).toEqual(['a', 'b']);
  rerender({ of: [8, 7, 9], data: [undefined, 'A', undefined] });
  expect(result.current).toEqual(['b', 'A', undefined]);
  // Where nothing is asked there is nothing to be shown, and what was is forgotten.
  rerender({ of: [undefined, 7], data: [undefined, undefined] });
  rerender({ of: [8, 7], data: [undefined, undefined] });
  expect(result.current).toEqual([undefined, 'A']);
});
