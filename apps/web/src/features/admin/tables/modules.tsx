import { api, type Module } from '@sillage/contract';
import type { ReactNode } from 'react';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Enabled, Mono, Quiet, Strong } from './show.tsx';
import { clientField, deviceSource } from './sources.ts';

const modules = defineTable<Module>({
  name: 'modules',
  cached: 'modules',
  endpoints: api.moduleEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'type', sort: 'type', width: 120 },
    { name: 'serial_number', width: 150, shown: 'medium', show: (row) => <Mono>{row.serial_number}</Mono> },
    { name: 'version', width: 90, shown: 'medium', show: ({ version }) => <Quiet>{version}</Quiet> },
    { name: 'device', show: (row) => <Quiet>{row.device_name}</Quiet> },
    { name: 'client', shown: 'wide', show: (row) => <Quiet>{row.client_name}</Quiet> },
    { name: 'enabled', width: 120, show: ({ enabled }) => <Enabled on={enabled} /> },
  ],
  phone: {
    summary: (row) => [row.type, row.serial_number, row.device_name].filter(Boolean).join(' · '),
    aside: ({ enabled }) => <Enabled on={enabled} />,
  },
  fields: [
    { name: 'name', kind: 'text', half: true },
    { name: 'type', kind: 'text', half: true, hint: 'type' },
    { name: 'serial_number', kind: 'text', mono: true, half: true },
    { name: 'version', kind: 'text', half: true, nullable: true },
    clientField({ half: true }),
    {
      name: 'device_id',
      kind: 'searchOne',
      source: deviceSource,
      half: true,
      nullable: true,
      start: (row) => (row?.device_id ? { value: row.device_id, label: row.device_name ?? '' } : null),
    },
    { name: 'comment', kind: 'longText' },
    { name: 'enabled', kind: 'switch', start: (row) => row?.enabled ?? true },
  ],
});

export default function Modules(): ReactNode {
  return <TableScreen table={modules} />;
}
