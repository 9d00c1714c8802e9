import { mdiKeyOutline } from '@mdi/js';
import { api, type Device, type Language, numberFromText } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { lookOf } from '../../../live/device-look.ts';
import { useConnectedDevices } from '../../../live/devices.ts';
import { isRefused } from '../../../live/record-control.ts';
import { RefusedText } from '../../../live/refused-text.tsx';
import { SearchPick } from '../../../tables/search-pick.tsx';
import { defineTable, type OwnFieldProps } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moduleName } from '../../../ui/module-name.ts';
import word from '../../../ui/state-word.module.css';
import type { DeviceRow } from './device-row.ts';
import { DeviceSecretDialog, NewDeviceSecretDialog } from './device-secret.tsx';
import { DeviceVersion } from './device-version.tsx';
import { reservedComments } from './reserved-comments.ts';
import { SerialField } from './serial-field.tsx';
import styles from './show.module.css';
import { Day, Enabled, Mono, Quiet, Strong } from './show.tsx';
import { clientField, groupSource, peopleSource, personChoice, useGroupChoices } from './sources.ts';

function useFamilies() {
  const { t } = useTranslation('admin');
  return (['maxi', 'mini'] as const).map((value) => ({ value, label: t(`devices.type.${value}`) }));
}

function useTypes() {
  const { t } = useTranslation('admin');
  return (['maxi', 'mini', 'hub'] as const).map((value) => ({ value, label: t(`devices.type.${value}`) }));
}

function useEnabledChoices() {
  const { t } = useTranslation('admin');
  return [
    { value: true, label: t('common.enabled') },
    { value: false, label: t('common.disabled') },
  ];
}

/** What it does now: of the live list when it is the active client's, else as it was listed. */
function useLiveDevice(device: Device) {
  const { devices } = useConnectedDevices();
  return devices?.find(({ number }) => number === device.number) ?? device;
}

function State({ device }: { device: Device }): ReactNode {
  const { t } = useTranslation(['admin', 'realtime']);
  const live = useLiveDevice(device);
  const look = lookOf(live);
  if (!device.enabled) return <Enabled on={false} />;
  return (
    <span
      className={`${word.word} ${word[look.tone]}`}
      title={isRefused(live) ? t('realtime:refused.now', { problem: live.meta_problem }) : undefined}
    >
      <Icon path={look.icon} size={16} />
      {t(`realtime:state.${look.word}`)}
    </span>
  );
}

/** The modules that it says it has, those that do not answer left out. */
function modulesOf({ modules }: Pick<Device, 'modules'>, language: Language): string {
  return Object.entries(modules)
    .filter(([, module]) => module.is_connected)
    .map(([name]) => moduleName(name, language))
    .join(', ');
}

function Modules({ device }: { device: Device }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const names = modulesOf(useLiveDevice(device), language);
  return <Quiet title={names}>{names}</Quiet>;
}

function GroupField(props: OwnFieldProps): ReactNode {
  const client: unknown = props.form.client_id;
  const id: unknown = typeof client === 'object' && client !== null ? Reflect.get(client, 'value') : undefined;
  return (
    <SearchPick
      {...props}
      source={groupSource(typeof id === 'number' ? id : undefined)}
      many={false}
      hint={undefined}
      autoFocus={false}
    />
  );
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, 'value') : null;
}

