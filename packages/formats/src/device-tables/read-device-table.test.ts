import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  detectFormat,
  type FileFormat,
  type FileProblem,
  isProblem,
  type Recording,
  readWholeFile,
  utf8,
} from '../index.ts';
import { readDamaged } from '../make-test-damage.ts';

const fixture = (path: string) => readFileSync(new URL(`../../../testkit/fixtures/${path}`, import.meta.url));
const coach = fixture('10_rowing_nk_rp3/Speedcoach2example.csv');
const empower = fixture('10_rowing_nk_rp3/EmpowerSpeedCoachForce.csv');
const machine = fixture('10_rowing_nk_rp3/rp3_curve.csv');
const hub = gunzipSync(fixture('09_cycling_power/powertap_11202008.csv.gz'));

function good(result: Recording | FileProblem): Recording {
  if (isProblem(result)) throw new Error(JSON.stringify(result));
  return result;
}
const read = (format: FileFormat, bytes: Uint8Array) => good(readWholeFile(format, bytes));
const said = ({ findings }: Recording) => findings.map(({ msg }) => msg.en);

/** Values of a module by name; times among them as T. */
function table(recording: Recording, name: string): Record<string, number[]> {
  const module = recording.modules.find((each) => each.name === name);
  const named = (module?.columns ?? []).map((column, i) => [column.name, [...(module?.values[i] ?? [])]] as const);
  return { T: [...(module?.timesSeconds ?? [])], ...Object.fromEntries(named) };
}

/** The cells of a plain table below a row that begins so; lists in quotes stay together. */
function source(bytes: Uint8Array, header: string): { column(name: string): number[]; lists(name: string): string[] } {
  const lines = new TextDecoder().decode(bytes).trim().split(/\r?\n/);
  const at = lines.findLastIndex((line) => line.startsWith(header));
  const cellsOf = (line: string) =>
    [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,|^)(?=,|$)/g)].map(([, a, b]) => (a ?? b ?? '').trim());
  const names = cellsOf(lines[at] ?? '');
  const rows = lines
    .slice(at + 1)
    .map(cellsOf)
    .filter(([first]) => !first?.startsWith('('));
  const lists = (name: string) => rows.map((row) => row[names.indexOf(name)] ?? '');
  const number = (cell: string) => (/^-?\d/.test(cell) && !cell.includes(':') ? Number(cell) : Number.NaN);
  return { lists, column: (name) => lists(name).map(number) };
}
const mean = (values: readonly number[] = []) => {
  const filled = values.filter((value) => !Number.isNaN(value));
  return filled.reduce((sum, value) => sum + value, 0) / filled.length;
};
const clock = (text: string) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

