import { mdiCheckCircle, mdiLanDisconnect } from '@mdi/js';
import { api, type Hub } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../../base/backend-info.ts';
import { useMay } from '../../../base/may.ts';
import { RestartCard } from '../../../hub/restart-card.tsx';
import { FieldHelp } from '../../../tables/field-help.tsx';
import { defineTable, type OwnFieldProps } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import word from '../../../ui/state-word.module.css';
import { HubCodesCard } from './hub-codes-card.tsx';
import styles from './hubs.module.css';
import { isReached } from './is-reached.ts';
import { RecoveryKeyCard } from './recovery-key-card.tsx';
import { Day, Quiet, Strong, Yes } from './show.tsx';
import { useClientChoices } from './sources.ts';
import { hubTimezoneField } from './timezone-field.tsx';

function Link({ row }: { row: Hub }): ReactNode {
  const { t } = useTranslation('admin');
  const reached = row.is_current || isReached(row.last_seen);
  return (
    <span className={`${word.word} ${reached ? word.ok : word.off}`}>
      <Icon path={reached ? mdiCheckCircle : mdiLanDisconnect} size={16} />
      {t(row.is_current ? 'hubs.here' : reached ? 'hubs.online' : 'hubs.away')}
    </span>
  );
}

/** This server is called here as everywhere, beside the name of its machine. */
function HubName({ row }: { row: Hub }): ReactNode {
  const info = useBackendInfo();
  const called = row.is_current ? info?.name : undefined;
  if (called === undefined || called === row.name) return <Strong>{row.name}</Strong>;
  return (
    <>
      <Strong>{called}</Strong> <Quiet>{row.name}</Quiet>
    </>
  );
}

function Version({ row }: { row: Hub }): ReactNode {
  const info = useBackendInfo();
  return (row.is_current ? info?.version : row.version) ?? '–';
}

function Clients({ row }: { row: Hub }): ReactNode {
  const { t } = useTranslation('admin');
  const clients = useClientChoices();
  if (row.allclients) return <Quiet>{t('hubs.everyClient')}</Quiet>;
  const names = clients.filter(({ value }) => row.client_ids.includes(value)).map(({ label }) => label);
  return <Quiet title={names.join(', ')}>{names.join(', ')}</Quiet>;
}

/** Which clients it serves, where it does not serve all. */
function ServedClients(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  const choices = useClientChoices();
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  if (props.form.allclients === true) return null;
  return (
    <>
      <PickMany
        label={props.label}
        none={t('common.none')}
        choices={choices}
        chosen={choices.map(({ value }) => value).filter((value) => chosen.includes(value))}
        onChoose={props.onChange}
      />
      <FieldHelp problem={props.problem} hint={undefined} />
    </>
  );
}

/** `07`: as hubs are called. */
function idText(number: number): string {
  return String(number).padStart(2, '0');
}

const hubs = defineTable<Hub>({
  name: 'hubs',
  cached: 'mallettes',
  endpoints: api.hubEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'number' },
  columns: [
    { name: 'number', sort: 'number', width: 72, show: ({ number }) => <Quiet>{idText(number)}</Quiet> },
    { name: 'name', sort: 'name', show: (row) => <HubName row={row} /> },
    { name: 'link', width: 140, show: (row) => <Link row={row} /> },
    { name: 'version', width: 90, shown: 'medium', show: (row) => <Version row={row} /> },
    { name: 'cloud_enabled', width: 110, shown: 'medium', show: (row) => <Yes on={row.cloud_enabled} /> },
    { name: 'clients', shown: 'wide', show: (row) => <Clients row={row} /> },
    { name: 'last_seen', width: 130, shown: 'wide', show: (row) => <Day at={row.last_seen} /> },
  ],
  phone: { summary: (row) => idText(row.number), aside: (row) => <Link row={row} /> },
  fields: [
    { name: 'number', kind: 'number', of: 'int', half: true, hint: 'number' },
    { name: 'name', kind: 'text', half: true },
    hubTimezoneField,
    { name: 'allclients', kind: 'switch', hint: 'allclients', start: (row) => row?.allclients ?? true },
    { name: 'client_ids', kind: 'own', Field: ServedClients, start: (row) => row?.client_ids ?? [] },
    { name: 'cloud_enabled', kind: 'switch', hint: 'cloud_enabled', start: (row) => row?.cloud_enabled ?? false },
    { name: 'comment', kind: 'longText' },
  ],
  Below: Cards,
});

function Cards(): ReactNode {
  const [mayRenewKey, mayRestart] = [useMay('client.edit'), useMay('server.read')];
  return (
    <div className={styles.cards}>
      <HubCodesCard />
      {mayRenewKey && <RecoveryKeyCard />}
      {mayRestart && <RestartCard />}
    </div>
  );
}

export default function Hubs(): ReactNode {
  return <TableScreen table={hubs} />;
}
