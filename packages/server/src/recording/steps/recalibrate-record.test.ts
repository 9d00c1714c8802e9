import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { api, type BodyIn, limits } from '@sillage/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestClub } from '../records/testing.ts';

const { room, manager, stranger, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());

const recalibrate = async (id: number, body: BodyIn<typeof api.recalibrateRecord>) => {
  const answer = await room.call(api.recalibrateRecord, manager, { params: { id }, body });
  await room.decoded();
  return answer;
};
const undo = async (id: number) => {
  await room.call(api.undoRecordStep, manager, { params: { id } });
  await room.decoded();
};
const calibration = async (id: number, who = manager) =>
  api.readCalibration.reply.parse(await room.call(api.readCalibration, who, { params: { id } })).sensors;
const means = async (id: number, query: object = {}) => {
  const { default: found } = api.readRecordStatistics.reply.parse(
    await room.call(api.readRecordStatistics, manager, { params: { id }, query }),
  );
  return Object.fromEntries(found.data.map(({ variable, mean }) => [variable, mean]));
};

/** 20 s at 50 Hz: at rest for 10 s, then turning, with the biases of a gyroscope and of a force sensor. */
const noise = (i: number) => 0.02 * Math.sin(i * 1.7);
const lines = Array.from({ length: 1001 }, (_, i) => {
  const turning = i > 500 ? 90 * Math.sin(i / 20) : 0;
  const row = [i / 50, 0.1, 0, 9.8, 0.312 + noise(i) + turning, -0.187 + noise(i), 0.044, 12.5];
  return row.map((value) => value.toFixed(5)).join();
});
const names = ['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z', 'Force'].map((name) => `imu.${name}`);
const turning = `T,${names.join()}\n${lines.join('\n')}\n`;

