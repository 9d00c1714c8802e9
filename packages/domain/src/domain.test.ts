import { DeviceState, parseChrono } from '@sillage/contract';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  athleteNames,
  chooseRecordType,
  compareVersions,
  composeDeviceNumber,
  correctRecordTime,
  deviceDisplayName,
  deviceFamily,
  fitSportOf,
  formatChrono,
  formatDateTime,
  formatFileDate,
  isAtLeastVersion,
  isRecording,
  parseDeviceNumber,
  recordTimeAt,
  recordTitle,
  sportsCalled,
} from './index.ts';

describe('device numbers', () => {
  it('compose and parse are each other’s inverse', () => {
    const parts = fc.record({ family: fc.nat(99), hardware: fc.nat(99), serial: fc.nat(9999) });
    fc.assert(
      fc.property(parts, (given) => {
        expect(parseDeviceNumber(composeDeviceNumber(given))).toEqual(given);
      }),
    );
    expect(composeDeviceNumber({ family: 10, hardware: 20, serial: 42 })).toBe(10_200_042);
  });

  it('refuse serials that people could not type', () => {
    for (const serial of [-1, 10_000, 1.5]) {
      expect(() => composeDeviceNumber({ family: 10, hardware: 20, serial })).toThrow(RangeError);
    }
  });

  it('have a name to show', () => {
    const names = [10_200_042, 20_100_009, 30_000_001, 99_000_001].map(deviceDisplayName);
    expect(names).toEqual(['Maxi 0042', 'Mini 0009', 'Hub 0001', 'Device 0001']);
    expect(deviceFamily(10_999_999)).toBe('maxi');
  });
});

describe('versions', () => {
  it('compare by number, without their v, release candidates first', () => {
    const ordered = ['v6.4.9', '6.5', 'v6.5.1-rc1', '6.5.1', '6.10.0', 'V7'];
    expect(ordered.toReversed().toSorted((a, b) => compareVersions(a, b) ?? 0)).toEqual(ordered);
    expect(compareVersions('v6.5', '6.5.0')).toBe(0);
    expect([compareVersions('new', '1'), compareVersions('1', '1.2.3.4')]).toEqual([undefined, undefined]);
  });

  it('that cannot be read reach no minimum', () => {
    expect([isAtLeastVersion('v6.5.0', '6.5.0'), isAtLeastVersion('6.4.99', '6.5.0')]).toEqual([true, false]);
    expect(isAtLeastVersion('dev', '0.0.0')).toBe(false);
  });
});

describe('records', () => {
  const person = (firstname: string) => ({ firstname, lastname: 'X' });
  it('are named after at most two athletes, then their date', () => {
    const date = '01/06/2026 10:00:00';
    const source = 'Mini 0034';
    expect(recordTitle({ date, source, users: [] })).toBe(`Mini 0034 – ${date}`);
    expect(recordTitle({ date, source, users: [person('A'), person('B')] })).toBe(`A X, B X – ${date}`);
    expect(athleteNames(['A', 'B', 'C'].map(person))).toBe('A X, B X +1');
  });
});

describe('times', () => {
  it('chronos survive being written and read, to the millisecond', () => {
    const milliseconds = fc.nat(100 * 3600_000);
    fc.assert(
      fc.property(milliseconds, (ms) => {
        expect(parseChrono(formatChrono(ms / 1000))).toBeCloseTo(ms / 1000, 6);
      }),
    );
    expect([0, 61.0005, 59.9996, 6000, -1.5].map(formatChrono)).toEqual([
      '00:00.000',
      '01:01.001',
      '01:00.000',
      '100:00.000',
      '-00:01.500',
    ]);
  });

  it('dates are written in the record’s own time zone, across the change of the clock', () => {
    const winter = Date.UTC(2026, 0, 5, 23, 4, 5);
    expect(formatDateTime(winter, 'Europe/Paris')).toBe('06/01/2026 00:04:05');
    expect(formatDateTime(Date.UTC(2026, 6, 5, 12, 0, 0), 'Europe/Paris')).toBe('05/07/2026 14:00:00');
    expect(formatDateTime(winter, 'America/New_York')).toBe('05/01/2026 18:04:05');
    expect(formatDateTime(winter, 'Mars/Olympus')).toBe(formatDateTime(winter, 'Europe/Paris'));
  });
});

