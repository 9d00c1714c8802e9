import { mdiAccessPoint, mdiAccountOutline } from '@mdi/js';
import { api, rank } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { useAppearance } from '../../base/appearance.ts';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { useServer, useUser } from '../../base/services.tsx';
import { dateOf, sourceOf } from '../../records/describe-record.ts';
import { useFilters } from '../../records/filters.ts';
import { sportIcon } from '../../records/sport-icon.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { Entry } from './entry.ts';

/** Rows of each kind. */
const rows = 5;

interface Found {
  readonly entries: readonly Entry[];
  /** The server has not answered for what is typed now. */
  readonly searching: boolean;
}

/** People, records and devices of the active client whose name holds the text, found by the server. */
export function useFoundThings(typed: string): Found {
  const search = useSettled(typed.trim(), 200);
  const user = useUser();
  const enabled = search !== '' && !user.is_recovery;
  const people = usePeople(search, enabled);
  const records = useRecords(search, enabled);
  const devices = useDevices(search, enabled);
  const found = [people, records, devices];
  return {
    entries: enabled && typed.trim() !== '' ? found.flatMap(({ entries }) => entries) : [],
    searching: typed.trim() !== search || found.some(({ searching }) => searching),
  };
}

function usePeople(search: string, enabled: boolean): Found {
  const server = useServer();
  const navigate = useNavigate();
  const { t } = useTranslation('app');
  const { id } = useActiveClient();
  const { data, isFetching } = useQuery({
    queryKey: ['palette', 'people', id, search],
    queryFn: ({ signal }) => server.call(api.listUsers, { body: { search, clientIds: [id], pageSize: rows }, signal }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const entries = (data?.items ?? []).map<Entry>((person) => ({
    key: `person ${person.id}`,
    group: 'people',
    label: `${person.firstname} ${person.lastname}`,
    hint: [t(`roles.${rank(person.roles) ?? 'none'}`), ...person.groups.map(({ name }) => name)].join(' · '),
    icon: mdiAccountOutline,
    run: () => {
      useFilters.getState().reset();
      useFilters.getState().change({ userIds: [person.id] });
      void navigate({ to: '/' });
    },
  }));
  return { entries, searching: isFetching };
}

function useRecords(search: string, enabled: boolean): Found {
  const server = useServer();
  const navigate = useNavigate();
  const language = useAppearance((appearance) => appearance.language);
  const { id } = useActiveClient();
  // Words may name a day.
  const timezone = useOwnTimezone();
  const { data, isFetching } = useQuery({
    queryKey: ['records', 'list', 'palette', id, search, timezone],
    queryFn: ({ signal }) =>
      server.call(api.listRecords, {
        body: { search, timezone, clientIds: [id], pageSize: rows, type: 'all' },
        signal,
      }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const entries = (data?.records ?? []).map<Entry>((record) => ({
    key: `record ${record.id}`,
    group: 'records',
    label: athleteNames(record.users) || sourceOf(record),
    hint: [record.exercise_name, dateOf(record, language)].filter((part) => part).join(' · '),
    icon: sportIcon(record.sport_name),
    run: () => void navigate({ to: '/records/$recordId', params: { recordId: String(record.id) } }),
  }));
  return { entries, searching: isFetching };
}

function useDevices(search: string, enabled: boolean): Found {
  const server = useServer();
  const navigate = useNavigate();
  const { id } = useActiveClient();
  const { data, isFetching } = useQuery({
    queryKey: ['palette', 'devices', id, search],
    queryFn: ({ signal }) =>
      server.call(api.listDevices, { body: { search, clientIds: [id], pageSize: rows }, signal }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const entries = (data?.items ?? []).map<Entry>((device) => ({
    key: `device ${device.id}`,
    group: 'devices',
    label: device.name,
    hint: String(device.number),
    icon: mdiAccessPoint,
    run: () => void navigate({ to: '/realtime' }),
  }));
  return { entries, searching: isFetching };
}
