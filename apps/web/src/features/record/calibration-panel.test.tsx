import { ApiError } from '@sillage/client';
import {
  type RecalibrateArguments,
  type RecordCalibration,
  type RecordStep,
  refuse,
  type Selection,
} from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { choicesFor } from './calibration-choices.ts';
import { CalibrationPanel } from './calibration-panel.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useNotices.setState({ waiting: [] });
});

const variable = (unit: string) => ({ unit, description: { fr: '', en: '' } });
const triple = (of: string, unit: string) =>
  Object.fromEntries(['x', 'y', 'z'].map((axis) => [`imu.${of}_${axis}`, variable(unit)]));
const record = makeRecord({
  available_data: { ...triple('acc', 'm/s^2'), ...triple('gyro', 'deg/s'), 'rower.force': variable('N') },
});
const columns = ['gyro_x', 'gyro_y', 'gyro_z'];
const gyro = {
  columns,
  kind: 'gyro' as const,
  unit: 'deg/s',
  matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  bias: [0.312, -0.187, 0.044],
  gains: [1, 1, 1],
  noise: [0.061, 0.058, 0.063],
  before: [0.312, -0.187, 0.044],
  after: [0, 0, 0],
  residual: { before: 0.366, after: 0.0041, limit: 0.5 },
};
const calibration: RecordCalibration = {
  sensors: [
    {
      ...gyro,
      ...{ module: 'imu', calib_type: 'calib_gyro', source: 'step', inverted: [], step_id: 4, method: 'restMean' },
      ...{ date: '2026-05-17T06:20:00.000Z', user_name: 'Karim Benali', window: { start: 5, end: 15 }, warnings: [] },
    },
    {
      ...{ module: 'rower', columns: ['force'], kind: 'other', unit: 'N', calib_type: 'initial_calib' },
      ...{ source: 'device', inverted: [], step_id: null, date: null, user_name: null, method: 'received' },
      ...{ window: null, bias: [0], gains: [1], matrix: [1], noise: null, before: null, after: null, residual: null },
      warnings: [],
    },
  ],
};
const found: RecalibrateArguments = {
  ...{ calib_type: 'calib_gyro', module: 'imu', window: { start: 5, end: 15 }, method: 'restMean' },
  ...{ sensors: [gyro], inverted: null, warnings: ['drifting'] },
};
const positions: RecalibrateArguments = {
  ...{ ...found, calib_type: 'calib_acc_gyro', method: 'sixPositions', warnings: ['noTurns'] },
  regions: [
    { position: 'x_up', start: 1, end: 4 },
    { position: 'z_down', start: 20, end: 24.5 },
  ],
};
const step: RecordStep = {
  ...{ id: 4, uid: 'u', num: 1, kind: 'recalibrate', arguments: found, on: true, applied: false },
  ...{ date: '2026-05-17T06:20:00.000Z', user_name: 'Karim Benali' },
};
const refused = refuse('record.calibrationNotStill', { rotation: '12', acceleration: '0.4', stillest: '5' });
const server = () =>
  fakeServer({
    readCalibration: calibration,
    tryCalibration: ({ body }) => {
      if (body.calib_type === 'calib_gyro' && body.start === 0) throw new ApiError(refused.status, refused.body());
      return body.calib_type === 'calib_acc_gyro' ? positions : found;
    },
    recalibrateRecord: { id: 4, step, task_id: 1 },
    switchRecordStep: { id: 4, step: { ...step, on: false }, task_id: 2 },
  });
const selection: Selection = {
  ...{ id: 9, record_id: 1, num: 2, t0: 5, t1: 15, exercise: '', comment: '' },
  ...{ toffset: 0, d0: null, d1: null, doffset: 0, distance: null, chrono: '' },
};

async function open(given: Partial<Parameters<typeof WithOpenRecord>[0]> = {}) {
  const fake = server();
  await renderForTest(
    <WithOpenRecord record={record} {...given}>
      <CalibrationPanel />
    </WithOpenRecord>,
    fake,
  );
  return fake;
}

async function ask(type: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name: 'Recalibrer…' }));
  await userEvent.click(await screen.findByRole('combobox', { name: /Type/ }));
  await userEvent.click(await screen.findByRole('option', { name: type }));
}

it('says of each sensor which calibration it has, from where, when, by whom, and what is left with 3 decimals', async () => {
  await open();
  const sensor = await screen.findByRole('region', { name: 'Gyromètre, IMU' });
  for (const words of ['Gyromètre au repos', 'une étape', 'Karim Benali', 'de 00:05.000 à 00:15.000', '0,004 °/s']) {
    expect(within(sensor).getByText(words)).toBeTruthy();
  }
  expect(within(sensor).getByText(/17 mai 2026/)).toBeTruthy();
  expect(within(sensor).getByRole('row', { name: 'Décalage °/s 0,312 −0,187 0,044' })).toBeTruthy();
  const force = screen.getByRole('region', { name: /Rameur/ });
  expect(within(force).getByText('le capteur, telle que reçue')).toBeTruthy();
  expect(within(force).queryByRole('table')).toBeNull();
});

