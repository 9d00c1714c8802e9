import { api, type Client } from '@sillage/contract';
import { useCachedQuery } from './cached-query.ts';

/** As a client is called. */
export function clientName(client: Pick<Client, 'name' | 'display_name'>): string {
  return client.display_name || client.name;
}

/** Clients by their names, as many as `limit`; with a search those whose name holds it. */
export function useClients({ search = '', limit }: { readonly search?: string; readonly limit: number }) {
  const body = { search, pageSize: limit };
  return useCachedQuery(
    {
      table: 'clients',
      key: ['named', body],
      clientId: undefined,
      shape: api.listClients.reply,
      fetch: (server, signal) => server.request(api.listClients, { body, signal }),
    },
    { keepPrevious: true },
  );
}

/** One client, as its own page edits it. */
export function useClient(id: number) {
  return useCachedQuery({
    table: 'clients',
    key: ['one', id],
    clientId: id,
    shape: api.readClient.reply,
    fetch: (server, signal) => server.request(api.readClient, { params: { id }, signal }),
  });
}
