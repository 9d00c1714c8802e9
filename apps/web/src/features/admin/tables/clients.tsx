import { mdiSwapHorizontal } from '@mdi/js';
import { api, type Client } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveClient, setActiveClient } from '../../../base/active-client.ts';
import { clientName } from '../../../base/clients.ts';
import { ClientLogo } from '../../../frame/client-face.tsx';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { logoField } from './logo-field.tsx';
import styles from './show.module.css';
import { Day, Enabled, Quiet, Yes } from './show.tsx';
import { useHubChoices, useSensorChoices, useSportChoices } from './sources.ts';
import { clientTimezoneField } from './timezone-field.tsx';

const clients = defineTable<Client>({
  name: 'clients',
  cached: 'clients',
  endpoints: api.clientEndpoints,
  ofClient: false,
  nameOf: clientName,
  sort: { by: 'name' },
  filters: [{ name: 'enabled', kind: 'one', useChoices: useEnabledChoices }],
  columns: [
    {
      name: 'name',
      sort: 'name',
      show: (row) => (
        <span className={styles.named}>
          <ClientLogo name={clientName(row)} logo={row.logo} />
          <span className={styles.ellipsis} title={clientName(row)}>
            {clientName(row)}
          </span>
        </span>
      ),
    },
    { name: 'shortName', width: 190, shown: 'medium', show: ({ name }) => <Quiet title={name}>{name}</Quiet> },
    { name: 'enabled', width: 124, show: ({ enabled }) => <Enabled on={enabled} /> },
    { name: 'cloud_enabled', width: 110, shown: 'medium', show: (row) => <Yes on={row.cloud_enabled} /> },
    {
      name: 'created_date',
      sort: 'created_date',
      width: 130,
      shown: 'wide',
      show: (row) => <Day at={row.created_date} />,
    },
  ],
  phone: { summary: ({ name }) => name, aside: ({ enabled }) => <Enabled on={enabled} /> },
  fields: [
    { name: 'display_name', kind: 'text', half: true, hint: 'display_name' },
    { name: 'name', kind: 'text', half: true, hint: 'name' },
    logoField,
    clientTimezoneField,
    { name: 'enabled', kind: 'switch', start: (row) => row?.enabled ?? true },
    { name: 'cloud_enabled', kind: 'switch', hint: 'cloud_enabled', start: (row) => row?.cloud_enabled ?? true },
    { name: 'sport_ids', kind: 'many', useChoices: useSportChoices, part: 'uses' },
    { name: 'mallette_ids', kind: 'many', useChoices: useHubChoices },
    { name: 'sensor_ids', kind: 'many', useChoices: useSensorChoices },
  ],
  onDeleted: ({ id }) => leaveClient(id),
  actions: [
    {
      name: 'activate',
      icon: mdiSwapHorizontal,
      quick: true,
      run: (row) => setActiveClient({ id: row.id, name: clientName(row), logo: row.logo }),
    },
  ],
});

function useEnabledChoices() {
  const { t } = useTranslation('admin');
  return [
    { value: true, label: t('common.enabled') },
    { value: false, label: t('common.disabled') },
  ];
}

export default function Clients(): ReactNode {
  return <TableScreen table={clients} />;
}
