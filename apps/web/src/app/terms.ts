import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './services.tsx';

/** Terms of use and notice of this server, in both languages. */
export function useTerms() {
  const client = useApi();
  return useQuery({
    queryKey: ['terms'],
    queryFn: ({ signal }) => client.call(api.readTerms, { signal }),
    meta: { quiet: true },
  });
}
