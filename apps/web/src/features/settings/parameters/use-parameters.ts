import { ApiError } from '@sillage/client';
import { api, type Parameter, type ParameterValue } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchTable, useCachedQuery } from '../../../base/cached-query.ts';
import { useServer } from '../../../base/services.tsx';
import type { Target } from './targets.ts';

/** The parameters of a thing. */
export function useParameters({ table, id }: Target) {
  return useCachedQuery({
    table: 'parameters',
    key: ['of', table, id],
    clientId: undefined,
    shape: api.listParameters.reply,
    fetch: (server, signal) => server.request(api.listParameters, { params: { tableName: table, id }, signal }),
  });
}

export type ParameterChange =
  | { readonly what: 'set'; readonly value: ParameterValue }
  | { readonly what: 'reset' | 'delete' };

/** How the parameters of a thing are changed, and whether they may be: what the server refuses is read only from then on. */
export function useParameterChanges(target: Target) {
  const server = useServer();
  const queries = useQueryClient();
  const [refused, setRefused] = useState<string>();
  const here = `${target.table} ${target.id}`;
  const change = useMutation({
    mutationFn: async ({ of, ...next }: ParameterChange & { readonly of: Pick<Parameter, 'name'> }) => {
      const address = { params: { tableName: target.table, id: target.id }, query: { cookie_name: of.name } };
      if (next.what === 'set') await server.call(api.setParameter, { ...address, body: { cookie_value: next.value } });
      else if (next.what === 'reset') await server.call(api.resetParameter, address);
      else await server.call(api.deleteParameter, address);
    },
    onSuccess: () => refetchTable(queries, 'parameters'),
    onError: (problem) => {
      if (problem instanceof ApiError && problem.status === 403) setRefused(here);
    },
  });
  return {
    mayChange: target.mayChange && refused !== here,
    saving: change.isPending ? change.variables.of.name : undefined,
    apply: (of: Pick<Parameter, 'name'>, next: ParameterChange) => change.mutateAsync({ ...next, of }),
    /** Without waiting; what goes wrong is told by a toast. */
    send: (of: Pick<Parameter, 'name'>, next: ParameterChange) => change.mutate({ ...next, of }),
  };
}
export type ParameterChanges = ReturnType<typeof useParameterChanges>;
