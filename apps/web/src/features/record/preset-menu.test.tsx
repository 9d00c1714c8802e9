import type { Parameter } from '@sillage/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeParameter } from '../../testing/make-parameter.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { useOpenRecord } from './open-record.ts';
import { PresetMenu } from './preset-menu.tsx';

const variable = { unit: '', description: { fr: '', en: '' } };
const record = makeRecord({
  sport_name: 'aviron',
  available_data: { 'gps.speed': variable, 'imu.acc_x': variable, 'imu.roll': variable, 'imu.pitch': variable },
});
const departs = {
  name: 'Départs',
  sport: 'aviron',
  x: 'time',
  plane: null,
  graphs: [
    {
      variables: [
        { name: 'imu.pitch', axis: 'y3' },
        { name: 'stroke.cadence', axis: 'y1' },
      ],
    },
  ],
};
const kept = (name: string, value: unknown, fields: Partial<Parameter> = {}): Parameter =>
  makeParameter({ name, value: JSON.stringify(value), type: 'json', default: null, ...fields });

/** What is drawn, as text. */
function Drawn() {
  const { layout, view } = useOpenRecord();
  const graphs = layout.map(({ variables }) => variables.map(({ name, axis }) => `${name} ${axis}`).join(', '));
  return (
    <>
      <output>{graphs.join('; ')}</output>
      <button type="button" onClick={() => view.pressLegend('imu.pitch', ['imu.pitch'], true)}>
        {view.hidden.has('imu.pitch') ? 'show' : 'hide'}
      </button>
    </>
  );
}

/** @param club what is shared */
async function show(club: { [name: string]: Parameter } = {}) {
  const server = fakeServer({
    listParameters: ({ params }) =>
      params.tableName === 'User'
        ? { a: kept('view_presets::record::a', departs), b: kept('view_presets::record::b', 5) }
        : club,
    createParameter: kept('view_presets::record::c', {}),
    setParameter: kept('view_presets::record::a', {}),
    deleteParameter: undefined,
  });
  await renderForTest(
    <WithOpenRecord record={record}>
      <PresetMenu />
      <Drawn />
    </WithOpenRecord>,
    server,
  );
  await screen.findByRole('button', { name: 'Préréglages' });
  return server;
}
const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Préréglages' }));
const drawn = () => screen.getByRole('status').textContent;

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  vi.unstubAllGlobals();
});

it('proposes the preset of the sport, says what it draws and what the record lacks, and draws the rest', async () => {
  await show();
  fireEvent.keyDown(document.body, { code: 'Digit1', key: '1', altKey: true });
  expect(drawn()).toBe('gps.speed y1; imu.acc_x y1');
  await openMenu();
  expect(screen.getByRole('menuitem', { name: /^Aviron.*Manque.: Cadence$/ })).toBeTruthy();
});

it('draws a saved view again on its axes; what is no view is not offered', async () => {
  await show();
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Départs.*Manque.: Cadence/ }));
  expect(drawn()).toBe('imu.pitch y3');
  await openMenu();
  const chosen = screen.getAllByRole('menuitem').filter((item) => item.classList.contains('Mui-selected'));
  expect(chosen.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Départs/)]);
});

it('a preset or saved view draws all of its variables, those that were hidden before too', async () => {
  await show();
  for (const time of ['first', 'again']) {
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Départs/ }));
    if (time === 'first') await userEvent.click(await screen.findByRole('button', { name: 'hide' }));
  }
  expect(await screen.findByRole('button', { name: 'hide' })).toBeTruthy();
});

it('a view is saved on a page that is not secure, as a hub’s are', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const server = await show();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Enregistrer cette vue…' }));
  await userEvent.type(screen.getByLabelText(/^Nom/), 'Séries');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const names = server.given('createParameter').map(({ query }) => query.cookie_name);
  expect(names).toEqual([expect.stringMatching(/^view_presets::record::[0-9a-f]{32}$/)]);
});

it('a view is saved under a name for the club, renamed, given back and deleted', async () => {
  const server = await show();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Enregistrer cette vue…' }));
  await userEvent.type(screen.getByLabelText(/^Nom/), 'Séries');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Partager dans le club' }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const [made] = server.given('createParameter');
  expect(made?.params).toEqual({ tableName: 'Client', id: record.client_id });
  expect(made?.query.cookie_name).toMatch(/^view_presets::record::[\w-]+$/);
  expect(JSON.parse(String(made?.body.default))).toMatchObject({ name: 'Séries', x: 'time', sport: 'aviron' });

  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Gérer les préréglages…' }));
  await userEvent.clear(screen.getByLabelText('Nom'));
  await userEvent.type(screen.getByLabelText('Nom'), 'Starts{Enter}');
  const [renamed] = server.given('setParameter');
  expect(renamed?.params).toEqual({ tableName: 'User', id: useSession.getState().user?.id });
  expect(String(JSON.stringify(renamed?.body))).toContain('Starts');
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer Départs' }));
  expect(server.given('deleteParameter').map(({ query }) => query.cookie_name)).toEqual(['view_presets::record::a']);
});

const mayAll = { edit: true, delete: true, fields: ['value'] };
const mayNothing = { edit: false, delete: false, fields: [] };

describe('presets of the club', () => {
  const name = 'view_presets::record::s';
  const shared = (mine: boolean) => ({
    s: kept(name, { ...departs, name: 'Séries' }, { added_by: 'Ana Autre', may: mine ? mayAll : mayNothing }),
  });
  async function manage() {
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Gérer les préréglages…' }));
    return within(await screen.findByRole('dialog'));
  }
  it('come back by a word when they were deleted, at their own place', async () => {
    const server = await show(shared(true));
    await userEvent.click((await manage()).getByRole('button', { name: 'Supprimer Séries' }));
    await waitFor(() =>
      expect(useNotices.getState().waiting.at(-1)?.text).toBe('Préréglage «\u00a0Séries\u00a0» supprimé.'),
    );
    useNotices.getState().waiting.at(-1)?.action?.run();
    await waitFor(() => expect(server.given('createParameter')).toHaveLength(1));
    const [made] = server.given('createParameter');
    const [gone] = server.given('deleteParameter');
    expect([made?.params, made?.query]).toEqual([gone?.params, { cookie_name: name }]);
    expect(JSON.parse(String(made?.body.default))).toEqual({ ...departs, name: 'Séries' });
  });

  it('are changed by whom the server lets: others see whose they are', async () => {
    await show(shared(false));
    const dialog = await manage();
    expect(await dialog.findByText('Partagé par Ana Autre, qui peut le modifier.')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Supprimer Séries' })).toBeNull();
    expect(dialog.queryByRole('checkbox', { checked: true })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Supprimer Départs' })).toBeTruthy();
  });
});
