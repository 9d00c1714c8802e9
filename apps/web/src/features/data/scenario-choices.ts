import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useActiveClient } from '../../base/active-client.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';

/** The scenarios of the client, to filter by; not asked for unless they are wanted. */
export function useScenarioChoices(isWanted: boolean): { readonly value: number; readonly label: string }[] {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { data } = useQuery({
    queryKey: ['scenarios', clientId],
    queryFn: ({ signal }) => server.call(api.listClientScenarios, { params: { clientId }, query: {}, signal }),
    enabled: isWanted,
  });
  return (data?.items ?? []).map(({ id, display_name, name }) => ({
    value: id,
    label: inPageLanguage(display_name) || name,
  }));
}
