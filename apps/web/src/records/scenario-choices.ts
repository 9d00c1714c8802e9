import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useActiveClient } from '../base/active-client.ts';
import { inPageLanguage } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';

export interface ScenarioChoice {
  readonly value: number;
  readonly label: string;
  readonly isCalib: boolean;
}

/** The scenarios of a client, of the one that is looked at unless told, to choose from; not asked for unless they are wanted. Undefined until they are there. */
export function useScenarioChoices(isWanted: boolean, ofClient?: number): ScenarioChoice[] | undefined {
  const server = useServer();
  const active = useActiveClient();
  const clientId = ofClient ?? active.id;
  const { data } = useQuery({
    queryKey: ['scenarios', clientId],
    queryFn: ({ signal }) => server.call(api.listClientScenarios, { params: { clientId }, query: {}, signal }),
    enabled: isWanted,
  });
  return data?.items.map(({ id, display_name, name, is_calib }) => ({
    value: id,
    label: inPageLanguage(display_name) || name,
    isCalib: is_calib,
  }));
}