describe('a SpeedCoach', () => {
  const recording = read('nk', coach);
  const values = table(recording, 'nk');
  const rows = source(coach, 'Interval,Elapsed Time,GPS Distance,GPS Split');

  test('is recognised, has its strokes, with the names and units that every screen knows', () => {
    expect(detectFormat(coach, true)).toMatchObject({ format: 'nk' });
    for (const [theirs, ours] of [
      ['GPS Distance', 'distance'],
      ['GPS Speed', 'speed'],
      ['Stroke Rate', 'stroke_rate'],
      ['Heart Rate', 'heart_rate'],
      ['Stroke Count', 'strokes'],
      ['Interval', 'interval'],
    ] as const) {
      expect([ours, values[ours]]).toEqual([ours, rows.column(theirs)]);
    }
    expect(values.split?.map((s) => s.toFixed(1))).toEqual(
      rows.lists('GPS Split').map((text) => clock(text).toFixed(1)),
    );
    expect(recording.modules[0]?.columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual(
      expect.arrayContaining(['distance m', 'speed m/s', 'split s/500 m', 'stroke_rate spm', 'heart_rate bpm']),
    );
  });

  test('has three intervals of the lengths that it wrote, and began when it says', () => {
    const elapsed = recording.passes.map(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds);
    // From the first stroke of each, which ended 1.5, 1.4 and 1.3 s after its beginning.
    expect(elapsed.map((s, i) => s + [1.5, 1.4, 1.3][i]!)).toEqual([56.6, 59.2, 55.6].map((s) => expect.closeTo(s, 0)));
    const split = mean(values.split?.filter((_, i) => values.interval?.[i] === 1));
    expect(split).toBeGreaterThan(100);
    expect(Math.max(...(values.distance ?? []).filter((_, i) => values.interval?.[i] === 1))).toBeCloseTo(250.4, 1);
    expect(new Date((recording.startUs ?? 0) / 1000).toJSON()).toBe('2016-07-28T11:35:00.000Z');
    expect(said(recording)).toEqual([]);
  });

  test('damaged in any of ten thousand ways is a record with what is whole, or refused', () => {
    const lines = new TextDecoder().decode(coach).split('\n');
    const table = lines.findIndex((line) => line.startsWith('Interval,Elapsed Time,GPS'));
    const few = [
      ...lines.slice(0, 4),
      ...lines.slice(table, table + 6),
      ...lines.filter((line) => /^2,00:0/.test(line)),
    ];
    expect(readDamaged('nk', utf8(few.join('\n')))).toBeGreaterThan(5000);
  });
});

describe('a SpeedCoach with an EmPower oarlock', () => {
  const recording = read('nk', empower);
  const values = table(recording, 'nk');

  test('has the means that the device wrote, over all strokes, those without a time, too', () => {
    const means = ['power', 'catch', 'slip', 'finish', 'wash', 'force_mean', 'work', 'force_max', 'peak_angle'];
    const expected = [222, -67, 6, 43, 15, 264, 490, 508, -23];
    for (const [i, name] of means.entries())
      expect(Math.abs(mean(values[name]) - (expected[i] ?? 0))).toBeLessThan(0.5);
    expect(values.T?.length).toBe(692);
    expect(values.T?.slice(4, 9)).toEqual([12.4, 20.5, 28.6, 36.7, 44.8]);
    expect(values.T).toEqual(values.T?.toSorted((a, b) => a - b));
    expect(said(recording)).toEqual([
      'Rows without a time, put between their neighbours: 16.',
      'The date “10/06/2019 14:02” can be read in two ways: it was read as day/month. Correct the date of the record if it is the other one.',
    ]);
  });

  test('went as far a stroke as it says; angles are in °', () => {
    expect(Math.abs((values.distance ?? []).reduce((a, b) => Math.max(a, b || 0), 0) / 676 - 9.307)).toBeLessThan(0.01);
    const [module] = recording.modules;
    expect(module?.columns.find(({ name }) => name === 'catch')).toMatchObject({
      unit: '°',
      description: { fr: 'Angle de prise' },
    });
    const power = mean(values.power);
    expect(Math.abs((mean(values.work) * mean(values.stroke_rate)) / 60 - power) / power).toBeLessThan(0.015);
  });

  test('damaged in any of ten thousand ways is a record with what is whole, or refused', () => {
    const lines = new TextDecoder().decode(empower).split('\n');
    const table = lines.findLastIndex((line) => line.startsWith('Interval,'));
    const few = [...lines.slice(0, 4), ...lines.slice(table, table + 9)];
    expect(read('nk', utf8(few.join('\n'))).modules[0]?.columns.map(({ name }) => name)).toContain('force_max');
    expect(readDamaged('nk', utf8(few.join('\n')))).toBeGreaterThan(5000);
  });
});

describe('an RP3', () => {
  const recording = read('rp3', machine);
  const values = table(recording, 'rp3');
  const curve = table(recording, 'rp3_curve');
  const rows = source(machine, '"id"');

  test('is recognised, and has its strokes in metres, newtons and beats', () => {
    expect(detectFormat(machine, true)).toMatchObject({ format: 'rp3' });
    for (const [theirs, ours, factor] of [
      ['power', 'power', 1],
      ['stroke_rate', 'stroke_rate', 1],
      ['distance', 'distance', 1],
      ['distance_per_stroke', 'd_stroke', 0.01],
      ['peak_force', 'force_max', 1],
      ['estimated_500m_time', 'split', 1],
    ] as const) {
      const wanted = rows.column(theirs).map((value) => value * factor);
      expect([ours, values[ours]]).toEqual([ours, wanted]);
    }
    expect(values.heart_rate?.[0]).toBe(90);
  });

  test('has the force along each stroke, its peak where and as great as the machine says', () => {
    const strokes = new Map<number, { force: number; handle: number }[]>();
    for (const [i, stroke] of (curve.stroke ?? []).entries()) {
      const points = strokes.get(stroke) ?? [];
      strokes.set(stroke, points);
      points.push({ force: curve.force?.[i] ?? Number.NaN, handle: curve.handle?.[i] ?? Number.NaN });
    }
    const [peak, where] = [rows.column('peak_force'), rows.column('peak_force_pos')];
    const drawn = rows.lists('curve_data').flatMap((list, i) => (list === '' ? [] : [i]));
    expect([drawn.length, strokes.size]).toEqual([464, 464]);
    for (const [n, row] of drawn.entries()) {
      const points = strokes.get(n + 1) ?? [];
      const highest = points.reduce((best, point) => (point.force > best.force ? point : best));
      expect([row, highest.force]).toEqual([row, peak[row]]);
      expect(Math.abs(highest.handle - (where[row] ?? 0))).toBeLessThan(0.05);
    }
    expect(curve.T).toEqual(curve.T?.toSorted((a, b) => a - b));
  });

  test('has its pieces one after the other, a stretch each', () => {
    expect(recording.passes.length).toBe(4);
    expect(values.T).toEqual(values.T?.toSorted((a, b) => a - b));
  });

  test('damaged in any of ten thousand ways is a record with what is whole, or refused', () => {
    const lines = new TextDecoder().decode(machine).replaceAll(',-32768', '').split('\n');
    expect(readDamaged('rp3', utf8([...lines.slice(0, 6), ...lines.slice(261, 265)].join('\n')))).toBeGreaterThan(7000);
  });
});

describe('a PowerTap', () => {
  const recording = read('powertap', hub);
  const values = table(recording, 'powertap');
  const rows = source(hub, 'Minutes');

  test('is recognised, and has its values in s, m/s and m', () => {
    expect(detectFormat(hub, true)).toMatchObject({ format: 'powertap' });
    const close = (wanted: readonly number[], got: readonly number[] = []) =>
      wanted.findIndex((value, i) => !(Math.abs(value - (got[i] ?? Number.NaN)) < 1e-9));
    expect(
      close(
        rows.column('Minutes').map((minutes) => 60 * minutes),
        values.T,
      ),
    ).toBe(-1);
    expect(
      close(
        rows.column('Km/h').map((speed) => speed / 3.6),
        values.speed,
      ),
    ).toBe(-1);
    expect(
      close(
        rows.column('Km').map((km) => 1000 * km),
        values.distance,
      ),
    ).toBe(-1);
    expect(values.power).toEqual(rows.column('Watts'));
    expect(Object.keys(values)).not.toContain('Hrate');
    expect(values.heart_rate?.some((beats) => beats < 0) ?? false).toBe(false);
  });

  test('has torque and speed that give its power, and its intervals as stretches', () => {
    const { torque = [], speed = [], power = [] } = values;
    const off = power.map((watts, i) => (torque[i] ?? 0) * ((speed[i] ?? 0) / (2.096 / (2 * Math.PI))) - watts);
    expect(Math.sqrt(mean(off.map((each) => each ** 2)))).toBeLessThan(1);
    expect(recording.passes.length).toBe(5);
    expect(recording.passes[1]?.fromSeconds).toBeCloseTo(15.792 * 60, 9);
  });

  test('damaged in any of ten thousand ways is a record with what is whole, or refused', () => {
    const lines = new TextDecoder().decode(hub).split('\n');
    expect(readDamaged('powertap', utf8([...lines.slice(0, 8), ...lines.slice(750, 755)].join('\n')))).toBeGreaterThan(
      7000,
    );
  });
});

test('units that nobody knows stay as they are', () => {
  const miles = new TextDecoder().decode(coach).replaceAll('(Meters)', '(Miles)').replaceAll('(M/S)', '(Knots)');
  const { modules } = read('nk', utf8(miles));
  const unit = (name: string) => modules[0]?.columns.find((column) => column.name === name)?.unit;
  expect([unit('distance'), unit('speed')]).toEqual(['m', 'Knots']);
  const values = table(read('nk', utf8(miles)), 'nk');
  expect(values.distance?.[0]).toBeCloseTo(3.2 * 1609.344, 6);
});