const devices = defineTable<DeviceRow>({
  name: 'devices',
  cached: 'devices',
  endpoints: api.deviceEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  filters: [
    { name: 'types', kind: 'segments', useChoices: useFamilies },
    { name: 'groupIds', kind: 'many', useChoices: useGroupChoices },
    { name: 'enabled', kind: 'one', useChoices: useEnabledChoices },
  ],
  columns: [
    { name: 'state', width: 148, show: (device) => <State device={device} /> },
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'number', sort: 'number', width: 104, show: ({ number }) => <Quiet>{number}</Quiet> },
    { name: 'serial_number', width: 140, shown: 'wide', show: (row) => <Mono>{row.serial_number}</Mono> },
    { name: 'version', width: 128, shown: 'medium', show: (device) => <DeviceVersion {...device} /> },
    { name: 'modules', shown: 'wide', show: (device) => <Modules device={device} /> },
    {
      name: 'users',
      shown: 'medium',
      show: ({ users }) => {
        const names = athleteNames(users);
        return names === '' ? '–' : <span title={names}>{names}</span>;
      },
    },
  ],
  phone: {
    summary: ({ number, users }) => [String(number), athleteNames(users)].filter(Boolean).join(' · '),
    aside: (device) => <State device={device} />,
  },
  fields: [
    { name: 'type', kind: 'one', half: true, only: 'create', useChoices: useTypes, start: () => 'maxi' },
    { name: 'version', kind: 'text', half: true, only: 'create', start: () => '2.0' },
    {
      name: 'serial',
      kind: 'own',
      Field: SerialField,
      only: 'create',
      start: () => '',
      inBody: (value) => numberFromText(String(value ?? ''), 'int'),
    },
    { name: 'name', kind: 'text', half: true, only: 'create', hint: 'name' },
    { name: 'name', kind: 'text', half: true, only: 'edit' },
    { name: 'serial_number', kind: 'text', mono: true, half: true },
    clientField({ half: true }),
    {
      name: 'group_id',
      kind: 'own',
      Field: GroupField,
      half: true,
      inBody: idOf,
      start: (row) => (row?.group_id ? { value: row.group_id, label: row.group_name ?? '' } : null),
    },
    {
      name: 'users',
      kind: 'searchMany',
      source: peopleSource,
      hint: 'users',
      start: (row) => (row?.users ?? []).map(personChoice),
    },
    { name: 'comment', kind: 'longText', hint: 'comment' },
    ...reservedComments,
    { name: 'enabled', kind: 'switch', start: (row) => row?.enabled ?? true },
  ],
  actions: [
    { name: 'secret', icon: mdiKeyOutline, needs: api.renewDeviceSecret.access, Dialog: NewDeviceSecretDialog },
  ],
  Detail: DeviceDetail,
  Created: DeviceSecretDialog,
});

function DeviceDetail({ row }: { row: Device }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const live = useLiveDevice(row);
  const facts: [string, ReactNode][] = [
    ['state', <State key="state" device={row} />],
    ['number', String(row.number)],
    ['serial_number', row.serial_number],
    ['version', <DeviceVersion key="version" number={row.number} version={live.version} />],
    [
      'battery',
      live.battery === null ? null : t('devices.percent', { percent: formatNumber(live.battery, 0, language) }),
    ],
    ['modules', modulesOf(live, language)],
    ['users', row.users.map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', ')],
    ['group', row.group_name],
    ['client', row.client_name],
    ['last_seen', row.last_seen && <Day key="seen" at={row.last_seen} />],
    ['created_date', <Day key="created" at={row.created_date} />],
    ['comment', row.comment],
    // Of the comments that are kept to a role, those that the reader may see.
    ...(['manager_comment', 'admin_comment'] as const).flatMap((name): [string, ReactNode][] =>
      row[name] === undefined ? [] : [[name, row[name]]],
    ),
  ];
  return (
    <>
      <RefusedText device={live} className={styles.refused} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact
            key={name}
            term={t([`devices.column.${name}`, `common.column.${name}`, `common.field.${name}`])}
            value={value}
          />
        ))}
      </dl>
    </>
  );
}

function Fact(props: { term: string; value: ReactNode }): ReactNode {
  const empty = props.value === null || props.value === undefined || props.value === '';
  return (
    <>
      <dt>{props.term}</dt>
      <dd className={styles.longText}>{empty ? '–' : props.value}</dd>
    </>
  );
}

export default function Devices(): ReactNode {
  return <TableScreen table={devices} />;
}
