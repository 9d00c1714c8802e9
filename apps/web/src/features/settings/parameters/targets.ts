import type { ApiClient } from '@sillage/client';
import { api, type ParameterTable, type Scope } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { type ActiveClient, resetWhenClientChanges, useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { resetWhenSignedOut } from '../../../base/forget-user.ts';
import { reachOf } from '../../../base/may.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer, useUser } from '../../../base/services.tsx';
import { i18next } from '../../../base/translate.ts';
import { useSettled } from '../../../ui/use-settled.ts';

/** What parameters are shown of. */
export interface Target {
  readonly table: ParameterTable;
  readonly id: number;
  readonly name: string;
  /** Whether the person may change its parameters: as the thing itself, as its row said. */
  readonly mayChange: boolean;
}

/** What can be chosen in a section of the settings. */
export type TargetKind = 'general' | 'client' | 'people' | 'sports' | 'sensors' | 'devices' | 'maxis' | 'minis';

/** Things of a kind that a search shows at once. */
const found = 30;

type Find = (of: {
  readonly server: ApiClient;
  readonly active: ActiveClient;
  /** Whose parameters the person may change. */
  readonly reach: Scope | undefined;
  readonly search: string;
  readonly signal: AbortSignal;
}) => Promise<Target[]>;

const finders: Readonly<Record<TargetKind, Find>> = {
  general: async ({ reach, search }) =>
    only(search, {
      table: 'General',
      id: 1,
      name: i18next.t('settings:parameters.general'),
      mayChange: reach === 'everything',
    }),
  client: async ({ active, reach, search }) =>
    only(search, {
      table: 'Client',
      id: active.id,
      name: active.name,
      mayChange: reach === 'everything' || reach === 'client',
    }),
  async people({ server, active, search, signal }) {
    const { items } = await server.call(api.listUsers, {
      body: { search, pageSize: found, clientIds: [active.id] },
      signal,
    });
    return items.map(({ id, firstname, lastname, may }) => ({
      table: 'User',
      id,
      name: `${firstname} ${lastname}`,
      mayChange: may.edit,
    }));
  },
  async sports({ server, search, signal }) {
    const { items } = await server.call(api.listSports, { body: { search, pageSize: found }, signal });
    return items.map(({ id, display_name, may }) => ({
      table: 'Sport',
      id,
      name: inPageLanguage(display_name),
      mayChange: may.edit,
    }));
  },
  async sensors({ server, search, signal }) {
    const { items } = await server.call(api.listSensors, { body: { search, pageSize: found }, signal });
    return items.map(({ id, name, may }) => ({ table: 'Sensor', id, name, mayChange: may.edit }));
  },
  devices: (of) => devices(of, []),
  maxis: (of) => devices(of, ['maxi']),
  minis: (of) => devices(of, ['mini']),
};

function only(search: string, target: Target): Target[] {
  return target.name.toLowerCase().includes(search.toLowerCase()) ? [target] : [];
}

async function devices(
  { server, active, search, signal }: Parameters<Find>[0],
  types: ('maxi' | 'mini')[],
): Promise<Target[]> {
  const body = { search, pageSize: found, clientIds: [active.id], types };
  const { items } = await server.call(api.listDevices, { body, signal });
  return items.map(({ id, name, may }) => ({ table: 'Device', id, name, mayChange: may.edit }));
}

/** The things of these kinds whose name has the text, kind by kind. */
export function useTargets(kinds: readonly TargetKind[], typed: string) {
  const server = useServer();
  const active = useActiveClient();
  const reach = reachOf(useUser(), 'parameter.edit');
  const language = useAppearance((appearance) => appearance.language);
  const search = useSettled(typed.trim(), 250);
  return useQuery({
    // Some names are words of ours.
    queryKey: ['settings', 'targets', language, kinds, active.id, search],
    queryFn: async ({ signal }) =>
      (await Promise.all(kinds.map((kind) => finders[kind]({ server, active, reach, search, signal })))).flat(),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

const useChosen = create<{ readonly chosen: Readonly<Record<string, Target>> }>()(() => ({ chosen: {} }));
const reset = () => useChosen.setState({ chosen: {} });
resetWhenSignedOut(reset);
resetWhenClientChanges(reset);

/** The thing that a section shows: the chosen one, else the first that there is. */
export function useTarget(section: string, first: Target | undefined) {
  const target = useChosen(({ chosen }) => chosen[section]) ?? first;
  const choose = (next: Target) => useChosen.setState(({ chosen }) => ({ chosen: { ...chosen, [section]: next } }));
  return [target, choose] as const;
}
