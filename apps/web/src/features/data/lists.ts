import { limits, type Record } from '@sillage/contract';
import { useMemo, useState } from 'react';
import { useActiveClient } from '../../app/active-client.ts';
import { useOwnTimezone } from '../../app/own-parameters.ts';
import { useRecordList } from '../../records/record-queries.ts';
import { activeFilters, asQuery, useFilters } from './filters.ts';

type Kind = 'new' | 'associated';

/** One of the two lists: its page, its rows, and whether filters narrow it. */
export function useList(kind: Kind, search: string) {
  const { filters } = useFilters();
  const client = useActiveClient();
  const timezone = useOwnTimezone();
  const query = useMemo(
    () => ({ clientIds: [client.id], ...asQuery(filters, search, timezone) }),
    [client.id, filters, search, timezone],
  );
  const narrowing = JSON.stringify(query);
  const [asked, setAsked] = useState({ page: 1, narrowing });
  // Another filter starts again at the first page.
  const page = asked.narrowing === narrowing ? asked.page : 1;
  const list = useRecordList({ type: kind, pageId: page, pageSize: limits.pageSize, ...query });
  // Its rows were deleted or associated meanwhile: the page before is the last now.
  const pages = list.data === undefined ? page : Math.max(1, Math.ceil(list.data.total / limits.pageSize));
  if (page > pages) setAsked({ page: pages, narrowing });
  return {
    page,
    records: list.data?.records,
    total: list.data?.total,
    isEstimate: list.data?.total_is_estimate,
    error: list.error,
    refetch: list.refetch,
    narrowed: activeFilters(filters).length > 0 || search.trim() !== '',
    setPage: (next: number) => setAsked({ page: next, narrowing }),
  };
}

export type List = ReturnType<typeof useList>;

/** The checked records: they stay checked when the page turns. */
export function useChecked() {
  const [checked, setChecked] = useState<ReadonlyMap<number, Record>>(new Map());
  const [last, setLast] = useState<number>();
  return {
    records: [...checked.values()],
    has: (record: Record) => checked.has(record.id),
    clear: () => setChecked(new Map()),
    /** Checks or unchecks one, or with `range` everything from the last one on, in the rows given. */
    toggle: (record: Record, rows: readonly Record[], range: boolean) => {
      const from = rows.findIndex((row) => row.id === last);
      const to = rows.findIndex((row) => row.id === record.id);
      const chosen = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [record];
      setChecked((now) => withRows(now, chosen, !now.has(record.id)));
      setLast(record.id);
    },
    setAll: (rows: readonly Record[], on: boolean) => setChecked((now) => withRows(now, rows, on)),
  };
}

export type Checked = ReturnType<typeof useChecked>;

function withRows(now: ReadonlyMap<number, Record>, rows: readonly Record[], on: boolean): ReadonlyMap<number, Record> {
  const next = new Map(now);
  for (const row of rows) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}
