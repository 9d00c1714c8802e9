import { describe, expect, it } from 'vitest';
import { formatStatistics, statisticsAsText } from './format-statistics.ts';

const speed = { variable: 'gps.speed', num: 1100, mean: 5.1074, std: 0.361, min: 4.4321, max: 5.7 };

describe('statistics for people', () => {
  it('writes mean ± deviation and extremes as the language does', () => {
    expect(formatStatistics(speed, { decimals: 2, isPace: false }, 'fr')).toEqual({
      mean: '5,11',
      spread: '± 0,36',
      extremes: '4,4 à 5,7',
    });
    expect(formatStatistics(speed, { decimals: 2, isPace: false }, 'en')).toEqual({
      mean: '5.11',
      spread: '± 0.36',
      extremes: '4.4 to 5.7',
    });
  });

  it('says the mean pace of who also stood still, whose slowest pace is none', () => {
    const rowed = { variable: 'nk.speed', num: 692, mean: 127.1, std: null, min: 95.5, max: null };
    expect(formatStatistics(rowed, { decimals: 1, isPace: true }, 'fr')).toEqual({
      mean: '2:07,1',
      spread: '',
      extremes: '1:35,5 à –',
    });
  });

  it('has as many decimals as the quantity, more in a window that is calm, and keeps the true minus', () => {
    const torque = { variable: 'bike.torque', num: 9, mean: 64.2, std: 87.4, min: -2.1, max: 1246 };
    expect(formatStatistics(torque, { decimals: 0, isPace: false }, 'fr')).toEqual({
      mean: '64',
      spread: '± 87',
      extremes: '−2 à 1\u202f246',
    });
    const calm = { ...torque, mean: 0.62, std: 0.091, min: -0.4, max: 0.9 };
    expect(formatStatistics(calm, { decimals: 0, isPace: false }, 'fr')).toEqual({
      mean: '0,6',
      spread: '± 0,1',
      extremes: '−0,4 à 0,9',
    });
    const still = { ...torque, mean: -8.06, std: 0.04, min: -8.1, max: -7.9 };
    expect(formatStatistics(still, { decimals: 0, isPace: false }, 'fr')).toEqual({
      mean: '−8,06',
      spread: '± 0,04',
      extremes: '−8,1 à −7,9',
    });
    const constant = { ...torque, mean: 3, std: 0, min: 3, max: 3 };
    expect(formatStatistics(constant, { decimals: 1, isPace: false }, 'fr')).toEqual({
      mean: '3,0',
      spread: '± 0,0',
      extremes: '3,0 à 3,0',
    });
  });

  it('has the decimals of the quantity in a range too narrow for one', () => {
    const still = { variable: 'plate.cop_x', num: 9, mean: 0.22, std: 0.004, min: 0.213, max: 0.229 };
    expect(formatStatistics(still, { decimals: 3, isPace: false }, 'fr').extremes).toBe('0,213 à 0,229');
  });

  it('says nothing of a window without samples, and no spread of a single one', () => {
    expect(
      formatStatistics(
        { ...speed, num: 0, mean: null, std: null, min: null, max: null },
        { decimals: 2, isPace: false },
        'fr',
      ).mean,
    ).toBe('–');
    expect(formatStatistics({ ...speed, num: 1, std: null }, { decimals: 2, isPace: false }, 'fr').spread).toBe('');
    expect(formatStatistics(undefined, { decimals: 2, isPace: false }, 'fr')).toEqual({
      mean: '–',
      spread: '',
      extremes: '',
    });
  });

  it('copies full precision to a spreadsheet', () => {
    const text = statisticsAsText(
      [{ title: 'S1', rows: new Map([['gps.speed', speed]]), window: { from: 2, to: 4.5 }, landmarks: undefined }],
      [{ name: 'gps.speed', label: 'Vitesse', unit: 'm/s', isPace: false }],
      'fr',
      ['n', 'moyenne', 'écart-type', 'min', 'max'],
      [{ name: 'integral', title: 'intégrale' }],
    );
    expect(text.split('\n').map((line) => line.split('\t').at(-1))).toEqual(['S1 intégrale', '12,7685']);
    expect(text.split('\n')[1]).toContain('Vitesse\tm/s\t1100\t5,1074\t0,361\t4,4321\t5,7\t');
  });
});
