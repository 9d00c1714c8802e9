import { CachedTable } from '@sillage/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useActiveClient } from '../base/active-client.ts';
import { refetchTable, useCachedQuery } from '../base/cached-query.ts';
import { useSettled } from '../ui/use-settled.ts';
import type { AdminTable, Row } from './table-definition.ts';
import type { TableView } from './table-states.ts';

/** ms that typing rests before the list is asked. */
const searchRestMilliseconds = 250;

/** After a change of one's own: names of one table stand in the rows of others, so whatever is shown is asked again. */
export async function refetchTables(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    refetchTable(queryClient, ...CachedTable.options),
    queryClient.invalidateQueries({ queryKey: ['admin'] }),
  ]);
}

/** The body of the list: page, order, search, filters, and the active client. */
export function queryOf<R extends Row>(
  table: Pick<AdminTable<R>, 'sort' | 'filters' | 'ofClient' | 'query'>,
  view: Pick<TableView, 'page' | 'pageSize' | 'search' | 'sort' | 'chosen' | 'everyClient'>,
  clientId: number,
) {
  const { by, descending = false } = view.sort ?? table.sort;
  const filters = (table.filters ?? []).flatMap(({ name, kind }): [string, unknown][] => {
    const chosen = view.chosen[name] ?? [];
    if (chosen.length === 0) return [];
    return [[name, kind === 'one' ? chosen[0] : [...chosen]]];
  });
  return {
    pageId: view.page,
    pageSize: view.pageSize,
    search: view.search.trim(),
    sort_by: by,
    sort_desc: descending,
    ...(table.ofClient && !view.everyClient ? { clientIds: [clientId] } : {}),
    ...table.query,
    ...Object.fromEntries(filters),
  };
}

/** A page of a table's rows, as its state asks. */
export function useRows<R extends Row>(table: AdminTable<R>, view: TableView) {
  const active = useActiveClient();
  const search = useSettled(view.search, searchRestMilliseconds);
  const body = queryOf(table, { ...view, search }, active.id);
  const list = useCachedQuery(
    {
      table: table.cached,
      key: [table.name, body],
      clientId: table.ofClient && !view.everyClient ? active.id : undefined,
      shape: table.endpoints.list.reply,
      fetch: (server, signal) => server.request(table.endpoints.list, { body, signal }),
    },
    { enabled: view.isMeasured, keepPrevious: true },
  );
  const pages = list.data === undefined ? view.page : Math.max(1, Math.ceil(list.data.total / view.pageSize));
  // Its rows were deleted meanwhile: the page before is the last now.
  if (view.page > pages && !list.isPlaceholderData) view.turnTo(pages);
  return list;
}
