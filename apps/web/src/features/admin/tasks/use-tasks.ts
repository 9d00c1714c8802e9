import { api, type Task } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useCachedQuery } from '../../../base/cached-query.ts';
import { isUnfinished } from '../../../base/my-tasks.ts';
import { useServer } from '../../../base/services.tsx';
import type { TableView } from '../../../tables/table-states.ts';
import { statesOf, type TaskFilter, taskFilters } from './task-words.ts';

/** ms between two looks while a shown task runs, and while none does: others start them too. */
const runningMilliseconds = 1500;
const restingMilliseconds = 8000;

/** The segment that is chosen. */
export function filterOf(view: Pick<TableView, 'chosen'>): TaskFilter {
  const chosen = view.chosen.state?.[0];
  return (Object.keys(taskFilters) as TaskFilter[]).find((name) => name === chosen) ?? 'all';
}

/** The body of the list of tasks. */
export function taskQuery(view: Pick<TableView, 'chosen' | 'page' | 'pageSize'>) {
  const { names = [], clientIds = [] } = view.chosen;
  return {
    pageId: view.page,
    pageSize: view.pageSize,
    names: names.map(String),
    clientIds: clientIds.map(Number),
    executingState: statesOf(filterOf(view)),
  };
}

/** A page of tasks, looked at again as long as it is shown. */
export function useTasks(view: TableView) {
  const body = taskQuery(view);
  const list = useCachedQuery(
    {
      table: 'tasks',
      key: ['page', body],
      clientId: undefined,
      shape: api.listTasks.reply,
      fetch: (server, signal) => server.request(api.listTasks, { body, signal }),
    },
    {
      enabled: view.isMeasured,
      keepPrevious: true,
      askAgain: (page) => (page?.items.some(isUnfinished) ? runningMilliseconds : restingMilliseconds),
    },
  );
  const pages = list.data === undefined ? view.page : Math.max(1, Math.ceil(list.data.total / view.pageSize));
  // Its tasks were deleted meanwhile: the page before is the last now.
  if (view.page > pages && !list.isPlaceholderData) view.turnTo(pages);
  return list;
}

/** How many tasks there are in each state. */
export function useTaskCounts(): readonly number[] | undefined {
  const { data } = useCachedQuery(
    {
      table: 'tasks',
      key: ['counts'],
      clientId: undefined,
      shape: api.countTasks.reply,
      fetch: (server, signal) => server.request(api.countTasks, { signal }),
    },
    { askAgain: () => restingMilliseconds },
  );
  return data?.counts;
}

/** Every kind of task, with its names and first arguments; nothing until it is known. */
export function useTaskInfos() {
  const server = useServer();
  const { data } = useQuery({
    queryKey: ['tasks', 'infos'],
    queryFn: ({ signal }) => server.call(api.readTaskInfos, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return data?.tasks;
}

/** One task, followed while it runs, also when it is on no page of the list any more. */
export function useTask(task: Task): Task {
  const server = useServer();
  const { data } = useQuery({
    queryKey: ['tasks', 'one', task.id],
    queryFn: async ({ signal }) =>
      (await server.call(api.listTaskStatus, { query: { id: task.id }, signal }))[0] ?? null,
    refetchInterval: ({ state }) => (isUnfinished(state.data ?? task) ? runningMilliseconds : false),
    meta: { quiet: true },
  });
  return data ?? task;
}
