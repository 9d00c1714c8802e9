import { limits, type Record } from '@sillage/contract';
import { useEffect, useMemo, useState } from 'react';
import { useActiveClient } from '../../base/active-client.ts';
import { useAppearance } from '../../base/appearance.ts';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { activeFilters, asQuery, noFilters, useFilters } from '../../records/filters.ts';
import { useToday } from '../../records/last-days.ts';
import { useRecordList, useRecordTotals } from '../../records/record-queries.ts';
import { type ListKind, useShownLists } from '../../records/shown-lists.ts';
import { useTableView } from './table-view.ts';

/** What narrows and sorts a list: the inbox is searched, but not filtered, so that nothing in it is forgotten. */
function useListQuery(kind: ListKind, search: string) {
  const { filters } = useFilters();
  const { sort } = useTableView();
  const client = useActiveClient();
  const timezone = useOwnTimezone();
  const today = useToday(timezone);
  const language = useAppearance((appearance) => appearance.language);
  const isSorted = kind === 'associated' && (sort.by !== 'date' || !sort.descending);
  const narrowed = search.trim() !== '' || (kind === 'associated' && activeFilters(filters).length > 0);
  const query = useMemo(
    () => ({
      clientIds: [client.id],
      ...asQuery(kind === 'new' ? noFilters : filters, search, timezone, today),
    }),
    [client.id, kind, filters, search, timezone, today],
  );
  const order = useMemo(
    () => (isSorted ? { sort_by: sort.by, sort_desc: sort.descending, language } : {}),
    [isSorted, sort, language],
  );
  return { query, order, narrowed, clientId: client.id };
}

/** The row, from 0, that a list begins with: who comes back from one of its records finds its page again. */
function firstOnReturn(kind: ListKind, narrowing: string): number {
  const { lists, left } = useShownLists.getState();
  const { type: _, pageId = 1, pageSize = limits.pageSize, ...narrowedBy } = lists[kind] ?? {};
  return left !== undefined && JSON.stringify(narrowedBy) === narrowing ? (pageId - 1) * pageSize : 0;
}

/**
 * One of the two lists: its page, its rows, how many there are with and without what narrows it.
 * @param rows how many a page has; undefined until that is known, and then nothing is asked
 */
export function useList(kind: ListKind, search: string, rows: number | undefined) {
  const { query, order, narrowed, clientId } = useListQuery(kind, search);
  const narrowing = JSON.stringify({ ...query, ...order });
  // By its first row, so that a window of another height shows the same records.
  const [asked, setAsked] = useState(() => ({ first: firstOnReturn(kind, narrowing), narrowing }));
  const pageSize = rows ?? limits.pageSize;
  // Another filter starts again at the first page.
  const page = asked.narrowing === narrowing ? Math.floor(asked.first / pageSize) + 1 : 1;
  const shown = useMemo(
    () => ({ type: kind, pageId: page, pageSize, ...query, ...order }),
    [kind, page, pageSize, query, order],
  );
  const list = useRecordList(shown, rows !== undefined);
  const show = useShownLists((lists) => lists.show);
  const comeBack = useShownLists((lists) => lists.comeBack);
  useEffect(comeBack, [comeBack]);
  useEffect(() => {
    if (rows !== undefined) show(kind, shown);
  }, [rows, show, kind, shown]);
  const all = useRecordList({ type: kind, pageSize: 1, clientIds: [clientId] }, narrowed && rows !== undefined);
  const totals = useRecordTotals({ type: kind, ...query }, rows !== undefined);
  // Its rows were deleted or associated meanwhile: the page before is the last now.
  const pages = list.data === undefined ? page : Math.max(1, Math.ceil(list.data.total / pageSize));
  const setPage = (next: number) => setAsked({ first: (next - 1) * pageSize, narrowing });
  if (page > pages && !list.isPlaceholderData) setPage(pages);
  return {
    page,
    pageSize,
    records: list.data?.records,
    total: list.data?.total,
    isEstimate: list.data?.total_is_estimate,
    /** Of all pages; null where they are too many to be added up. */
    totals,
    /** Of all, where something narrows. */
    outOf: narrowed ? all.data?.total : undefined,
    error: list.error,
    refetch: list.refetch,
    narrowed,
    setPage,
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
