import { api, type Exercise } from '@sillage/contract';
import type { ReactNode } from 'react';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Quiet, Strong } from './show.tsx';
import { clientField } from './sources.ts';

const exercises = defineTable<Exercise>({
  name: 'exercises',
  cached: 'exercises',
  endpoints: api.exerciseEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'client', show: (row) => <Quiet>{row.client_name}</Quiet> },
  ],
  phone: { summary: (row) => row.client_name },
  fields: [{ name: 'name', kind: 'text' }, clientField({ only: 'create' })],
});

export default function Exercises(): ReactNode {
  return <TableScreen table={exercises} />;
}
