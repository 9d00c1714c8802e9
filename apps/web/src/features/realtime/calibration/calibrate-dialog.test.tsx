import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { followRecords, nothingRecorded } from '../../../live/follow-records.ts';
import { useFollowedRecords } from '../../../live/followed-records.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { type LiveDevice, takeList } from '../../../live/merge-device.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { deviceFixture } from '../../../testing/make-devices.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { CalibrateDialog } from './calibrate-dialog.tsx';
import { CalibrateHere, calibrate } from './calibrate-here.tsx';
import { typesFor } from './can-calibrate.ts';

/** Three variables of each sensor. */
function axesOf(...sensors: string[]): [string, string, string, string, number][] {
  return sensors.flatMap((sensor) =>
    ['x', 'y', 'z'].map((axis): [string, string, string, string, number] => [
      `imu.${sensor}_${axis}`,
      axis,
      axis,
      '',
      2,
    ]),
  );
}

const ready = [10200217, 10200218].map((number) =>
  deviceFixture({ number, state: 'idle', keys: axesOf('acc', 'gyro') }),
);
const [first, second] = takeList(undefined, ready, 0);
const { live } = fakeLive();

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  useFollowedRecords.setState(nothingRecorded);
  queryClient.clear();
});

test('a calibration is guided, started on one device, joined by another, stopped, and its residual has three decimals', async () => {
  if (first === undefined || second === undefined) throw new Error('two devices');
  let running: { number: number; calib_type: 'calib_acc_gyro'; started: string; record_id: number }[] = [];
  const startCalibrations = vi.fn(({ body }: { body: { device_numbers: number[] } }) => {
    const added = body.device_numbers.map((number) => ({
      ...{
        number,
        calib_type: 'calib_acc_gyro' as const,
        started: '2026-05-16T12:00:00Z',
        record_id: number - 10200000,
      },
    }));
    running = [...running, ...added];
    return added;
  });
  const recalibrateRecord = vi.fn();
  const server = fakeServer({
    listRealtimeDevices: ready,
    listCalibrations: () => running,
    startCalibrations,
    stopCalibrations: () => {
      const ended = running;
      running = [];
      return ended;
    },
    readRecord: makeRecord({ id: 217, record_type: 'calib' }),
    tryCalibration: {
      ...{ calib_type: 'calib_acc_gyro', module: 'imu', window: null, method: 'sixPositions', inverted: null },
      ...{ warnings: [] },
      sensors: [
        {
          ...{ kind: 'acc', unit: 'm/s^2', columns: ['acc_x', 'acc_y', 'acc_z'], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
          ...{ bias: [0, 0, 0], gains: [1, 1, 1], noise: null, before: null, after: null },
          residual: { before: 0.24, after: 0.0123, limit: 0.05 },
        },
      ],
    },
    recalibrateRecord,
  });
  await renderForTest(
    <LiveProvider live={live}>
      <CalibrateHere />
    </LiveProvider>,
    server,
  );
  act(() => calibrate(first));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('combobox', { name: 'Calibration' }));
  await user.click(await screen.findByRole('option', { name: 'Accéléromètre et gyromètre' }));
  expect(screen.getByText('Posez le capteur, axe x vers le haut. Attendez 3 s.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Suivante' }));
  expect(screen.getByText('Retournez-le : axe x vers le bas. Attendez 3 s.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Démarrer 1 capteur' }));
  await user.click(await screen.findByRole('checkbox', { name: second.name }));
  await user.click(await screen.findByRole('button', { name: 'Joindre 1 capteur' }));
  await waitFor(() => expect(startCalibrations).toHaveBeenCalledTimes(2));
  await user.click(await screen.findByRole('button', { name: 'Arrêter et mesurer' }));
  await waitFor(() => expect(screen.getAllByText(/0,012 m\/s²/).length).toBe(2), { timeout: 5000 });
  expect(recalibrateRecord).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what the devices trained before stays to be read, whatever is calibrated meanwhile', async () => {
  if (first === undefined || second === undefined) throw new Error('two devices');
  const trained = [first, second].map((device) => ({ device, deviceRecId: 1, seconds: 9 }));
  useFollowedRecords.setState({ ...nothingRecorded, ended: trained });
  const one = {
    number: first.number,
    calib_type: 'calib_gyro' as const,
    started: '2026-05-16T12:00:00Z',
    record_id: 3,
  };
  let running: (typeof one)[] = [];
  await renderForTest(
    <LiveProvider live={live}>
      <CalibrateHere />
    </LiveProvider>,
    fakeServer({
      listRealtimeDevices: ready,
      listCalibrations: () => running,
      startCalibrations: () => {
        running = [one];
        return running;
      },
      stopCalibrations: () => {
        running = [];
        return [one];
      },
      readRecord: () => new Promise<never>(() => {}),
    }),
  );
  const told = (device: LiveDevice) =>
    act(() => useFollowedRecords.setState((before) => followRecords(before, [device, second], performance.now())));
  act(() => calibrate(first));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Démarrer 1 capteur' }));
  await waitFor(() => expect(useFollowedRecords.getState().calibrating.has(first.number)).toBe(true));
  told({ ...first, state: 'record', recTime: 0, deviceRecId: 2 });
  await user.click(await screen.findByRole('button', { name: 'Arrêter et mesurer' }));
  told(first);
  await screen.findByText('Mesure en cours…');
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(useFollowedRecords.getState()).toMatchObject({ ended: trained, calibrating: new Map() });
});

