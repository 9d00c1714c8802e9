import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { api, type BodyIn, CalibrationPosition, limits } from '@sillage/contract';
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

  test('has axes that were fixed otherwise put right, on top of its calibration, and back again when it is undone', async () => {
    const id = await decodedUpload('turning.csv', turning);
    await recalibrate(id, { calib_type: 'custom_calib', values: { imu_acc_x: { gain: 1, offset: 0.5 } } });
    await recalibrate(id, { calib_type: 'invert_acc_x' });
    const before = await means(id);
    const column = (name: string, from: string, sign: 1 | -1 = 1) => ({
      ...{ column: `imu_${name}`, from: `imu_${from}`, sign },
    });
    const acc = [column('acc_x', 'acc_y'), column('acc_y', 'acc_x', -1), column('acc_z', 'acc_z')];
    const gyro = [column('gyro_x', 'gyro_y'), column('gyro_y', 'gyro_x', -1), column('gyro_z', 'gyro_z')];
    expect(await recalibrate(id, { calib_type: 'custom_calib', axes: [...acc.slice(0, 2)] })).toBe('request.invalid');
    expect(await recalibrate(id, { calib_type: 'custom_calib', axes: [...acc, ...gyro] })).toMatchObject({
      step: { kind: 'recalibrate', on: true },
    });
    const after = await means(id);
    for (const sensor of ['acc', 'gyro']) {
      const name = (axis: string) => `csv.imu_${sensor}_${axis}`;
      expect(after[name('x')]).toBeCloseTo(before[name('y')] ?? 9, 4);
      expect(after[name('y')]).toBeCloseTo(-(before[name('x')] ?? 9), 4);
      expect(after[name('z')]).toBeCloseTo(before[name('z')] ?? 9, 4);
    }
    expect((await calibration(id)).find(({ kind }) => kind === 'acc')).toMatchObject({ method: 'turned' });
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

  test('has no load where it has an acceleration', async () => {
    const id = await decodedUpload('turning.csv', turning);
    const body = { calib_type: 'calib_offset' as const, columns: ['imu_acc_x'] };
    expect(await room.fieldsOf(api.tryCalibration, manager, { params: { id }, body })).toEqual({ columns: 'noLoad' });
  });

  test('keeps its roll when its load is zeroed, unless its roll is asked for', async () => {
    const tilted = turning.replaceAll('gyro_z', 'roll');
    const id = await decodedUpload('tilted.csv', tilted);
    await recalibrate(id, { calib_type: 'calib_offset', start: 0, end: 5 });
    const after = await means(id);
    expect([after['csv.imu_Force'], after['csv.imu_roll']]).toEqual([expect.closeTo(0, 4), expect.closeTo(0.044, 4)]);
    await recalibrate(id, { calib_type: 'calib_offset', columns: ['imu_roll'], start: 0, end: 5 });
    expect((await means(id))['csv.imu_roll']).toBeCloseTo(0, 4);
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
    expect(await fields({ calib_type: 'calib_offset', columns: ['nothing'] })).toEqual({ columns: 'unknown' });
    expect(await fields({ calib_type: 'calib_offset', columns: ['Force', 'Froce'] })).toEqual({ columns: 'unknown' });
    expect(await fields({ calib_type: 'custom_calib', values: { no: { gain: 1, offset: 0 } } })).toEqual({
      values: 'unknown',
    });
    expect(await room.call(api.readCalibration, stranger, { params: { id } })).toBe('entity.notFound');
  });

  describe('of the session of set 13', () => {
    const file = new URL('../../../../testkit/fixtures/13_imu_calibration_imucal/', import.meta.url);
    const rateHz = 204.8;
    const rows = gunzipSync(readFileSync(new URL('annotated_session.csv.gz', file)))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .sort((a, b) => Number(a[1]) - Number(b[1]));
    const columns = ['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z'].map((name) => `imu.${name}`);
    const lines = rows.map(([, sample, ...values]) => [Number(sample) / rateHz, ...values].join());
    const upload = () => decodedUpload('session.csv', `T,${columns.join()}\n${lines.join('\n')}\n`);
    const expected: { id: string; expected: number[] }[] = JSON.parse(
      readFileSync(new URL('expected.json', file), 'utf8'),
    );
    const known = (name: string) => expected.find((one) => one.id.endsWith(name))?.expected ?? [];
    const away = (name: string, values: readonly number[] = [], relative = false) =>
      Math.max(...known(name).map((one, i) => Math.abs((values[i] ?? 0) - one) / (relative ? Math.abs(one) : 1)));
    const found = async (id: number) => {
      const sensors = await calibration(id);
      return { acc: sensors.find(({ kind }) => kind === 'acc'), gyro: sensors.find(({ kind }) => kind === 'gyro') };
    };
    const positions = { p: 'up', a: 'down', rot: 'turn' } as const;
    const firstSeconds = Number(rows[0]?.[1]) / rateHz;
    const regions = ['p', 'a', 'rot'].flatMap((kind) =>
      ['x', 'y', 'z'].map((axis) => {
        const samples = rows.filter(([part]) => part === `${axis}_${kind}`).map(([, sample]) => Number(sample));
        const [start, end] = [Math.min(...samples), Math.max(...samples)].map((one) => one / rateHz - firstSeconds);
        const position = CalibrationPosition.parse(`${axis}_${positions[kind as keyof typeof positions]}`);
        // half a sample: times of a file are rounded
        return { position, start: Math.max(0, (start ?? 0) - 0.002), end: (end ?? 0) + 0.002 };
      }),
    );

    test('is calibrated by faces and turns that it finds itself, and says where they are', async () => {
      const id = await upload();
      const tried = api.tryCalibration.reply.parse(
        await room.call(api.tryCalibration, manager, { params: { id }, body: { calib_type: 'calib_acc_gyro' } }),
      );
      for (const { position, start, end } of regions) {
        const own = tried.regions?.find((one) => one.position === position);
        expect(Math.min(end, own?.end ?? 0) - Math.max(start, own?.start ?? 0), position).toBeGreaterThan(0.5);
      }
      expect(await recalibrate(id, { calib_type: 'calib_acc_gyro' })).toMatchObject({ step: { kind: 'recalibrate' } });
      const { acc, gyro } = await found(id);
      expect(acc).toMatchObject({ method: 'sixPositionsAndTurns', calib_type: 'calib_acc_gyro' });
      expect(away('ann_b_a', acc?.bias)).toBeLessThan(0.5);
      expect(away('ann_Ka', acc?.gains, true)).toBeLessThan(0.0005);
      expect(away('ann_Kg', gyro?.gains, true)).toBeLessThan(0.005);
      expect(acc?.residual?.after).toBeLessThan(0.1);
    });

    test('is calibrated as published by the faces and turns that somebody names, which its step keeps', async () => {
      const id = await upload();
      const wanted = { calib_type: 'calib_acc_gyro', regions } as const;
      expect(await recalibrate(id, wanted)).toMatchObject({
        step: {
          arguments: {
            method: 'sixPositionsAndTurns',
            regions: [{ position: 'x_up' }, {}, {}, {}, {}, {}, {}, {}, {}],
          },
        },
      });
      const { acc, gyro } = await found(id);
      expect(away('ann_b_a', acc?.bias)).toBeLessThan(0.5);
      expect(away('ann_Ka', acc?.gains, true)).toBeLessThan(0.0005);
      expect(away('ann_b_g', gyro?.bias)).toBeLessThan(0.02);
      expect(away('ann_Kg', gyro?.gains, true)).toBeLessThan(0.001);
    });

    test('is refused without a face, by a position named twice, and by one that ends before it begins', async () => {
      const id = await upload();
      const body = (some: typeof regions) => ({ calib_type: 'calib_acc_gyro' as const, regions: some });
      expect(await recalibrate(id, body(regions.slice(1)))).toBe('record.calibrationFacesMissing');
      const refused = (some: typeof regions) =>
        api.recalibrateRecord.body.safeParse(body(some)).error?.issues.map(({ path, message }) => [path[0], message]);
      expect(refused([...regions.slice(0, 6), regions[0]!])).toEqual([['regions', 'twice']]);
      expect(refused([{ ...regions[0]!, end: -1 }])).toEqual([['regions', 'range']]);
      expect(refused([{ ...regions[0]!, end: regions[0]!.start }])).toEqual([['regions', 'equalBounds']]);
      const history = async () =>
        api.readRecordHistory.reply.parse(await room.call(api.readRecordHistory, manager, { params: { id } }));
      const moved = (at: number, change: Partial<(typeof regions)[number]>) =>
        body(regions.map((region, i) => (i === at ? { ...region, ...change } : region)));
      const { start } = regions[0]!;
      expect(await recalibrate(id, moved(0, { end: start + 0.005 }))).toBe('record.calibrationWindowTooShort');
      expect(await recalibrate(id, moved(6, { start: 20, end: 20.001 }))).toBe('record.calibrationWindowTooShort');
      const outside = { params: { id }, body: moved(6, { start: 9000, end: 9005 }) };
      expect(await room.fieldsOf(api.recalibrateRecord, manager, outside)).toEqual({ regions: 'outside' });
      expect((await history()).steps).toEqual([]);
    });

    test('says where faces are named the other way round', async () => {
      const id = await upload();
      const exchanged = { x_up: 'x_down', x_down: 'x_up' } as const;
      const body = {
        calib_type: 'calib_acc_gyro' as const,
        regions: regions.map((region) => ({
          ...region,
          position:
            region.position === 'x_up' || region.position === 'x_down' ? exchanged[region.position] : region.position,
        })),
      };
      const tried = api.tryCalibration.reply.parse(
        await room.call(api.tryCalibration, manager, { params: { id }, body }),
      );
      expect(tried.warnings).toContain('axisReversed');
    });

    test('is calibrated by the values that there are, where some of a rest are missing', async () => {
      const holed = lines.map((line, i) => (i % 50 === 0 ? line.replace(/,[^,]*$/, ',') : line));
      const id = await decodedUpload('holed.csv', `T,${columns.join()}\n${holed.join('\n')}\n`);
      const wanted = { calib_type: 'calib_acc_gyro', regions } as const;
      expect(await recalibrate(id, wanted)).toMatchObject({ step: { kind: 'recalibrate' } });
      const { gyro } = await found(id);
      expect(away('ann_b_g', gyro?.bias)).toBeLessThan(0.2);
    });
  });
});
