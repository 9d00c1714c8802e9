import { api, type Client } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { setActiveClient } from '../base/active-client.ts';
import { useServer } from '../base/services.tsx';
import { useSettled } from '../ui/use-settled.ts';

/** Clients whose name holds the text, found by the server; undefined until the first answer. */
export function useClientSearch(text: string): readonly Client[] | undefined {
  const server = useServer();
  const search = useSettled(text.trim(), 200);
  const { data } = useQuery({
    queryKey: ['clients', 'switcher', search],
    queryFn: ({ signal }) => server.call(api.listClients, { body: { search, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
  return data?.items;
}

/** Looks at another client; the record on screen is the other one's, so the list takes its place. */
export function useSwitchClient(): (client: Client) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (client) => {
    setActiveClient({ id: client.id, name: nameOf(client), logo: client.logo });
    if (path.startsWith('/records/')) void navigate({ to: '/' });
  };
}

export function nameOf(client: Pick<Client, 'name' | 'display_name'>): string {
  return client.display_name === '' ? client.name : client.display_name;
}
