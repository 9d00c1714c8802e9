import { api, type BackendInfo } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useServer } from './services.tsx';

/** Asks the server for its name, version and kind. */
export function useBackendInfoQuery() {
  const server = useServer();
  return useQuery({
    queryKey: ['backendInfo'],
    queryFn: ({ signal }) => server.call(api.backendInfo, { query: { epoch: Date.now() / 1000 }, signal }),
    staleTime: 60_000,
    // Whether the cloud answers changes by itself; who waits for it wants to see it at once.
    refetchInterval: ({ state: { data } }) => (data?.back_type === 'hub' ? 10_000 : 60_000),
    meta: { quiet: true },
  });
}

/** Name, version and kind of the server; undefined until it has answered. */
export function useBackendInfo(): BackendInfo | undefined {
  return useBackendInfoQuery().data;
}
