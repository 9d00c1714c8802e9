import type { BufferState } from '@sillage/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNotices } from '../../../base/notify.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { takeList } from '../../../live/merge-device.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { type Answers, fakeServer } from '../../../testing/fake-server.ts';
import { deviceFixture } from '../../../testing/make-devices.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { BufferStrip } from './buffer-strip.tsx';

/** 14:00:00 in Paris, the zone of the tests' browser aside: times are read from the page. */
const nowMs = Date.UTC(2026, 4, 16, 12);
const at = (secondsAgo: number) => new Date(nowMs - secondsAgo * 1000).toISOString();
const device = (number: number, athlete?: [string, string]) =>
  deviceFixture({
    number,
    state: 'idle',
    keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]],
    ...(athlete && { athlete }),
  });
const camille = device(10200217, ['Camille', 'Le Goff']);
const ines = device(10200218, ['Inès', 'Marchetti']);
const unheard = device(10200221);
const devices = takeList(undefined, [camille, ines, unheard], nowMs);

const heard = (from: number, to: number) => ({ from: at(from), to: at(to) });
const kept: BufferState = {
  is_on: true,
  hours: 2,
  bytes: 1.1e9,
  movement: { from: at(3600), every: 30, levels: [3, null, 80] },
  devices: [
    { number: camille.number, bytes: 6e8, stretches: [heard(3600, 0)] },
    { number: ines.number, bytes: 5e8, stretches: [heard(3600, 72), heard(60, 0)] },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
  useSession.setState({ user: makeUser() });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useNotices.setState({ waiting: [] });
  vi.useRealTimers();
});

const { live, become } = fakeLive();

async function show(state: BufferState, answers: Answers = {}) {
  const server = fakeServer({ readBuffer: state, ...answers });
  await renderForTest(
    <LiveProvider live={live}>
      <p>here</p>
      <BufferStrip devices={devices} />
    </LiveProvider>,
    server,
  );
  await screen.findByText('here');
  return server;
}

test('a buffer of minutes says so, and no moment below it is written twice', async () => {
  await show({ ...kept, hours: 0.05 });
  const text = (await region()).textContent;
  expect(text).toContain('3\u00a0min gardées');
  const moments = text?.match(/\d{2}:\d{2}:\d{2}/g) ?? [];
  expect(moments).toHaveLength(9);
  expect(new Set(moments).size).toBe(9);
});

const region = () => screen.findByRole('region', { name: 'Mémoire tampon' });
const panel = () => screen.findByRole('dialog', { name: 'Garder un passage' });
const rowOf = (name: string) => screen.getByText(name).closest('li')?.textContent;

async function openPanel(): Promise<HTMLElement> {
  await region();
  await userEvent.keyboard('b');
  return await panel();
}

test('says how much is kept, and is not there where the server keeps none', async () => {
  await show(kept);
  expect((await region()).textContent).toContain('2 h gardées, 1,1\u00a0Go');
  cleanup();
  queryClient.clear();
  const server = await show({ ...kept, is_on: false, hours: 0, bytes: 0, devices: [] });
  await waitFor(() => expect(server.names()).toContain('readBuffer'));
  expect(screen.queryByRole('region', { name: 'Mémoire tampon' })).toBeNull();
});

test('the strip is as high as devices moved, and has a line of what was received besides', async () => {
  await show(kept);
  const strip = await screen.findByRole('img', { name: /d’autant plus haut que ça bougeait/ });
  const [line, bars] = [...strip.querySelectorAll('g path')].map((path) => path.getAttribute('d'));
  // 2 h wide: the first half was not heard; 30 s are 0.42 %.
  expect(line).toBe('M50 1H100V0.94H50z');
  const places = bars?.match(/[\d.]+/g)?.map((place) => Number(place).toFixed(2));
  expect(places).toEqual(['50.00', '1.00', '50.42', '0.97', '50.00', '50.83', '1.00', '51.25', '0.20', '50.83']);
});

