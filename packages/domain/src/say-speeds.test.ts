import { describe, expect, it } from 'vitest';
import { parsePace, sayPace, sayRange, saySpeed, sayStatistics } from './say-speeds.ts';

const said = (unit: string, chosen: 'km_h' | 'm_s' | 'min_500m', value: number) => {
  const say = saySpeed('gps.speed', unit, chosen);
  return [say?.of(value), say?.unit];
};

describe('a speed is said in the chosen unit', () => {
  it.each([
    ['m/s', 'm_s', 5, 5, 'm/s'],
    ['m/s', 'km_h', 5, 18, 'km/h'],
    ['km/h', 'm_s', 18, 5, 'm/s'],
    ['km/h', 'km_h', 18, 18, 'km/h'],
    ['m/s', 'min_500m', 4, 125, 'min/500\u00a0m'],
    ['km/h', 'min_500m', 14.4, 125, 'min/500\u00a0m'],
  ] as const)('%s as %s: %d is %d %s', (unit, chosen, value, figure, printed) => {
    const [of, name] = said(unit, chosen, value);
    expect(of).toBeCloseTo(figure, 9);
    expect(name).toBe(printed);
  });

  it('where it is a speed, whatever the module', () => {
    expect(saySpeed('Vitesse_max', 'm/s', 'km_h')).toBeDefined();
    expect(saySpeed('imu.acc_x', 'm/s²', 'km_h')).toBeUndefined();
    expect(saySpeed('oar.handle', 'm/s', 'km_h')).toBeUndefined();
    expect(saySpeed('gps.speed', 'kn', 'km_h')).toBeUndefined();
    expect(saySpeed('gps.speed', 'm/s', undefined)).toBeUndefined();
  });
});

describe('a pace', () => {
  const pace = saySpeed('speed', 'm/s', 'min_500m');

  it('is min:s, and none for those who stand still', () => {
    expect(sayPace(pace?.of(4), 0, ',')).toBe('2:05');
    expect(sayPace(119.96, 1, ',')).toBe('2:00,0');
    expect(sayPace(59.96, 1, '.')).toBe('1:00.0');
    expect(sayPace(pace?.of(0), 0, ',')).toBe('–');
    expect(sayPace(pace?.of(-2), 0, ',')).toBe('–');
  });

  it('of a difference has its sign before the minutes', () => {
    expect(sayPace(-5, 0, ',')).toBe('−0:05');
    expect(sayPace(-65.25, 1, ',')).toBe('−1:05,3');
    expect(sayPace(-0.04, 1, ',')).toBe('0:00,0');
  });

  it('that was measured as one is said as one, whatever unit speeds have, with its deviation', () => {
    const split = saySpeed('nk.split', 's/500 m', 'm_s');
    expect([split?.isPace, split?.unit, sayPace(split?.of(112.34), 1, ',')]).toEqual([
      true,
      'min/500\u00a0m',
      '1:52,3',
    ]);
    expect(sayRange(split, 100, 125)).toEqual([100, 125]);
    const row = { mean: 112, std: 2, min: 108, max: 120 };
    expect(sayStatistics(split, row)).toEqual(row);
  });

  it('is read as it is said and as it is typed', () => {
    for (const seconds of [0, 59.9, 60, 112.3, 3599.9, -5, -65.2]) {
      for (const sign of [',', '.']) expect(parsePace(sayPace(seconds, 1, sign))).toBeCloseTo(seconds, 6);
    }
    expect(parsePace(' 1:52 ')).toBe(112);
    expect(parsePace('-0:05')).toBe(-5);
    for (const none of ['', '112', '1:72', 'x', '–', '1:52:']) expect(parsePace(none)).toBeUndefined();
  });

  it('of a range begins with the fastest', () => {
    expect(sayRange(pace, 4, 5)).toEqual([100, 125]);
    expect(sayRange(pace, 0, 5)).toEqual([100, 1000]);
    expect(sayRange(pace, 0, 0.1)).toBeUndefined();
    expect(sayRange(undefined, 4, 5)).toEqual([4, 5]);
  });

  it('of statistics is that of the mean speed, without a deviation', () => {
    expect(sayStatistics(pace, { num: 9, mean: 4, std: 0.2, min: 2.5, max: 5 })).toEqual({
      num: 9,
      mean: 125,
      std: null,
      min: 100,
      max: 200,
    });
  });
});

it('statistics in km/h keep their shape', () => {
  const row = sayStatistics(saySpeed('speed', 'm/s', 'km_h'), { mean: 5, std: 0.5, min: null, max: 6 });
  expect(row.mean).toBeCloseTo(18, 9);
  expect(row.std).toBeCloseTo(1.8, 9);
  expect(row.min).toBeNull();
});

it('a median is said as the mean beside it, and is not there where it was not asked for', () => {
  const of = { mean: 4, std: 0.2, min: 2.5, max: 5 };
  const [speed, pace] = [saySpeed('speed', 'm/s', 'km_h'), saySpeed('speed', 'm/s', 'min_500m')];
  expect(sayStatistics(speed, { ...of, median: 5 }).median).toBeCloseTo(18, 9);
  expect(sayStatistics(pace, { ...of, median: 4 }).median).toBeCloseTo(125, 9);
  expect(sayStatistics(speed, { ...of, median: null }).median).toBeNull();
  expect('median' in sayStatistics(speed, of)).toBe(false);
});
