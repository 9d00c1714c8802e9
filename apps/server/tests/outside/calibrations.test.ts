import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

/** Two motion sensors and one that has no gyroscope. */
const [maxi, mini] = [10200082, 20100018];
let hub: TestHub;
let ask: Program;
let clientId: number;
let path: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  const { ask: asked, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!');
  ask = asked;
  clientId = session.client_id;
  path = `/devices/rt/${clientId}/calibrations`;
  await hub.plug([maxi, mini]);
  await waitUntil('both to be connected', async () => {
    const { body } = await ask('POST', `/devices/rt/${clientId}/all`);
    const there = body.filter((one: Said) => one.is_connected && one.realtime_data_keys.length > 0);
    return there.length === 2;
  });
});
afterAll(async () => {
  await hub?.stop();
});

const recTime = async (number: number): Promise<number> => {
  const { body } = await ask('GET', `/devices/rt/${clientId}/${number}/settings`);
  return body.recTime ?? 0;
};
const decoded = (id: number): Promise<Said> =>
  waitUntil('the record to be decoded', async () => {
    const { body } = await ask('GET', `/records/${id}`);
    return body.visualisable && body;
  });

test('devices start and join a calibration, stop it, and their records keep what was found', async () => {
  const start = (numbers: number[]) =>
    ask('POST', `${path}/start`, { calib_type: 'calib_gyro', device_numbers: numbers });
  const started = await start([maxi]);
  expect([started.status, started.body]).toMatchObject([200, [{ number: maxi, calib_type: 'calib_gyro' }]]);
  const joined = await start([maxi, mini]);
  expect(joined.body).toMatchObject([{ number: maxi, code: 'device.recording' }, { number: mini }]);
  const now = await waitUntil('both to record', async () => {
    const { body } = await ask('GET', path);
    return body.length === 2 && body.every((one: Said) => one.record_id !== null) && body;
  });
  await waitUntil('three seconds', async () => (await recTime(mini)) > 3 && (await recTime(maxi)) > 3);
  const { body: stopped } = await ask('POST', `${path}/stop`);
  expect(stopped.map((one: Said) => one.record_id).sort()).toEqual(now.map((one: Said) => one.record_id).sort());
  expect((await ask('GET', path)).body).toEqual([]);
  const again = await ask('POST', `${path}/stop`, { device_numbers: [maxi] });
  expect(again.body).toMatchObject([{ number: maxi, code: 'device.notCalibrating' }]);

  const made = await decoded(now.find((one: Said) => one.number === maxi).record_id);
  expect(made).toMatchObject({ record_type: 'calib', users: [] });
  expect(made.basename).toMatch(/^Calibration 10200082_/);
  const { status, body: step } = await ask('POST', `/records/${made.id}/recalibrate`, { calib_type: 'calib_gyro' });
  expect(status).toBe(201);
  const [sensor] = step.step.arguments.sensors;
  expect(sensor.columns).toEqual(['gyro_x', 'gyro_y', 'gyro_z']);
  const kept = await waitUntil('what was found to be kept', async () => {
    const { body } = await ask('GET', `/records/${made.id}/calibration`);
    return body.sensors.find((one: Said) => one.calib_type === 'calib_gyro');
  });
  for (const value of Object.values<number>(kept.residual)) expect(value).toBe(Number(value.toFixed(3)));
  await usedByOther(made.id, sensor);
});

async function usedByOther(id: number, sensor: Said): Promise<void> {
  const source = await waitUntil('the recording of the demo to be decoded', async () => {
    const { body } = await ask('POST', '/records/all', { type: 'all', pageSize: -1 });
    return body.records.find((one: Said) => one.basename.includes('maxi-0082') && one.visualisable);
  });
  const by = { calib_type: 'calib_gyro', from_record: id };
  const { body: tried } = await ask('POST', `/records/${source.id}/recalibrate/preview`, by);
  expect(tried).toMatchObject({ window: null, method: 'restMean', sensors: [{ bias: sensor.bias }] });
  const { status } = await ask('POST', `/records/${source.id}/recalibrate`, by);
  expect(status).toBe(201);
  await waitUntil('the other record to be read by it', async () => {
    const { body } = await ask('GET', `/records/${source.id}`);
    return body.calib_infos.some((one: Said) => one.calib_type === 'calib_gyro' && one.source === 'step');
  });
  const refused = await ask('POST', `/records/${source.id}/recalibrate/preview`, {
    calib_type: 'calib_acc_gyro',
    from_record: id,
  });
  expect(refused.body.fields).toEqual({ from_record: 'unknown' });
}

test('what somebody chose for the next record waits for one that is no calibration', async () => {
  const next = `/devices/rt/${clientId}/${mini}/session`;
  const chosen = await ask('PUT', next, { title: 'Sortie' });
  expect(chosen.status).toBe(200);
  await ask('POST', `${path}/start`, { calib_type: 'calib_offset', device_numbers: [mini] });
  await waitUntil('a second', async () => (await recTime(mini)) > 1);
  const { body } = await ask('POST', `${path}/stop`, { device_numbers: [mini] });
  expect((await decoded(body[0].record_id)).basename).toMatch(/^Calibration /);
  expect((await ask('GET', next)).body.title).toBe('Sortie');
});
