import { api } from '@sillage/contract';
import { useCachedQuery } from './cached-query.ts';

/** Terms of use and notice of this server, in both languages. */
export function useTerms() {
  return useCachedQuery({
    data: 'terms',
    key: [],
    clientId: undefined,
    shape: api.readTerms.reply,
    fetch: (server, signal) => server.request(api.readTerms, { signal }),
  });
}
