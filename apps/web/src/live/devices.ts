import { api } from '@sillage/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useActiveClient } from '../base/active-client.ts';
import { useServer } from '../base/services.tsx';
import { useLive, useRoom } from './live.tsx';
import { type LiveDevice, takeList, takePatch } from './merge-device.ts';

function devicesKey(clientId: number): readonly unknown[] {
  return ['realtimeDevices', clientId];
}

/** The devices of the active client, kept fresh by the room of connected devices; undefined until first known. */
export function useConnectedDevices(): {
  devices: readonly LiveDevice[] | undefined;
  problem: Error | null;
  reload: () => void;
} {
  const server = useServer();
  const queries = useQueryClient();
  const { id: clientId } = useActiveClient();
  const key = devicesKey(clientId);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const list = await server.call(api.listRealtimeDevices, { params: { clientId }, signal });
      return takeList(queries.getQueryData<readonly LiveDevice[]>(key), list, Date.now());
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  useRoom('connectedDevices', clientId, (list) => {
    queries.setQueryData<readonly LiveDevice[]>(key, (before) => takeList(before, list, Date.now()));
  });
  return { devices: data, problem: error, reload: useCallback(() => void refetch(), [refetch]) };
}

/** While mounted: takes the status patches of these devices, and fetches again what a device says after it returned. */
export function useDeviceStatuses(numbers: readonly number[]): void {
  const live = useLive();
  const server = useServer();
  const queries = useQueryClient();
  const { id: clientId } = useActiveClient();
  const joined = numbers.join(' ');
  useEffect(() => {
    const key = devicesKey(clientId);
    const fetchAgain = async (deviceNumber: number): Promise<void> => {
      const status = await server.call(api.readDeviceSettings, { params: { clientId, deviceNumber } });
      queries.setQueryData<readonly LiveDevice[]>(key, (before) => before && takePatch(before, status, Date.now()));
    };
    const leaves = numbersIn(joined).map((number) =>
      live.subscribe('boardStatus', number, (patch) => {
        const before = queries.getQueryData<readonly LiveDevice[]>(key);
        const wasAway = before?.find((device) => device.number === number)?.is_connected === false;
        queries.setQueryData<readonly LiveDevice[]>(key, before && takePatch(before, patch, Date.now()));
        // Quiet: the next patch or list brings the same.
        if (wasAway && patch.is_connected === true) fetchAgain(number).catch(() => undefined);
      }),
    );
    return () => {
      for (const leave of leaves) leave();
    };
  }, [live, server, queries, clientId, joined]);
}

function numbersIn(joined: string): number[] {
  return joined === '' ? [] : joined.split(' ').map(Number);
}
