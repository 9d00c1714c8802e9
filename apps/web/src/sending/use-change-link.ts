import type { SyncLink } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { syncKeys } from './every.ts';

/** Changes how originals go; what waits, and why, is another thing by that. */
export function useChangeLink<Choice>(change: (choice: Choice) => Promise<SyncLink>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      queries.setQueryData(syncKeys.link, changed);
      return queries.invalidateQueries({ queryKey: syncKeys.ledger });
    },
  });
}
