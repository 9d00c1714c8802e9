import { api, type ParameterValue } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refetchTable, useCachedQuery } from './cached-query.ts';
import { useApi, useUser } from './services.tsx';

/** A parameter of the signed-in person, and how to set it. */
export function useOwnParameter(name: 'timezone' | 'show_shortcuts') {
  const client = useApi();
  const queries = useQueryClient();
  const { id } = useUser();
  const address = { params: { tableName: 'User' as const, id }, query: { cookie_name: name } };
  const { data } = useCachedQuery({
    table: 'parameters',
    key: ['own', id, name],
    clientId: undefined,
    fetch: (reach, signal) => reach.request(api.readParameter, { ...address, signal }),
  });
  const set = useMutation({
    mutationFn: (value: ParameterValue) => client.call(api.setParameter, { ...address, body: { cookie_value: value } }),
    onSuccess: () => refetchTable(queries, 'parameters'),
  });
  return { parameter: data, set: set.mutate, saving: set.isPending };
}

/** The timezone that dates are shown in; the browser's own until the person's is known. */
export function useOwnTimezone(): string {
  const value = useOwnParameter('timezone').parameter?.value;
  return typeof value === 'string' ? value : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
