import { api, type BackendInfo } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './services.tsx';

/** Name, version and kind of the server; undefined until it has answered. */
export function useBackendInfo(): BackendInfo | undefined {
  const client = useApi();
  const { data } = useQuery({
    queryKey: ['backendInfo'],
    queryFn: ({ signal }) => client.call(api.backendInfo, { query: { epoch: Date.now() / 1000 }, signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return data;
}
