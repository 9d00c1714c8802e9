import { api, type CachedTable } from '@sillage/contract';
import { useActiveClient } from '../../../base/active-client.ts';
import { useCachedQuery } from '../../../base/cached-query.ts';
import { clientName, useClients } from '../../../base/clients.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import type { Choice, Field, Row, Source, TableEndpoints } from '../../../tables/table-definition.ts';

/** Choices of a menu. */
const listed = 200;

export const clientSource: Source = {
  name: 'clients',
  useSearch: () => {
    const server = useServer();
    return async (search, signal, pageSize) => {
      const { items } = await server.call(api.listClients, { body: { search, pageSize }, signal });
      return items.map((client) => ({ value: client.id, label: clientName(client) }));
    };
  },
};

/** People of the active client. */
export const peopleSource: Source = {
  name: 'people',
  useSearch: () => {
    const server = useServer();
    const { id } = useActiveClient();
    return async (search, signal, pageSize) => {
      const body = { search, pageSize, clientIds: [id] };
      const { items } = await server.call(api.listUsers, { body, signal });
      return items.map(personChoice);
    };
  },
};

export const deviceSource: Source = {
  name: 'devices',
  useSearch: () => {
    const server = useServer();
    const { id } = useActiveClient();
    return async (search, signal, pageSize) => {
      const body = { search, pageSize, clientIds: [id] };
      const { items } = await server.call(api.listDevices, { body, signal });
      return items.map((device) => ({ value: device.id, label: device.name }));
    };
  },
};

/** Groups of one client. */
export function groupSource(clientId: number | undefined): Source {
  return {
    name: `groups ${clientId ?? ''}`,
    useSearch: () => {
      const server = useServer();
      return async (search, signal, pageSize) => {
        const clientIds = clientId === undefined ? [] : [clientId];
        const { items } = await server.call(api.listGroups, { body: { search, pageSize, clientIds }, signal });
        return items.map(({ id, name }) => ({ value: id, label: name }));
      };
    },
  };
}

export function personChoice(person: { id: number; firstname: string; lastname: string }): Choice<number> {
  return { value: person.id, label: `${person.firstname} ${person.lastname}` };
}

/** The first rows of a table as choices, kept until the table changes. */
function useChoices<R extends Row>(
  of: { table: CachedTable; list: TableEndpoints<R>['list']; clientId?: number },
  labelOf: (row: R) => string,
): Choice<number>[] {
  const { clientId } = of;
  const body = { pageSize: listed, ...(clientId === undefined ? {} : { clientIds: [clientId] }) };
  const { data } = useCachedQuery({
    table: of.table,
    key: ['choices', body],
    clientId,
    shape: of.list.reply,
    fetch: (server, signal) => server.request(of.list, { body, signal }),
  });
  return (data?.items ?? []).map((row) => ({ value: row.id, label: labelOf(row) }));
}

/** The groups of the active client, to filter by. */
export function useGroupChoices(): Choice<number>[] {
  const { id } = useActiveClient();
  return useChoices({ table: 'groups', list: api.listGroups, clientId: id }, ({ name }) => name);
}

export function useSportChoices(): Choice<number>[] {
  return useChoices({ table: 'sports', list: api.listSports }, ({ display_name }) => inPageLanguage(display_name));
}

export function useHubChoices(): Choice<number>[] {
  return useChoices({ table: 'mallettes', list: api.listHubs }, ({ name }) => name);
}

export function useSensorChoices(): Choice<number>[] {
  return useChoices({ table: 'sensors', list: api.listSensors }, ({ name }) => name);
}

export function useClientChoices(): Choice<number>[] {
  const { data } = useClients({ limit: listed });
  return (data?.items ?? []).map((client) => ({ value: client.id, label: clientName(client) }));
}

/** The client that a row belongs to: the active one when adding. */
export function clientField<R extends Row & { readonly client_id: number; readonly client_name: string }>(
  given: { readonly only?: 'create'; readonly half?: boolean } = {},
): Field<R> {
  return {
    ...given,
    name: 'client_id',
    kind: 'searchOne',
    source: clientSource,
    start: (row, active) =>
      row === undefined ? { value: active.id, label: active.name } : { value: row.client_id, label: row.client_name },
  };
}
