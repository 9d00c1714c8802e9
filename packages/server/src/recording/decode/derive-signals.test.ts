import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '@sillage/formats';
import { afterAll, describe, expect, test } from 'vitest';
import { createSignalStore } from '../store/index.ts';
import { decodeSource } from './decode-source.ts';
import type { DecodeTask } from './decode-task.ts';

const root = await mkdtemp(join(tmpdir(), 'sillage-derive-'));
afterAll(() => rm(root, { recursive: true }));
const store = createSignalStore({ cacheBytes: 0 });
afterAll(() => store.close());

/** Decodes a CSV as a record of a sport. */
async function decoded(csv: string, sports: readonly string[] | undefined, more: Partial<DecodeTask> = {}) {
  const folder = await mkdtemp(join(root, 'case-'));
  await mkdir(join(folder, 'work'));
  await writeFile(join(folder, 'file.csv'), csv);
  const outcome = await decodeSource({
    ...{ source: 'csv', path: join(folder, 'file.csv'), startUs: 0, rateHz: undefined, timezone: 'UTC', steps: [] },
    ...{ folder: join(folder, 'signals'), work: join(folder, 'work'), ...(sports && { sports }), ...more },
  });
  if (isProblem(outcome)) throw new Error(JSON.stringify(outcome));
  const valuesOf = async (module: string, column: string) => {
    const all: number[] = [];
    for await (const { columns } of store.samples(join(folder, 'signals'), module, [column], 0, 1e9)) {
      all.push(...columns[0]!);
    }
    return all;
  };
  return { ...outcome, valuesOf };
}

/** Strokes of 2 s, 0.8 s of drive; a boat of 4 m/s that leans by 10° to port. */
const surge = (t: number) => {
  const part = (t / 2) % 1;
  return part < 0.4 ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
};
const lean = (10 * Math.PI) / 180;
const boat = (seconds: number, rateHz = 50, header = 'T,acc_x (m/s²),acc_y (m/s²),acc_z (m/s²),speed (m/s)') => {
  const rows = Array.from({ length: seconds * rateHz }, (_, i) => {
    const t = i / rateHz;
    return [t, surge(t), -9.81 * Math.sin(lean), 9.81 * Math.cos(lean), 4].map((one) => one.toFixed(4)).join();
  });
  return `${header}\n${rows.join('\n')}\n`;
};
const middle = (values: readonly number[]) => values.slice(values.length >> 2, (3 * values.length) >> 2);

describe('What is computed of a boat', () => {
  test('are its strokes, how it lies and how fast it is within a stroke, beside what was measured', async () => {
    const { availableData, modules, valuesOf } = await decoded(boat(120), ['aviron']);
    const names = ['roll', 'pitch', 'cadence', 't_check', 'ratio_check', 'speed_i', 'd_stroke'];
    expect(Object.keys(availableData).filter((name) => name.startsWith('derived.'))).toEqual(
      names.map((name) => `derived.${name}`),
    );
    expect(availableData['derived.d_stroke']).toMatchObject({
      unit: 'm',
      description: { fr: 'Distance par coup (∫ vitesse)' },
    });
    expect(modules.derived).toMatchObject({ type: 'derived', samples: modules.csv?.samples });
    for (const one of middle(await valuesOf('derived', 'cadence'))) expect(Math.abs(one - 30)).toBeLessThan(1);
    for (const one of middle(await valuesOf('derived', 'roll'))) expect(one).toBeCloseTo(10, 0);
    for (const one of middle(await valuesOf('derived', 'd_stroke'))) expect(Math.abs(one - 8)).toBeLessThan(0.3);
    const within = middle(await valuesOf('derived', 'speed_i'));
    // ∫ of half a sine of 3 m/s² and 0.8 s is 1.5 m/s.
    expect(Math.max(...within) - Math.min(...within)).toBeCloseTo(1.49, 1);
  });
  test('has the quick part of its roll by a gyroscope, and begins and ends as it goes on', async () => {
    // 5° about 10°, twice a second: far quicker than gravity tells.
    const rows = Array.from({ length: 3000 }, (_, i) => {
      const rate = -5 * 4 * Math.PI * Math.cos((4 * Math.PI * i) / 100);
      return [i / 100, surge(i / 100), -9.81 * Math.sin(lean), 9.81 * Math.cos(lean), rate, 0, 0].join();
    });
    const header = 'T,acc_x (m/s²),acc_y (m/s²),acc_z (m/s²),gyro_x (°/s),gyro_y (°/s),gyro_z (°/s)';
    const { valuesOf } = await decoded(`${header}\n${rows.join('\n')}\n`, ['kayak']);
    const roll = middle(await valuesOf('derived', 'roll'));
    expect(Math.max(...roll)).toBeCloseTo(15, 0);
    expect(Math.min(...roll)).toBeCloseTo(5, 0);
    // A stroke that is cut off leaves a little of its surge; its last sample alone would be 12°.
    for (const one of await valuesOf('derived', 'pitch')) expect(Math.abs(one)).toBeLessThan(3);
  });
  test('is none of another sport, and none where nobody says one', async () => {
    for (const sports of [['tennis'], [], undefined]) {
      expect(Object.keys((await decoded(boat(60), sports)).availableData)).toHaveLength(4);
    }
  });
  test('never takes the place of what was measured, whatever spelling it has', async () => {
    const header = 'T,acc_x (m/s²),acc_y (m/s²),acc_z (m/s²),stroke_rate (1/min)';
    const { availableData } = await decoded(boat(60, 50, header), ['Aviron']);
    const names = Object.keys(availableData);
    expect(names).toContain('derived.t_check');
    expect(names.filter((name) => /cadence|d_stroke|speed_i/.test(name))).toEqual([]);
  });
  test('is of samples as a calibration has them, and is the same in the middle of a record of many pieces', async () => {
    const inverted = { calib_type: 'invert_acc_x' as const, module: 'csv', window: null, method: 'sign' as const };
    const step = {
      kind: 'recalibrate' as const,
      arguments: { ...inverted, sensors: [], inverted: 'acc_y', warnings: [] },
    };
    const { valuesOf } = await decoded(boat(60), ['aviron'], { steps: [step] });
    for (const one of middle(await valuesOf('derived', 'roll'))) expect(one).toBeCloseTo(-10, 0);
    const long = await decoded(boat(5400), ['aviron']);
    const cadence = await long.valuesOf('derived', 'cadence');
    expect(cadence).toHaveLength(5400 * 50);
    // Pieces end at 131,072 samples: strokes go on there as anywhere.
    for (let i = 500; i < cadence.length - 500; i++) {
      if (!(Math.abs(cadence[i]! - 30) < 1)) throw new Error(`${cadence[i]} at ${i}`);
    }
  });
});

