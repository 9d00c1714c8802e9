import type { Health, HealthCount } from '@sillage/contract';
import { describe, expect, test } from 'vitest';
import { makeHealth } from '../../../testing/make-health.ts';
import { deviceRows } from './device-rows.ts';
import { findProblems } from './find-problems.ts';

const kinds = (more: Partial<Health>) => findProblems(makeHealth(more)).map(({ kind }) => kind);
const count = (what: HealthCount['what'], times: number, more: Partial<HealthCount> = {}): HealthCount => ({
  ...{ what, device: 20_200_052, device_name: 'Mini 0052', count: times, last: '2026-06-01T10:00:00Z', reason: null },
  ...more,
});

describe('what an administrator is told to do', () => {
  test('is nothing while everything that is measured is well', () => expect(kinds({})).toEqual([]));

  test('names what is away first, then the disk, then devices', () => {
    const counts = [count('meta.refused', 1), count('connection.takenOver', 20)];
    const disk = { ...makeHealth().disk, state: 'full' } as const;
    expect(kinds({ missing: ['broker'], disk, counts })).toEqual(['missing', 'diskFull', 'twoPrograms', 'metaRefused']);
  });

  test('leaves out what happens on any bad link, and what strangers did', () => {
    const counts = [
      count('connection.takenOver', 19),
      count('block.refused', 9),
      count('login.refused', 5000, { device: null }),
      count('connection.takenOver', 5000, { device: null }),
    ];
    expect(kinds({ counts })).toEqual([]);
  });

  test('forgets what has not happened for a day', () => {
    const last = '2026-05-31T12:00:00Z';
    const whats = ['meta.refused', 'block.refused', 'connection.takenOver', 'connection.atLimit'] as const;
    expect(kinds({ counts: whats.map((what) => count(what, 5000, { last })) })).toEqual([]);
  });

  test('says when a disk is slow, refuses or has no room', () => {
    const { journals } = makeHealth();
    expect(kinds({ journals: { ...journals, worst_unsynced: 5 } })).toEqual([]);
    expect(kinds({ journals: { ...journals, worst_unsynced: 5.1, full: 1, failing: 2 } })).toEqual([
      'journalsFull',
      'journalsFailing',
      'unsynced',
    ]);
  });

  test('says that the program crashed, until a day later', () => {
    expect(kinds({ crashes: { count: 2, last: '2026-06-01T10:00:00Z' } })).toEqual(['crashed']);
    expect(kinds({ crashes: { count: 2, last: '2026-05-31T11:00:00Z' } })).toEqual([]);
  });

  test('asks for a backup where there is none or an old one; while the database is away nobody knows', () => {
    expect(kinds({ last_backup: null })).toEqual(['noBackup']);
    expect(kinds({ last_backup: { date: '2026-05-20T10:00:00Z', whole: true } })).toEqual(['oldBackup']);
    expect(kinds({ last_backup: null, missing: ['database'] })).toEqual(['missing']);
  });
});

test('a device has one row, with its sums, the last cause, and the most refused first', () => {
  const rows = deviceRows([
    count('login.refused', 3, { device: null }),
    count('block.refused', 4, { reason: 'crc', last: '2026-06-01T09:00:00Z' }),
    count('block.dropped', 2, { reason: 'no room', last: '2026-06-01T11:00:00Z' }),
    count('meta.refused', 9, { device: 10_200_042, device_name: null }),
    count('journal.syncFailed', 9),
  ]);
  expect(rows.map(({ number, name, counts, reason, last }) => [number, name, counts, reason, last])).toEqual([
    [10_200_042, null, { blocks: 0, metas: 9, logins: 0, takeOvers: 0 }, null, '2026-06-01T10:00:00Z'],
    [20_200_052, 'Mini 0052', { blocks: 6, metas: 0, logins: 0, takeOvers: 0 }, 'no room', '2026-06-01T11:00:00Z'],
  ]);
});
