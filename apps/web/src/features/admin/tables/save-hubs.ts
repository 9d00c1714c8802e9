import type { Hub, LinkedHub } from '@sillage/contract';
import { writeCsv } from '../../../base/write-csv.ts';

const columns = [
  'number',
  'name',
  'linked_at',
  'last_seen',
  'version',
  'waiting_rows',
  'waiting_originals',
  'waiting_bytes',
  'free_bytes',
  'clock_ahead_ms',
] as const;
type Column = (typeof columns)[number];

/** Each hub with what it said of itself last; one without a code has its number and name. */
export function hubsAsCsv(hubs: readonly Pick<Hub, 'id' | 'number' | 'name'>[], links: readonly LinkedHub[]): string {
  const rows = hubs.map(({ id, number, name }): Readonly<Record<Column, unknown>> => {
    const link = links.find(({ hub_id: hubId }) => hubId === id);
    const report = link?.report;
    return {
      ...{ number, name, linked_at: link?.linked_at, last_seen: link?.last_seen, version: link?.version },
      ...{ waiting_rows: report?.rows, waiting_originals: report?.files, waiting_bytes: report?.bytes },
      ...{ free_bytes: report?.free_bytes, clock_ahead_ms: report?.offset_ms },
    };
  });
  return writeCsv(columns, rows);
}