describe('zones', () => {
  const spelled = (name: string, n: number) =>
    [...name].map((letter, place) => ((n >> place) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');

  it('are written in names of files so that they sort', () => {
    expect(formatFileDate(Date.UTC(2026, 3, 4, 14, 30), 'Pacific/Auckland')).toBe('2026-04-05_02-30-00');
  });

  it('are one, however they are spelled, and no number of spellings or zones is kept', () => {
    const Real = Intl.DateTimeFormat;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(Real, {
      construct(target, given) {
        made += 1;
        return Reflect.construct(target, given);
      },
    });
    onTestFinished(() => {
      Intl.DateTimeFormat = Real;
    });
    for (let n = 0; n < 1000; n += 1) formatFileDate(0, spelled('Pacific/Chatham', n));
    expect(made).toBeLessThanOrEqual(2);
    const zones = Intl.supportedValuesOf('timeZone');
    for (const zone of zones) formatFileDate(0, zone);
    made = 0;
    for (const zone of zones.slice(-50)) formatFileDate(0, zone);
    expect(made).toBe(0);
    formatFileDate(0, 'Africa/Abidjan');
    expect(made).toBe(1);
  });
});

describe('the type of a record', () => {
  it('is what its file says, and a mini’s own for the plain records of a mini', () => {
    const types = (['record', 'calib', 'scenario', 'miniphyling', 'fusion', 'something', undefined] as const).map(
      (told) => [chooseRecordType(told, 'maxi'), chooseRecordType(told, 'mini')],
    );
    expect(types).toEqual([
      ['record', 'mini'],
      ['calib', 'calib'],
      ['scenario', 'scenario'],
      ['mini', 'mini'],
      ['fusion', 'fusion'],
      ['record', 'mini'],
      ['record', 'mini'],
    ]);
  });
});

describe('device states', () => {
  const those = (judge: (state: DeviceState) => boolean) => DeviceState.options.filter(judge);
  it('say what counts as recording', () => {
    expect(those((state) => isRecording(state))).toEqual(['record', 'scenario']);
    expect(those((state) => isRecording(state, { starting: true, stopping: true, recovery: true }))).toHaveLength(8);
    expect(those((state) => isRecording(state, { recovery: true }))).toEqual([
      'record',
      'recovery_record',
      'scenario',
      'recovery_scenario',
    ]);
  });
});

describe('record time', () => {
  it('runs on between updates, and follows the server only beyond 0.5 s', () => {
    const started = correctRecordTime(undefined, 10, 1000);
    expect(recordTimeAt(started, 3500)).toBe(12.5);
    expect(correctRecordTime(started, 12, 3500)).toBe(started);
    expect(correctRecordTime(started, 13, 3500)).toBe(started);
    expect(correctRecordTime(started, 13.01, 3500)).toEqual({ seconds: 13.01, atMs: 3500 });
    expect(correctRecordTime(started, 0, 3500)).toEqual({ seconds: 0, atMs: 3500 });
  });
});

it('standard sports are named as FIT does, and found again by that name', () => {
  const found = ['aviron', 'kayak', 'velo', 'foot', 'tennis', 'golf'].map((name) => [name, fitSportOf(name) ?? '']);
  for (const [name = '', fit = ''] of found) expect(sportsCalled(fit)).toContain(name);
  expect([fitSportOf('bmx'), sportsCalled('cycling'), fitSportOf('jump')]).toEqual([
    'cycling',
    ['cycling', 'velo'],
    undefined,
  ]);
  expect(sportsCalled('running')).toEqual(['running']);
});
