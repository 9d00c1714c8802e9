import { athleteNames } from '@sillage/domain';
import { describe, expect, it } from 'vitest';
import { formatBytes } from '../ui/format-bytes.ts';
import { dateOf, dayOf, mayLackBlocks, timeOf, titleOf } from './describe-record.ts';

const people = [
  { id: 1, firstname: 'Camille', lastname: 'Le Goff' },
  { id: 2, firstname: 'Inès', lastname: 'Marchetti' },
  { id: 3, firstname: 'Éloïse', lastname: 'Grandjean' },
];
// 16 May 2026, 09:12 in Paris.
const record = {
  timestamp: Date.UTC(2026, 4, 16, 7, 12),
  timezone: 'Europe/Paris',
  users: people,
  device_name: null,
  basename: 'km-1',
};

describe('naming a record', () => {
  it('lists two athletes at most', () => {
    expect(athleteNames(people.slice(0, 1))).toBe('Camille Le Goff');
    expect(athleteNames(people)).toBe('Camille Le Goff, Inès Marchetti +1');
    expect(athleteNames([])).toBe('');
  });

  it('dates it in its own time zone, in the language of the page', () => {
    expect(dayOf(record, 'fr', new Date('2026-06-01'))).toBe('sam. 16 mai');
    expect(dayOf(record, 'fr', new Date('2027-06-01'))).toBe('16 mai 2026');
    expect(timeOf(record, 'en')).toBe('09:12');
    expect(timeOf({ ...record, timezone: 'Asia/Tokyo' }, 'fr')).toBe('16:12');
    expect(dateOf(record, 'en')).toBe('Sat 16 May 2026, 09:12');
    expect(titleOf(record, 'fr')).toBe('Camille Le Goff, Inès Marchetti +1 – sam. 16 mai 2026, 09:12');
  });

  it('tells records without athletes apart by their device or file', () => {
    expect(titleOf({ ...record, users: [] }, 'fr')).toBe('km-1 – sam. 16 mai 2026, 09:12');
    expect(titleOf({ ...record, users: [], device_name: 'Mini 0034' }, 'fr')).toBe(
      'Mini 0034 – sam. 16 mai 2026, 09:12',
    );
  });
});

it('writes sizes with three figures at most', () => {
  expect(formatBytes(14_100_000, 'fr')).toBe('14,1\u00a0Mo');
  expect(formatBytes(812_000, 'en')).toBe('812\u00a0kB');
  expect(formatBytes(12, 'fr')).toBe('12\u00a0o');
});

it('may lack blocks of its device until it is known that none is missing', () => {
  const streamed = { device_id: 3, device_record_id: 7, decode_state: 'done', other_data: {} } as const;
  expect(mayLackBlocks(streamed)).toBe(true);
  expect(mayLackBlocks({ ...streamed, other_data: { missing_blocks: 12 } })).toBe(true);
  expect(mayLackBlocks({ ...streamed, other_data: { missing_blocks: 0 } })).toBe(false);
  expect(mayLackBlocks({ ...streamed, decode_state: 'repairing' })).toBe(false);
  expect(mayLackBlocks({ ...streamed, device_record_id: null })).toBe(false);
});