test('B proposes the last two minutes of whom was heard, names gaps, and makes records of the ticked ones', async () => {
  const server = await show(kept, {
    keepOfBuffer: [
      { number: camille.number, record_ids: [1], selections: [] },
      { number: ines.number, record_ids: [2, 3], selections: [] },
    ],
  });
  await openPanel();
  expect(rowOf('Camille Le Goff')).toContain('complet');
  expect(rowOf('Inès Marchetti')).toContain('manque 00:12');
  expect(screen.queryByText('Maxi 0221')).toBeNull();
  await userEvent.click(within(await panel()).getByRole('checkbox', { name: /Inès/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Créer 1 enregistrement' }));
  expect(server.given('keepOfBuffer').map(({ body }) => body)).toEqual([
    { from: at(120), to: at(0), device_numbers: [camille.number] },
  ]);
  await waitFor(() =>
    expect(useNotices.getState().waiting.map(({ text }) => text)).toEqual(['3 enregistrements créés']),
  );
  expect(screen.queryByRole('dialog', { name: 'Garder un passage' })).toBeNull();
});

test('its ends are moved by a second, by the keys of the handles, and typed', async () => {
  const server = await show(kept, { keepOfBuffer: [] });
  const opened = await openPanel();
  await userEvent.click(within(opened).getByRole('button', { name: 'De : une seconde plus tôt' }));
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Fin du passage' }), { key: 'PageDown' });
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Fin du passage' }), { key: 'ArrowLeft' });
  const until = within(opened).getByLabelText<HTMLInputElement>('À');
  const [hours, ,] = until.value.split(':');
  expect(until.value.slice(3)).toBe('58:59');
  await userEvent.clear(until);
  await userEvent.type(until, `${hours}:58:40{Enter}`);
  await userEvent.click(within(opened).getByRole('button', { name: /^Créer/ }));
  expect(server.given('keepOfBuffer')[0]?.body).toMatchObject({ from: at(121), to: at(80) });
});

test('an end never passes the other one, nor what is typed that is no time', async () => {
  await show(kept);
  const opened = await openPanel();
  const from = within(opened).getByLabelText<HTMLInputElement>('De');
  const before = from.value;
  await userEvent.clear(from);
  await userEvent.type(from, 'midi{Enter}');
  expect(from.value).toBe(before);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Début du passage' }), { key: 'End' });
  expect(from.value.slice(3)).toBe('59:59');
});

test('what was recorded in that time becomes a selection', async () => {
  const record = makeRecord({ id: 5, device_id: camille.id, timestamp: nowMs - 600_000, duration: 600 });
  await show(
    { ...kept, devices: kept.devices.slice(0, 1) },
    { listRecords: { records: [record], total: 1, total_is_estimate: false } },
  );
  await openPanel();
  await screen.findByRole('button', { name: 'Ajouter 1 sélection' });
  expect(rowOf('Camille Le Goff')).toContain('déjà enregistré');
});

test('Échap gives up, and nothing is kept while the link is lost', async () => {
  await show(kept);
  await openPanel();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => become('lost'));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Garder un passage/ });
  expect(button.disabled).toBe(true);
  expect(button.title).toContain('Liaison perdue');
  act(() => become('connected'));
});

test('it is emptied and switched off after a question, and on again', async () => {
  useSession.setState({ user: makeUser({ roles: ['Manager'] }) });
  const server = await show(kept, { setParameter: new Error('not of this test') });
  await region();
  const choose = async (item: string, verb: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Vider ou désactiver la mémoire tampon' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: verb }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await choose('Vider…', 'Vider');
  expect(server.given('forgetBuffer')).toEqual([{ params: { clientId: 1 }, body: {} }]);
  await choose('Désactiver…', 'Désactiver');
  const address = { params: { tableName: 'Client', id: 1 }, query: { cookie_name: 'general::tampon::actif' } };
  expect(server.given('setParameter')).toEqual([{ ...address, body: { cookie_value: false } }]);
  cleanup();
  queryClient.clear();
  const off = await show({ ...kept, is_on: false, bytes: 0, devices: [] }, { setParameter: new Error('as above') });
  await userEvent.click(await screen.findByRole('button', { name: 'Activer' }));
  expect(off.given('setParameter')).toEqual([{ ...address, body: { cookie_value: true } }]);
});

test.each([
  ['Manager', true],
  ['Coach', false],
] as const)('a %s may empty it; whether the club keeps any: %s', async (role, maySwitch) => {
  useSession.setState({ user: makeUser({ roles: [role] }) });
  await show(kept);
  await region();
  await userEvent.click(screen.getByRole('button', { name: 'Vider ou désactiver la mémoire tampon' }));
  expect(await screen.findByRole('menuitem', { name: 'Vider…' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Désactiver…' }) !== null).toBe(maySwitch);
});
