import type { HealthCount } from '@sillage/contract';

/** What the table tells of a device, a column each. */
export const columns = ['blocks', 'metas', 'logins', 'takeOvers'] as const;
export type Column = (typeof columns)[number];

const columnOf: { readonly [K in HealthCount['what']]?: Column } = {
  'block.refused': 'blocks',
  'block.dropped': 'blocks',
  'block.notWritten': 'blocks',
  'meta.refused': 'metas',
  'login.refused': 'logins',
  'connection.takenOver': 'takeOvers',
};

export interface DeviceRow {
  readonly number: number;
  readonly name: string | null;
  readonly counts: Readonly<Record<Column, number>>;
  /** Of what happened last. */
  readonly reason: string | null;
  readonly last: string;
}

/** The devices of which something was refused, the most first. */
export function deviceRows(counts: readonly HealthCount[]): DeviceRow[] {
  const ofDevices = Map.groupBy(
    counts.filter(({ device, what }) => device !== null && columnOf[what] !== undefined),
    ({ device }) => device ?? 0,
  );
  return [...ofDevices].map(([number, all]) => rowOf(number, all)).toSorted((a, b) => total(b) - total(a));
}

function rowOf(number: number, all: readonly HealthCount[]): DeviceRow {
  const newest = all.toSorted((a, b) => b.last.localeCompare(a.last));
  const of = (column: Column) =>
    all.filter(({ what }) => columnOf[what] === column).reduce((sum, { count }) => sum + count, 0);
  return {
    number,
    name: all.find(({ device_name }) => device_name !== null)?.device_name ?? null,
    counts: { blocks: of('blocks'), metas: of('metas'), logins: of('logins'), takeOvers: of('takeOvers') },
    reason: newest.find(({ reason }) => reason !== null)?.reason ?? null,
    last: newest[0]?.last ?? '',
  };
}

const total = ({ counts }: DeviceRow) => columns.reduce((sum, column) => sum + counts[column], 0);
