import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useBackendInfo } from '../base/backend-info.ts';
import { useMay } from '../base/may.ts';
import { useServer } from '../base/services.tsx';
import { everyMilliseconds, syncKeys } from './every.ts';

const pageSize = 100;

/** Whether the signed-in person may send records from here: on a hub, where they may be edited. */
export function useMaySend(): boolean {
  const kind = useBackendInfo()?.back_type;
  return useMay('record.edit') && kind !== undefined && kind !== 'cloud';
}

/**
 * What waits for being sent to the cloud, or is on its way: the first of it in the order in which it goes, and how many there are.
 * @param isFollowed whether it is looked at again and again; else what was seen last is answered
 */
export function useWaiting(isFollowed: boolean) {
  const server = useServer();
  return useQuery({
    queryKey: [...syncKeys.ledger, 'waiting'],
    queryFn: ({ signal }) => server.call(api.readLedger, { query: { pageId: 1, pageSize, where: 'waiting' }, signal }),
    enabled: isFollowed,
    // Who was told that it could not be read tries again by hand: what they press stays where it is.
    refetchInterval: ({ state }) => (state.status === 'error' && state.data === undefined ? false : everyMilliseconds),
    meta: { quiet: true },
  });
}