describe('a record', () => {
  test('loses the bias of its gyroscope by a rest, keeps it where it moved, and has it again when it is undone', async () => {
    const id = await decodedUpload('turning.csv', turning);
    const before = await means(id);
    expect((await read(id)).calib_infos[0]).toMatchObject({ calib_type: 'initial_calib', source: 'device' });
    expect(await recalibrate(id, { calib_type: 'calib_gyro', start: 0, end: 20 })).toBe('record.calibrationNotStill');
    expect(await recalibrate(id, { calib_type: 'calib_gyro', start: 0, end: 0.4 })).toBe(
      'record.calibrationWindowTooShort',
    );
    const wanted = { calib_type: 'calib_gyro', start: 1, end: 9 } as const;
    const tried = await room.call(api.tryCalibration, manager, { params: { id }, body: wanted });
    expect(tried).toMatchObject({ method: 'restMean', window: { start: 1, end: 9 }, warnings: [] });
    expect(await means(id)).toEqual(before);
    expect(await recalibrate(id, wanted)).toMatchObject({ step: { kind: 'recalibrate', on: true } });
    const rest = await means(id, { t0: 1, t1: 9 });
    for (const axis of ['x', 'y', 'z']) expect(Math.abs(rest[`csv.imu_gyro_${axis}`] ?? 1)).toBeLessThan(1e-3);
    const gyro = (await calibration(id)).find(({ kind }) => kind === 'gyro');
    expect(gyro).toMatchObject({ calib_type: 'calib_gyro', source: 'step', window: { start: 1, end: 9 } });
    expect(gyro?.bias.map((value) => String(value).length <= 6)).toEqual([true, true, true]);
    expect(gyro?.bias[0]).toBeCloseTo(0.312, 2);
    expect((await read(id)).calib_infos).toContainEqual({
      module: 'csv',
      columns: ['imu_gyro_x', 'imu_gyro_y', 'imu_gyro_z'],
      calib_type: 'calib_gyro',
      source: 'step',
    });
    await undo(id);
    expect(await means(id)).toEqual(before);
  });

  test('zeroes its force, turns its axis round, takes values that are given, and goes back to what was received', async () => {
    const id = await decodedUpload('turning.csv', turning);
    const before = await means(id);
    await recalibrate(id, { calib_type: 'calib_offset', start: 0, end: 5 });
    await recalibrate(id, { calib_type: 'invert_acc_x' });
    await recalibrate(id, { calib_type: 'custom_calib', values: { imu_acc_z: { gain: 2, offset: 1 } } });
    const after = await means(id);
    expect(after['csv.imu_Force']).toBeCloseTo(0, 4);
    expect(after['csv.imu_acc_x']).toBeCloseTo(-0.1, 4);
    expect(after['csv.imu_acc_z']).toBeCloseTo(2 * 9.8 + 1, 4);
    // A second measure is of what was received, too: it takes nothing off twice.
    await recalibrate(id, { calib_type: 'calib_offset', start: 0, end: 5 });
    expect((await means(id))['csv.imu_Force']).toBeCloseTo(0, 4);
    await recalibrate(id, { calib_type: 'invert_acc_x' });
    expect((await means(id))['csv.imu_acc_x']).toBeCloseTo(0.1, 4);
    await recalibrate(id, { calib_type: 'initial_calib' });
    expect(await means(id)).toEqual(before);
    await undo(id);
    await recalibrate(id, { calib_type: 'no_calib' });
    expect(await means(id)).toEqual(before);
  });

  test('that is decoded otherwise while it is measured is not calibrated by samples of both', async () => {
    const id = await decodedUpload('turning.csv', turning);
    await recalibrate(id, { calib_type: 'calib_offset', start: 0, end: 5 });
    const body = { calib_type: 'calib_offset', start: 0, end: 5 } as const;
    const measure = room.dependencies.calibrations.measure;
    room.dependencies.calibrations.measure = async (task) => {
      room.dependencies.calibrations.measure = measure;
      await undo(id);
      return measure(task);
    };
    expect(await room.call(api.tryCalibration, manager, { params: { id }, body })).toBe('record.signalsChanged');
    const again = api.tryCalibration.reply.parse(
      await room.call(api.tryCalibration, manager, { params: { id }, body }),
    );
    expect(again.sensors[0]?.bias[0]).toBeCloseTo(12.5, 3);
  });

  test('is not calibrated by a window of more samples than are measured at once', async () => {
    const rows = Array.from({ length: limits.calibrationSamples + 1 }, (_, i) => `${i / 1000},${i % 3}`);
    const id = await decodedUpload('long.csv', `T,cell.Force\n${rows.join('\n')}\n`);
    expect(await recalibrate(id, { calib_type: 'calib_offset' })).toBe('record.calibrationWindowTooLong');
  });

  test('is calibrated by those who see it, with what it has', async () => {
    const id = await decodedUpload('force.csv', 'T,cell.Force\n0,1\n1,1\n2,1\n');
    expect(await recalibrate(id, { calib_type: 'calib_gyro' })).toBe('record.calibrationColumnsMissing');
    const fields = (body: BodyIn<typeof api.recalibrateRecord>) =>
      room.fieldsOf(api.recalibrateRecord, manager, { params: { id }, body });
    expect(await fields({ calib_type: 'calib_offset', module: 'other' })).toEqual({ module: 'unknown' });
    expect(await fields({ calib_type: 'custom_calib', values: { no: { gain: 1, offset: 0 } } })).toEqual({
      values: 'unknown',
    });
    expect(await room.call(api.readCalibration, stranger, { params: { id } })).toBe('entity.notFound');
  });

  test('of the session of set 13 is calibrated as published', async () => {
    const file = new URL('../../../../testkit/fixtures/13_imu_calibration_imucal/', import.meta.url);
    const rows = gunzipSync(readFileSync(new URL('annotated_session.csv.gz', file)))
      .toString()
      .trim()
      .split('\n');
    const sorted = rows
      .slice(1)
      .map((line) => line.split(','))
      .sort((a, b) => Number(a[1]) - Number(b[1]))
      .map(([, sample, ...values]) => [Number(sample) / 204.8, ...values].join());
    const columns = ['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z'].map((name) => `imu.${name}`);
    const id = await decodedUpload('session.csv', `T,${columns.join()}\n${sorted.join('\n')}\n`);
    expect(await recalibrate(id, { calib_type: 'calib_acc_gyro' })).toMatchObject({ step: { kind: 'recalibrate' } });
    const expected: { id: string; expected: number[] }[] = JSON.parse(
      readFileSync(new URL('expected.json', file), 'utf8'),
    );
    const known = (name: string) => expected.find((one) => one.id.endsWith(name))?.expected ?? [];
    const sensors = await calibration(id);
    const [acc, gyro] = ['acc', 'gyro'].map((kind) => sensors.find((sensor) => sensor.kind === kind));
    expect(acc).toMatchObject({ method: 'sixPositionsAndTurns', calib_type: 'calib_acc_gyro' });
    for (const axis of [0, 1, 2] as const) {
      expect(Math.abs((acc?.bias[axis] ?? 0) - (known('ann_b_a')[axis] ?? 0))).toBeLessThan(0.5);
      expect(Math.abs((acc?.gains[axis] ?? 0) / (known('ann_Ka')[axis] ?? 1) - 1)).toBeLessThan(0.0005);
      expect(Math.abs((gyro?.gains[axis] ?? 0) / (known('ann_Kg')[axis] ?? 1) - 1)).toBeLessThan(0.005);
    }
    expect(acc?.residual?.after).toBeLessThan(0.1);
  });
});
