import { api, type Sensor } from '@sillage/contract';
import type { ReactNode } from 'react';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Quiet, Strong, Yes } from './show.tsx';
import { ValuesToFill } from './value-words.tsx';

const exampleConfig = JSON.stringify({ modules: {} }, null, 2);

const sensors = defineTable<Sensor>({
  name: 'sensors',
  introduced: true,
  cached: 'sensors',
  endpoints: api.sensorEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'type', sort: 'type', width: 140 },
    { name: 'parameters', width: 340, show: (row) => <ValuesToFill sensor={row} /> },
    { name: 'advanced', width: 90, shown: 'medium', show: ({ advanced }) => <Yes on={advanced} /> },
    { name: 'allclients', width: 130, shown: 'medium', show: (row) => <Yes on={row.allclients} /> },
    { name: 'comment', shown: 'wide', show: ({ comment }) => <Quiet title={comment}>{comment}</Quiet> },
  ],
  phone: {
    summary: (row) => (
      <>
        {row.type} · <ValuesToFill sensor={row} />
      </>
    ),
  },
  fields: [
    { name: 'name', kind: 'text', half: true },
    { name: 'type', kind: 'text', half: true },
    { name: 'advanced', kind: 'switch', half: true, hint: 'advanced' },
    { name: 'allclients', kind: 'switch', half: true, hint: 'allclients', start: (row) => row?.allclients ?? true },
    {
      name: 'parameters',
      kind: 'code',
      as: 'object',
      lines: 5,
      hint: 'parameters',
      start: (row) => JSON.stringify(row?.parameters ?? {}, null, 2),
    },
    {
      name: 'config',
      kind: 'code',
      as: 'text',
      lines: 10,
      hint: 'config',
      start: (row) => row?.config ?? exampleConfig,
    },
    { name: 'comment', kind: 'longText' },
  ],
});

export default function Sensors(): ReactNode {
  return <TableScreen table={sensors} />;
}
