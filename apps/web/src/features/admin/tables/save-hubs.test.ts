import { expect, test } from 'vitest';
import { hubsAsCsv } from './save-hubs.ts';

test('each hub with what it said of itself last, and one without a code', () => {
  const link = {
    ...{ hub_id: 3, number: 7, name: 'Hangar', version: '1.2.0', backlog: [] },
    ...{ last_seen: '2026-11-28T09:12:00.000Z', linked_at: '2026-11-01T08:00:00.000Z' },
    report: { rows: 2, files: 4, bytes: 9_000_000, free_bytes: 41_000_000_000, offset_ms: -400 },
  };
  const hubs = [
    { id: 3, number: 7, name: 'Hangar' },
    { id: 4, number: 8, name: '=Ponton' },
  ];
  expect(hubsAsCsv(hubs, [link]).split('\r\n')).toEqual([
    'number,name,linked_at,last_seen,version,waiting_rows,waiting_originals,waiting_bytes,free_bytes,clock_ahead_ms',
    '7,Hangar,2026-11-01T08:00:00.000Z,2026-11-28T09:12:00.000Z,1.2.0,2,4,9000000,41000000000,-400',
    "8,'=Ponton,,,,,,,,",
    '',
  ]);
});
