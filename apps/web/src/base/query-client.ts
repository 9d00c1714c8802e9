import { ApiError } from '@sillage/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyFailedAction, notifyProblem } from './notify.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the problem itself, no toast. */
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/** Server state of the app; a refusal is not asked again, a broken network twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (problem, query) => {
      if (!query.meta?.quiet) notifyProblem(problem);
    },
  }),
  mutationCache: new MutationCache({
    onError: (problem, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) notifyFailedAction(problem);
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, problem) => !(problem instanceof ApiError) && failures < 2,
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
});
