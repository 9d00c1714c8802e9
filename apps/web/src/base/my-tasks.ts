import { api, type Task } from '@sillage/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { downloadFinished } from './auto-download.ts';
import { refetchTable } from './cached-query.ts';
import { useServer, useServices } from './services.tsx';
import { useSession } from './session.ts';

/** ms between two looks while a task of this browser has not ended. */
const pollMilliseconds = 1500;

export function isUnfinished(task: Pick<Task, 'executing_str'>): boolean {
  return ['Waiting', 'Ask running', 'Running'].includes(task.executing_str);
}

/** The tasks that this browser asked for, newest first; looked at again while one has not ended. */
export function useMyTasks(): readonly Task[] {
  const server = useServer();
  const uniqueId = useSession((session) => session.tokens?.uniqueId);
  const { data } = useQuery({
    queryKey: ['tasks', 'mine', uniqueId],
    queryFn: async ({ signal }) => {
      const query = { caller_front_uid: uniqueId ?? '' };
      const tasks = await server.call(api.listTaskStatus, { query, signal });
      return tasks.toSorted((one, other) => other.id - one.id);
    },
    enabled: uniqueId !== undefined,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollMilliseconds : false),
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  });
  return data ?? [];
}

/** Whatever is shown of tasks is fetched again; for after something that may have started or changed one. */
export async function refetchTasks(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: ['tasks'] }), refetchTable(queries, 'tasks')]);
}

/**
 * Follows the tasks of this browser: whatever is asked of the server may have started one, so each success looks again;
 * and what is done and can be downloaded is downloaded.
 */
export function useFollowTasks(): void {
  const services = useServices();
  const queries = useQueryClient();
  const uniqueId = useSession((session) => session.tokens?.uniqueId);
  const tasks = useMyTasks();
  const known = queries.getQueryState(['tasks', 'mine', uniqueId])?.status === 'success';
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') {
          void refetchTasks(queries);
        }
      }),
    [queries],
  );
  useEffect(() => {
    if (known) void downloadFinished(services, tasks);
  }, [services, tasks, known]);
}
