import { DeviceState } from '@sillage/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  athleteNames,
  compareVersions,
  composeDeviceNumber,
  correctRecordTime,
  deviceDisplayName,
  deviceFamily,
  formatChrono,
  formatDateTime,
  isAtLeastVersion,
  isChanging,
  isRecording,
  parseChrono,
  parseDeviceNumber,
  parseTimeString,
  recordTimeAt,
  recordTitle,
  stateTone,
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
  it('are named after their date and at most two athletes', () => {
    const date = '01/06/2026 10:00:00';
    expect(recordTitle({ date, users: [] })).toBe(date);
    expect(recordTitle({ date, users: [person('A'), person('B')] })).toBe(`${date} – A X, B X`);
    expect(athleteNames(['A', 'B', 'C'].map(person))).toBe('A X, B X…');
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
    for (const text of ['1:00.000', '00:60.000', '00:00', '00:00.00', 'x']) expect(parseChrono(text)).toBeUndefined();
  });

  it('time strings are mm:ss or hh:mm:ss', () => {
    expect(['01:30', '1:02:03', '00:00'].map(parseTimeString)).toEqual([90, 3723, 0]);
    for (const text of ['90', '60:00', '1:60', '1:2:3:4', '']) expect(parseTimeString(text)).toBeUndefined();
  });

  it('dates are written in the record’s own time zone, across the change of the clock', () => {
    const winter = Date.UTC(2026, 0, 5, 23, 4, 5);
    expect(formatDateTime(winter, 'Europe/Paris')).toBe('06/01/2026 00:04:05');
    expect(formatDateTime(Date.UTC(2026, 6, 5, 12, 0, 0), 'Europe/Paris')).toBe('05/07/2026 14:00:00');
    expect(formatDateTime(winter, 'America/New_York')).toBe('05/01/2026 18:04:05');
    expect(formatDateTime(winter, 'Mars/Olympus')).toBe(formatDateTime(winter, 'Europe/Paris'));
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

  it('have the tones of the specification', () => {
    expect(those((state) => stateTone(state) === 'ready')).toEqual(['idle', 'firmware_updating']);
    expect(those((state) => stateTone(state) === 'recording')).toHaveLength(4);
    expect(those(isChanging)).toHaveLength(5);
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
