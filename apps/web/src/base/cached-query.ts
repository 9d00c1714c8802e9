import { type ApiClient, ApiError, type Reply } from '@sillage/client';
import { api, type CachedData, type CachedTable } from '@sillage/contract';
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { type Kept, keepAnswer, readAnswer } from './kept-answers.ts';
import { useServices } from './services.tsx';
import { useSession } from './session.ts';

/** What the server can be asked about: a table, data that are more than one table, or the tasks of one name. */
export type Watched =
  | { readonly table: CachedTable; readonly data?: never; readonly task?: never }
  | { readonly data: CachedData; readonly table?: never; readonly task?: never }
  | { readonly task: string; readonly table?: never; readonly data?: never };

/** A list or a thing whose changes the server can be asked about. */
export type CachedQuery<T> = Watched & {
  /** What tells it from others of the table: page, filters, id. */
  readonly key: readonly unknown[];
  /** The active client; undefined = whatever the caller reaches. */
  readonly clientId: number | undefined;
  /** What a body that an earlier visit has kept must be. */
  readonly shape: z.ZodType<T>;
  /** Reads it, with `client.request` so that the epoch comes along. */
  readonly fetch: (server: ApiClient, signal: AbortSignal) => Promise<Reply<T>>;
};

interface CachedQueryOptions<T> {
  readonly enabled?: boolean;
  /** The old page stays until the new one is there. */
  readonly keepPrevious?: boolean;
  /** ms until it is asked about again while it is shown; false = not by itself. */
  readonly askAgain?: (body: T | undefined) => number | false;
}

/**
 * Server state that is fetched again only when it changed: a refetch asks
 * `utils/need_update` first, also after a reload of the page. After a change of one's own, call `refetchTable`: then
 * nothing needs to be asked.
 */
export function useCachedQuery<T>(
  query: CachedQuery<T>,
  { enabled = true, keepPrevious = false, askAgain }: CachedQueryOptions<T> = {},
): UseQueryResult<T> {
  const { server, apiUrl } = useServices();
  const userId = useSession((session) => session.user?.id);
  const queryKey = cachedKey(query);
  const name = `${ownerOf(apiUrl, userId)} ${JSON.stringify(queryKey)}`;
  return useQuery<Kept<T>, Error, T>({
    queryKey,
    queryFn: async ({ signal, client: queryClient }): Promise<Kept<T>> => {
      const present = presentOf<T>(queryClient, queryKey);
      if (present !== undefined && !(await hasChanged(server, query, present.epoch, signal))) return present;
      const { body, epoch } = await query.fetch(server, signal);
      keepAnswer(name, { body, epoch });
      return { body, epoch };
    },
    initialData: () => readAnswer(name, query.shape),
    select: (kept) => kept.body,
    enabled,
    // Asked whenever it is shown again: the question costs little, and only the server knows what others changed.
    staleTime: 0,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(askAgain && { refetchInterval: ({ state }) => askAgain(state.data?.body) }),
    meta: { quiet: true },
  });
}

/** Whose answers are kept under which name. */
export function ownerOf(apiUrl: string, userId: number | undefined): string {
  return `${apiUrl} ${userId ?? 'nobody'}`;
}

/** Everything shown of these tables is fetched again; for after a change of one's own. */
export async function refetchTable(
  queryClient: QueryClient,
  ...tables: readonly (CachedTable | CachedData)[]
): Promise<void> {
  await Promise.all(tables.map((table) => queryClient.invalidateQueries({ queryKey: ['cached', table] })));
}

/** Where an answer of this query lies in the query client, as `Kept`. */
export function cachedKey(query: Watched & Pick<CachedQuery<unknown>, 'key' | 'clientId'>): QueryKey {
  const { table, data, task, key, clientId } = query;
  const watched = task === undefined ? [table ?? data] : ['tasks', task];
  return ['cached', ...watched, clientId ?? null, ...key];
}

/** What is there and nobody said to be old. */
function presentOf<T>(queryClient: QueryClient, queryKey: QueryKey): Kept<T> | undefined {
  const state = queryClient.getQueryState<Kept<T>>(queryKey);
  return state === undefined || state.isInvalidated ? undefined : state.data;
}

async function hasChanged(
  server: ApiClient,
  query: Watched & Pick<CachedQuery<unknown>, 'clientId'>,
  epoch: number | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (epoch === undefined) return true;
  try {
    return (await ask(server, query, epoch, signal)).need_update;
  } catch (problem) {
    // A client that is gone, say: the question itself will be refused the same way, and the screen shows it.
    if (problem instanceof ApiError) return true;
    throw problem;
  }
}

function ask(
  server: ApiClient,
  { table, data, task, clientId }: Watched & Pick<CachedQuery<unknown>, 'clientId'>,
  last_epoch: number,
  signal: AbortSignal,
) {
  const query = { last_epoch, ...(clientId !== undefined && { client_id: clientId }) };
  if (task !== undefined) return server.call(api.needTaskUpdate, { params: { name: task }, query, signal });
  if (data !== undefined) return server.call(api.needDataUpdate, { params: { name: data }, query, signal });
  return server.call(api.needUpdate, { params: { table }, query, signal });
}
