import { api, type FusionType, type Record, type Task } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isUnfinished, refetchTasks } from '../../base/my-tasks.ts';
import { useServer } from '../../base/services.tsx';

/** ms between two looks at a fusion that runs. */
const lookMilliseconds = 700;

/** Where records would lie on one clock; comparing long ones takes some seconds. */
export function useFusionProposal(ids: readonly number[], type: FusionType, variable: string | undefined) {
  const server = useServer();
  return useQuery({
    queryKey: ['records', 'fusion', ids, type, variable],
    queryFn: ({ signal }) =>
      server.call(api.proposeFusion, { body: { record_ids: [...ids], type, variable: variable ?? null }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
}

/** Starts the task; what it is refused for is said in the dialog. */
export function useStartFusion() {
  const server = useServer();
  const queries = useQueryClient();
  return useMutation({
    // A record may have changed since its offset was found.
    onError: () => queries.invalidateQueries({ queryKey: ['records', 'fusion'] }),
    mutationFn: (args: {
      record_ids: number[];
      type: FusionType;
      offsets: number[];
      signals_versions: number[] | null;
    }) => server.call(api.createTask, { body: { name: 'record.fuse', args } }),
    meta: { quiet: true },
  });
}

/** The task of a fusion, followed until it has ended. */
export function useFusionTask(id: number | undefined) {
  const server = useServer();
  return useQuery({
    queryKey: ['tasks', 'fusion', id],
    queryFn: async ({ signal }): Promise<Task | null> =>
      (await server.call(api.listTaskStatus, { query: { id: id ?? 0 }, signal }))[0] ?? null,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data == null || isUnfinished(state.data) ? lookMilliseconds : false),
    meta: { quiet: true },
  });
}

/** The record that a fusion made: what its task is about beside the parts. */
export function fusedRecord(task: Task | null | undefined, parts: readonly Record[]): number | undefined {
  const known = new Set(parts.map(({ id }) => id));
  return task?.success ? task.rec_ids.find((id) => !known.has(id)) : undefined;
}

export function useCancelTask() {
  const server = useServer();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => server.call(api.cancelTask, { params: { id }, query: {} }),
    onSettled: () => refetchTasks(queries),
  });
}
