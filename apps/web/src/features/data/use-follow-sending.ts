import type { Record } from '@sillage/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { recordKeys } from '../../records/record-queries.ts';
import { useMaySend, useWaiting } from '../../sending/use-waiting.ts';

/** While something of a list is on its way to the cloud, or somebody looks at what is: each step of it is read again in the lists. */
export function useFollowSending(records: readonly Record[], isLookedAt: boolean): void {
  const queryClient = useQueryClient();
  const isMoving = records.some(({ cloud_state: state }) => state !== 'local' && state !== 'synced');
  const isFollowed = useMaySend() && (isLookedAt || isMoving);
  const { data } = useWaiting(isFollowed);
  const steps = data?.items.map(({ record_id: id, cloud_state: state }) => `${id} ${state}`).join();
  const before = useRef<string>(undefined);
  useEffect(() => {
    // The first answer too: the lists may be older than it.
    if (steps !== undefined && steps !== before.current) {
      void queryClient.invalidateQueries({ queryKey: recordKeys.lists });
    }
    before.current = steps;
  }, [queryClient, steps]);
}