test.each([
  ['Aucun capteur n’est prêt', []],
  ['Aucun autre capteur', [{ calib_type: 'calib_gyro' as const, started: '2026-05-16T12:00:00Z', record_id: 1 }]],
])('where no device may begin, or join, it says what to do: %s', async (said, running) => {
  const busy = deviceFixture({ number: 10200217, state: 'record', keys: [] });
  const [device] = takeList(undefined, [busy], 0);
  if (device === undefined) throw new Error('one device');
  const listCalibrations = running.map((one) => ({ ...one, number: busy.number }));
  await renderForTest(
    <LiveProvider live={live}>
      <CalibrateDialog device={device} onClose={() => {}} />
    </LiveProvider>,
    fakeServer({ listRealtimeDevices: [busy], listCalibrations }),
  );
  expect((await screen.findByText(new RegExp(`^${said}`))).textContent).toContain('connectez-en un');
});

test('a device is offered what it has sensors for, and others join where they have them, too', async () => {
  const plate = deviceFixture({
    number: 10200101,
    state: 'idle',
    keys: [['plate.fztot', 'Force totale', 'Total force', 'N', 1]],
  });
  const [device] = takeList(undefined, [plate, ...ready], 0);
  if (device === undefined) throw new Error('one device');
  await renderForTest(
    <LiveProvider live={live}>
      <CalibrateDialog device={device} onClose={() => {}} />
    </LiveProvider>,
    fakeServer({ listRealtimeDevices: [plate, ...ready], listCalibrations: [] }),
  );
  const user = userEvent.setup();
  expect((await screen.findByRole('combobox', { name: 'Calibration' })).textContent).toBe('Décalage à vide');
  await screen.findByRole('button', { name: 'Démarrer 1 capteur' });
  const other = screen.getByRole<HTMLInputElement>('checkbox', { name: `${first?.name} (ne mesure rien de tel)` });
  expect(other.disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'Calibration' }));
  expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Décalage à vide']);
});

test('no offset without load is offered to what has a roll, a compass and a battery, but no load', () => {
  const mini = deviceFixture({
    number: 10200217,
    state: 'idle',
    keys: [...axesOf('acc', 'mag'), ['imu.roll', '', '', '°', 1], ['imu.battery', '', '', '%', 0]],
  });
  expect(takeList(undefined, [mini], 0).map(typesFor)).toEqual([['calib_acc_gyro']]);
  const unknown = deviceFixture({ number: 10200217, state: 'idle', keys: [['box.Voie 3', '', '', '', 0]] });
  expect(takeList(undefined, [unknown], 0).map(typesFor)).toEqual([['calib_offset']]);
});
