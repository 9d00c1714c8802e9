import { api, type DiskRoom } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useServer } from './services.tsx';

/** ms between looks at the server's disk: people hear of it before they start the next record. */
const everyMilliseconds = 10_000;

/** What the server's disk has left; undefined until it has answered. */
export function useDiskRoom(): DiskRoom | undefined {
  const server = useServer();
  return useQuery({
    queryKey: ['disk'],
    queryFn: ({ signal }) => server.call(api.readDisk, { signal }),
    refetchInterval: everyMilliseconds,
    retry: false,
    meta: { quiet: true },
  }).data;
}