it('shows what a calibration of the active selection finds, applies it as a step, and takes it back by the toast', async () => {
  const fake = await open({ selections: [selection], active: 9 });
  await ask(/^Gyromètre au repos/);
  const dialog = screen.getByRole('dialog', { name: 'Recalibrer' });
  expect(await within(dialog).findByText(/dérive dans la fenêtre/)).toBeTruthy();
  expect(within(dialog).getByText('0,004 °/s')).toBeTruthy();
  expect(fake.given('recalibrateRecord')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Appliquer' }));
  const body = { calib_type: 'calib_gyro', module: 'imu', start: 5, end: 15 };
  expect(fake.given('recalibrateRecord')).toMatchObject([{ params: { id: 1 }, body }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  useNotices.getState().waiting.at(-1)?.action?.run();
  await waitFor(() => expect(fake.given('switchRecordStep')).toMatchObject([{ body: { on: false } }]));
});

it('says why a window gives no calibration, and applies nothing until its bounds are others', async () => {
  const fake = await open();
  await ask(/^Gyromètre au repos/);
  expect((await screen.findByRole('alert')).textContent).toContain('Le capteur a bougé');
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer\u00a0: impossible ainsi' }));
  expect(fake.given('recalibrateRecord')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Bornes' }));
  const start = screen.getByLabelText('Début');
  await userEvent.clear(start);
  await userEvent.type(start, '0:05');
  await userEvent.clear(screen.getByLabelText('Fin'));
  await userEvent.type(screen.getByLabelText('Fin'), '0:15');
  await screen.findByText('Moyenne au repos, mesurée dans la fenêtre.');
  await userEvent.type(start, '{Enter}');
  await waitFor(() => expect(fake.given('recalibrateRecord')).toMatchObject([{ body: { start: 5, end: 15 } }]));
});

it('shows where faces and turns were found, and measures those that somebody names by numbers or a selection', async () => {
  const fake = await open({ selections: [selection] });
  await ask(/^Accéléromètre et gyromètre/);
  const dialog = screen.getByRole('dialog', { name: 'Recalibrer' });
  const group = within(dialog).getByRole('group', { name: 'Positions' });
  await within(group).findByText('−z (z en bas) de 00:20.000 à 00:24.500');
  expect(fake.given('tryCalibration').at(-1)?.body).not.toHaveProperty('regions');
  await userEvent.click(within(group).getByRole('checkbox', { name: 'Les donner moi-même' }));
  expect(within(group).getByLabelText('+x (x en haut), Début')).toHaveProperty('value', '00:01.000');
  await userEvent.click(within(group).getByRole('button', { name: /^Tour autour de z/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Sélection S2/ }));
  const end = within(group).getByLabelText('−z (z en bas), Fin');
  await userEvent.clear(end);
  await userEvent.type(end, '0:19');
  expect(await within(group).findByText('La fin doit suivre le début')).toBeTruthy();
  await userEvent.clear(end);
  await userEvent.type(end, '0:24');
  const regions = [
    { position: 'x_up', start: 1, end: 4 },
    { position: 'z_down', start: 20, end: 24 },
    { position: 'z_turn', start: 5, end: 15 },
  ];
  await waitFor(() => expect(fake.given('tryCalibration').at(-1)).toMatchObject({ body: { regions } }));
  await waitFor(() => userEvent.click(within(dialog).getByRole('button', { name: 'Appliquer' })));
  await waitFor(() => expect(fake.given('recalibrateRecord')).toMatchObject([{ body: { regions } }]));
});

it('takes a factor and what is added as they are typed', async () => {
  const fake = await open();
  await ask(/^Valeurs données/);
  await userEvent.click(screen.getByRole('combobox', { name: 'À calibrer' }));
  await userEvent.click(await screen.findByRole('option', { name: /Rameur/ }));
  const factor = screen.getByLabelText(/^force.: facteur/);
  await userEvent.clear(factor);
  await userEvent.type(factor, '0');
  expect(await screen.findByText('Un nombre autre que 0')).toBeTruthy();
  await userEvent.type(factor, ',5');
  await waitFor(() =>
    expect(fake.given('tryCalibration').at(-1)).toMatchObject({
      body: { calib_type: 'custom_calib', module: 'rower', values: { force: { gain: 0.5, offset: 0 } } },
    }),
  );
});

it('who only looks recalibrates nothing', async () => {
  await open({ record: { ...record, may: { ...record.may, edit: false } } });
  await screen.findByRole('region', { name: 'Gyromètre, IMU' });
  expect(screen.queryByRole('button', { name: 'Recalibrer…' })).toBeNull();
});

it('offers of each type what it is about: a module at once, or loads and given values one by one', () => {
  const sensor = (module: string, kind: 'acc' | 'gyro' | 'other', ...own: string[]) => ({ module, kind, columns: own });
  const sensors = [
    sensor('imu', 'acc', 'ax', 'ay', 'az'),
    sensor('imu', 'gyro', 'gx', 'gy', 'gz'),
    sensor('rower', 'other', 'left'),
    sensor('rower', 'other', 'right'),
  ];
  const offered = (type: Parameters<typeof choicesFor>[0]) => choicesFor(type, sensors).map(({ key }) => key);
  expect(offered('calib_acc_gyro')).toEqual(['imu ax ay az gx gy gz']);
  expect(offered('calib_gyro')).toEqual(['imu gx gy gz']);
  expect(offered('calib_offset')).toEqual(['rower left right', 'rower left', 'rower right']);
  expect(offered('no_calib')).toEqual(['imu ax ay az gx gy gz', 'rower left right']);
  expect(offered('custom_calib')).toEqual(['imu ax ay az', 'imu gx gy gz', 'rower left', 'rower right']);
});
