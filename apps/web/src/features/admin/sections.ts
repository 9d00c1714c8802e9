import {
  mdiAccessPoint,
  mdiAccountGroupOutline,
  mdiAccountOutline,
  mdiArchiveArrowDownOutline,
  mdiBagSuitcaseOutline,
  mdiCodeBraces,
  mdiConsole,
  mdiDomain,
  mdiDumbbell,
  mdiGauge,
  mdiHeartPulse,
  mdiMemory,
  mdiOfficeBuildingOutline,
  mdiPlaylistPlay,
  mdiPuzzleOutline,
  mdiRun,
  mdiSineWave,
  mdiTagOutline,
  mdiTune,
} from '@mdi/js';
import { api, type CachedTable, type User } from '@sillage/contract';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '../../base/load-part.ts';
import type { View } from '../../base/remembered-view.ts';
import { looksAfter } from '../../base/view-rights.ts';
import type { Row, TableEndpoints } from '../../tables/table-definition.ts';

/** One entry of the administration. A section is a component of its own, fetched when it is opened. */
export interface Section {
  readonly name: View<'admin'>;
  readonly icon: string;
  readonly Screen: LazyExoticComponent<ComponentType>;
  /** Whose total stands beside its name; of the active client with `ofClient`. */
  readonly count?: {
    readonly list: TableEndpoints<Row>['list'];
    readonly cached: CachedTable;
    readonly ofClient: boolean;
  };
}

const counted = (list: TableEndpoints<Row>['list'], cached: CachedTable, ofClient: boolean) => ({
  count: { list, cached, ofClient },
});

/** The sections in their groups, in the order of the list. */
export const sectionGroups: readonly { readonly name: string; readonly sections: readonly Section[] }[] = [
  {
    name: 'organisation',
    sections: [
      {
        name: 'clients',
        icon: mdiDomain,
        Screen: lazyPart(() => import('./tables/clients.tsx')),
        ...counted(api.listClients, 'clients', false),
      },
      {
        name: 'currentClient',
        icon: mdiOfficeBuildingOutline,
        Screen: lazyPart(() => import('./current-client/index.tsx')),
      },
      {
        name: 'users',
        icon: mdiAccountOutline,
        Screen: lazyPart(() => import('./tables/users.tsx')),
        ...counted(api.listUsers, 'users', true),
      },
      {
        name: 'groups',
        icon: mdiAccountGroupOutline,
        Screen: lazyPart(() => import('./tables/groups.tsx')),
        ...counted(api.listGroups, 'groups', true),
      },
      {
        name: 'sports',
        icon: mdiRun,
        Screen: lazyPart(() => import('./tables/sports.tsx')),
        ...counted(api.listSports, 'sports', false),
      },
      {
        name: 'exercises',
        icon: mdiDumbbell,
        Screen: lazyPart(() => import('./tables/exercises.tsx')),
        ...counted(api.listExercises, 'exercises', true),
      },
    ],
  },
  {
    name: 'equipment',
    sections: [
      {
        name: 'devices',
        icon: mdiAccessPoint,
        Screen: lazyPart(() => import('./tables/devices.tsx')),
        ...counted(api.listDevices, 'devices', true),
      },
      {
        name: 'hubs',
        icon: mdiBagSuitcaseOutline,
        Screen: lazyPart(() => import('./tables/hubs.tsx')),
        ...counted(api.listHubs, 'mallettes', true),
      },
      {
        name: 'modules',
        icon: mdiPuzzleOutline,
        Screen: lazyPart(() => import('./tables/modules.tsx')),
        ...counted(api.listModules, 'modules', true),
      },
      {
        name: 'mecaSensors',
        icon: mdiGauge,
        Screen: lazyPart(() => import('./tables/meca-sensors.tsx')),
        ...counted(api.listMecaSensors, 'meca_sensors', true),
      },
      {
        name: 'deviceReleases',
        icon: mdiTagOutline,
        Screen: lazyPart(() => import('./tables/device-releases.tsx')),
        ...counted(api.listDeviceReleases, 'device_releases', false),
      },
      {
        name: 'hardwareReleases',
        icon: mdiMemory,
        Screen: lazyPart(() => import('./tables/hardware-releases.tsx')),
        ...counted(api.listHardwareReleases, 'hardware_releases', false),
      },
    ],
  },
  {
    name: 'computing',
    sections: [
      {
        name: 'configs',
        icon: mdiTune,
        Screen: lazyPart(() => import('./tables/configs.tsx')),
        ...counted(api.listConfigs, 'configs', true),
      },
      {
        name: 'scenarios',
        icon: mdiPlaylistPlay,
        Screen: lazyPart(() => import('./tables/scenarios.tsx')),
        ...counted(api.listGhostScenarios, 'scenarios', true),
      },
      {
        name: 'compiledScenarios',
        icon: mdiCodeBraces,
        Screen: lazyPart(() => import('./scenarios/compiled-scenarios.tsx')),
      },
      {
        name: 'sensors',
        icon: mdiSineWave,
        Screen: lazyPart(() => import('./tables/sensors.tsx')),
        ...counted(api.listSensors, 'sensors', true),
      },
      { name: 'tasks', icon: mdiConsole, Screen: lazyPart(() => import('./tasks/index.tsx')) },
    ],
  },
  {
    name: 'system',
    sections: [
      { name: 'health', icon: mdiHeartPulse, Screen: lazyPart(() => import('./health/index.tsx')) },
      { name: 'backup', icon: mdiArchiveArrowDownOutline, Screen: lazyPart(() => import('./backup/index.tsx')) },
    ],
  },
];

const sections = sectionGroups.flatMap((group) => group.sections);

/** The section of a remembered name; the first when there is none of that name. */
export function sectionOf(name: View<'admin'>): Section | undefined {
  return sections.find((section) => section.name === name) ?? sections[0];
}

/** The sections that managers and coaches look after; none for others. */
export function staffSections(user: User): readonly Section[] {
  return sections.filter(({ name }) => looksAfter(user, name));
}
