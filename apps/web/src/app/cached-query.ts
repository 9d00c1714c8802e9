import { ApiError, type Client, type Reply } from '@sillage/client';
import { api, type CachedTable } from '@sillage/contract';
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useApi } from './services.tsx';

/** A list or a thing of a table whose changes the server can be asked about. */
export interface CachedQuery<T> {
  readonly table: CachedTable;
  /** What tells it from others of the table: page, filters, id. */
  readonly key: readonly unknown[];
  /** The active client; undefined = whatever the caller reaches. */
  readonly clientId: number | undefined;
  /** Reads it, with `client.request` so that the epoch comes along. */
  readonly fetch: (client: Client, signal: AbortSignal) => Promise<Reply<T>>;
}

interface CachedQueryOptions {
  readonly enabled?: boolean;
  /** The old page stays until the new one is there. */
  readonly keepPrevious?: boolean;
}

/** What is kept of an answer: its epoch says whether it is still good. */
interface Kept<T> {
  readonly body: T;
  readonly epoch: number | undefined;
}

/**
 * Server state that is fetched again only when its table changed (specification §4, cloud sync): a refetch asks
 * `utils/need_update` first. After a change of one's own, call `refetchTable`: then nothing needs to be asked.
 */
export function useCachedQuery<T>(
  query: CachedQuery<T>,
  { enabled = true, keepPrevious = false }: CachedQueryOptions = {},
): UseQueryResult<T> {
  const client = useApi();
  const queryKey = [...tableKey(query.table), query.clientId ?? null, ...query.key];
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client: queryClient }): Promise<Kept<T>> => {
      const present = presentOf<T>(queryClient, queryKey);
      if (present !== undefined && !(await hasChanged(client, query, present.epoch, signal))) return present;
      const { body, epoch } = await query.fetch(client, signal);
      return { body, epoch };
    },
    select: (kept) => kept.body,
    enabled,
    // Asked whenever it is shown again: the question costs little, and only the server knows what others changed.
    staleTime: 0,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    meta: { quiet: true },
  });
}

/** Everything shown of these tables is fetched again; for after a change of one's own. */
export async function refetchTable(queryClient: QueryClient, ...tables: readonly CachedTable[]): Promise<void> {
  await Promise.all(tables.map((table) => queryClient.invalidateQueries({ queryKey: tableKey(table) })));
}

function tableKey(table: CachedTable): QueryKey {
  return ['cached', table];
}

/** What is there and nobody said to be old. */
function presentOf<T>(queryClient: QueryClient, queryKey: QueryKey): Kept<T> | undefined {
  const state = queryClient.getQueryState<Kept<T>>(queryKey);
  return state === undefined || state.isInvalidated ? undefined : state.data;
}

async function hasChanged(
  client: Client,
  { table, clientId }: Pick<CachedQuery<unknown>, 'table' | 'clientId'>,
  epoch: number | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (epoch === undefined) return true;
  const about = clientId === undefined ? {} : { client_id: clientId };
  const query = { last_epoch: epoch, ...about };
  try {
    return (await client.call(api.needUpdate, { params: { table }, query, signal })).need_update;
  } catch (problem) {
    // A client that is gone, say: the question itself will be refused the same way, and the screen shows it.
    if (problem instanceof ApiError) return true;
    throw problem;
  }
}
