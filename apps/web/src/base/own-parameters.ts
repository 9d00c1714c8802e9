import { api, type ParameterValue } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserTimezone } from './browser-timezone.ts';
import { refetchTable, useCachedQuery } from './cached-query.ts';
import { useServer, useUser } from './services.tsx';

/** A parameter of the signed-in person, and how to set it. */
export function useOwnParameter(name: 'timezone' | 'show_shortcuts') {
  const server = useServer();
  const queries = useQueryClient();
  const { id } = useUser();
  const address = { params: { tableName: 'User' as const, id }, query: { cookie_name: name } };
  const { data } = useCachedQuery({
    table: 'parameters',
    key: ['own', id, name],
    clientId: undefined,
    shape: api.readParameter.reply,
    fetch: (reach, signal) => reach.request(api.readParameter, { ...address, signal }),
  });
  const set = useMutation({
    mutationFn: (value: ParameterValue) => server.call(api.setParameter, { ...address, body: { cookie_value: value } }),
    onSuccess: () => refetchTable(queries, 'parameters'),
  });
  return { parameter: data, set: set.mutate, saving: set.isPending };
}

/** The zone that dates are shown and asked for in: the person's, or the browser's where they chose none. */
export function useOwnTimezone(): string {
  const value = useOwnParameter('timezone').parameter?.value;
  return typeof value === 'string' && value !== ofBrowser ? value : browserTimezone();
}

/** The value of the parameter `timezone` that means no zone in particular. */
export const ofBrowser = 'browser';
