import { api, type Group } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../tables/table-definition.ts';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Quiet, Strong } from './show.tsx';
import { clientField, peopleSource, personChoice } from './sources.ts';

/** A group, with its members once its form is open. */
type GroupRow = Group & { readonly members?: readonly Choice<number>[] };

const groups = defineTable<GroupRow>({
  name: 'groups',
  cached: 'groups',
  endpoints: api.groupEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'users_count', width: 110, align: 'right' },
    { name: 'devices_count', width: 110, align: 'right' },
    { name: 'client', shown: 'medium', show: (row) => <Quiet>{row.client_name}</Quiet> },
  ],
  phone: { summary: (row) => row.client_name, aside: (row) => <PeopleCount count={row.users_count} /> },
  fields: [
    { name: 'name', kind: 'text' },
    clientField({ only: 'create' }),
    { name: 'users', kind: 'searchMany', source: peopleSource, start: (row) => row?.members ?? [] },
  ],
  load: async (row, server) => {
    const { items } = await server.call(api.listGroupUsers, { params: { id: row.id } });
    return { ...row, members: items.map(personChoice) };
  },
});

function PeopleCount({ count }: { count: number }): ReactNode {
  const { t } = useTranslation('admin');
  return <Quiet>{t('groups.people', { count })}</Quiet>;
}

export default function Groups(): ReactNode {
  return <TableScreen table={groups} />;
}
