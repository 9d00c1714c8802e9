import type { RecordComputed } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeParameter } from '../../testing/make-parameter.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { ChannelsProvider, knownOf, withChannels } from './computed-channels.ts';
import { useOpenRecord } from './open-record.ts';
import { VariablesPanel } from './variables-panel.tsx';

const variable = (unit: string) => ({ unit, description: { fr: '', en: '' } });
const record = makeRecord({
  available_data: { 'gps.speed': variable('m/s'), 'imu.acc_x': variable('m/s²'), 'imu.acc_y': variable('m/s²') },
  modules: { gps: { type: 'gps', rate: 10, samples: 100 }, imu: { type: 'imu', rate: 100, samples: 1000 } },
});
const horizontal: RecordComputed = {
  variable: 'computed.horizontal_1a2b',
  parameter: 'computed_channels::record::horizontal_1a2b',
  is_shared: false,
  by: null,
  may_edit: true,
  channel: {
    name: { fr: 'Accélération horizontale', en: 'Horizontal acceleration' },
    formula: 'sqrt(imu.acc_x^2 + imu.acc_y^2)',
    unit: null,
    reach: { of: 'everything' },
  },
  ...{ unit: 'm/s²', module: 'imu', rate: 100, resampled: [], problem: null },
};
const preview = { unit: 'm/s²', module: 'imu', rate: 100, resampled: [], start: 0, end: 1, T: [0, 1], value: [1, 2] };

function Drawn() {
  const { view } = useOpenRecord();
  return <output>{view.layout.map(({ variables }) => variables.map(({ name }) => name).join()).join(';')}</output>;
}

async function show(channels: readonly RecordComputed[] = []) {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = fakeServer({
    previewFormula: preview,
    createParameter: makeParameter(),
    setParameter: makeParameter(),
    deleteParameter: undefined,
  });
  await renderForTest(
    <ChannelsProvider value={{ channels, known: knownOf(record) }}>
      <WithOpenRecord record={withChannels(record, channels)}>
        <VariablesPanel />
        <Drawn />
      </WithOpenRecord>
    </ChannelsProvider>,
    server,
  );
  await screen.findByRole('button', { name: 'Calculer' });
  return server;
}
const kept = (given: { body?: { default?: unknown } } | undefined) => JSON.parse(String(given?.body?.default));

afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

describe('a computed channel', () => {
  it('is written with completion, tried, named, and drawn', async () => {
    const server = await show();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Calculer' }));
    const field = screen.getByRole('textbox', { name: /Formule/ });
    await user.type(field, '0.5*(acc_x');
    expect(screen.getByRole('option', { name: /imu\.acc_x/, selected: true })).toBeTruthy();
    await user.keyboard('{Enter}+acc_y');
    await user.click(screen.getByRole('option', { name: /imu\.acc_y/ }));
    await user.type(field, ')');
    expect(field).toHaveProperty('value', '0.5*(imu.acc_x+imu.acc_y)');
    await screen.findByText(/^1[,0]* à 2[,0]* m\/s²$/);
    expect(server.given('previewFormula')).toEqual([
      expect.objectContaining({
        body: { formula: '0.5*(imu.acc_x+imu.acc_y)', maxData: 800, start: 0, end: record.duration },
      }),
    ]);
    expect(screen.getByText(/100\sHz, aux instants de IMU/)).toBeTruthy();
    expect(screen.getByText(/^De 00:00.* à 00:01.* seulement/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /Nom en anglais/ }), 'Mean acc');
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [given] = server.given('createParameter');
    expect(given).toMatchObject({ params: { tableName: 'User' } });
    expect(given?.query.cookie_name).toMatch(/^computed_channels::record::mean_acc_\w{4}$/);
    expect(kept(given)).toEqual({
      name: { fr: 'Mean acc', en: 'Mean acc' },
      formula: '0.5*(imu.acc_x+imu.acc_y)',
      unit: null,
      reach: { of: 'everything' },
    });
  });

  it('says the column and the cause of what is wrong, and puts what could stand there', async () => {
    const server = await show();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Calculer' }));
    const field = screen.getByRole('textbox', { name: /Formule/ });
    await user.type(field, '2*imu.acx_x ');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Colonne 3\s:.*imu\.acx_x/);
    // Where the curve would stand, too.
    expect(within(screen.getByRole('figure')).getByText(/imu\.acx_x/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /Nom en français/ }), 'X');
    expect(screen.getByRole('button', { name: /^Enregistrer.*à corriger$/ })).toHaveProperty('disabled', true);
    await user.keyboard('{Enter}');
    expect(server.names()).not.toContain('createParameter');
    await user.click(within(alert).getByRole('button', { name: 'Mettre imu.acc_x' }));
    expect(field).toHaveProperty('value', '2*imu.acc_x ');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('is listed by itself, drawn by a press, changed, and deleted with the way back', async () => {
    const server = await show([horizontal]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /Ajouter Accélération horizontale/ }));
    expect(screen.getByRole('status').textContent).toContain('computed.horizontal_1a2b');
    await user.click(screen.getByRole('button', { name: 'Modifier Accélération horizontale' }));
    await user.type(screen.getByRole('textbox', { name: /Unité/ }), 'g');
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(server.given('setParameter')).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Modifier Accélération horizontale' }));
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    await waitFor(() => expect(useNotices.getState().waiting.at(-1)?.text).toContain('supprimé'));
    useNotices.getState().waiting.at(-1)?.action?.run();
    await waitFor(() => expect(kept(server.given('createParameter')[0])).toEqual(horizontal.channel));
  });

  it('of somebody else is copied, and one that cannot be computed here says why', async () => {
    const problem = { fr: 'Pas de variable imu.gyr.', en: 'No variable imu.gyr.' };
    const others = { ...horizontal, is_shared: true, may_edit: false, by: 'Jo Rive' };
    await show([
      others,
      {
        ...horizontal,
        variable: 'computed.b',
        channel: { ...horizontal.channel, name: { fr: 'B', en: 'B' } },
        problem,
      },
    ]);
    expect(screen.getByRole('img', { name: problem.fr })).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Modifier Accélération horizontale' }));
    expect(screen.getByRole('dialog', { name: 'Copier le canal calculé' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Supprimer' })).toBeNull();
  });
});