describe('What is computed of forces and power', () => {
  test('are sums of sides and centres of pressure, without one below 20 N', async () => {
    const { valuesOf, availableData } = await decoded('T,fzg (N),fzd (N)\n0,100,150\n0.01,110,150\n0.02,,150\n', []);
    expect(availableData['derived_force.fztot']).toMatchObject({ unit: 'N' });
    expect(await valuesOf('derived_force', 'fztot')).toEqual([250, 260, Number.NaN]);
    const plate = await decoded('T,Fz (kN),Mx (N·m),My (N·m)\n0,0.5,50,-100\n0.01,0.01,5,5\n', []);
    expect(await plate.valuesOf('derived_force', 'CoPx')).toEqual([Math.fround(0.2), Number.NaN]);
    expect(await plate.valuesOf('derived_force', 'CoPy')).toEqual([Math.fround(0.1), Number.NaN]);
  });
  test('are the sum of the cells of a plate, unless its whole force was measured', async () => {
    const cells = await decoded('T,fz1 (N),fz2 (N),fz3 (N),fz4 (N)\n0,100,150,50,25\n0.01,100,,50,25\n', []);
    expect(await cells.valuesOf('derived_force', 'Fz_total')).toEqual([325, Number.NaN]);
    expect(cells.availableData['derived_force.Fz_total']).toMatchObject({ unit: 'N' });
    const whole = await decoded('T,fz1 (N),fz2 (N),fztot (N)\n0,100,150,250\n0.01,100,1,101\n', []);
    expect(Object.keys(whole.availableData)).toHaveLength(3);
  });
  test('are the cadence of a crank by its angle, of a bike alone', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `${i / 100},${((i * 360 * 1.5) / 100) % 360}`);
    const file = `T,crank_angle (°)\n${rows.join('\n')}\n`;
    const bike = await decoded(file, ['velo']);
    for (const one of middle(await bike.valuesOf('derived_cadence', 'Cadence'))) {
      expect(Math.abs(one - 90)).toBeLessThan(2);
    }
    expect(Object.keys((await decoded(file, ['aviron'])).availableData)).toHaveLength(1);
  });
  test('are the power of both sides, and its mean over each revolution of the crank', async () => {
    const sides = await decoded('T,power_left (W),power_right (W)\n0,100,150\n1,110,150\n', ['velo']);
    expect(await sides.valuesOf('derived_power', 'Puissance')).toEqual([250, 260]);
    const rows = Array.from(
      { length: 1000 },
      (_, i) => `${i / 100},${200 + 100 * Math.sin((4 * Math.PI * i) / 100)},60`,
    );
    const crank = await decoded(`T,power (W),cadence (1/min)\n${rows.join('\n')}\n`, ['velo']);
    for (const one of middle(await crank.valuesOf('derived_power', 'Puissance_mean'))) expect(one).toBeCloseTo(200, 0);
  });
});
