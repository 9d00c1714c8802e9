import {
  mdiAccountGroupOutline,
  mdiAccountOutline,
  mdiCogOutline,
  mdiConsole,
  mdiShieldAccountOutline,
  mdiSineWave,
  mdiTuneVariant,
} from '@mdi/js';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useUser } from '../../base/services.tsx';
import { mayOpenSettings } from '../../base/view-rights.ts';
import { type PageSection, SectionedPage } from '../../frame/sectioned-page.tsx';
import { LoadingRows } from '../../tables/list-states.tsx';

interface Section extends Omit<PageSection<'settings'>, 'content'> {
  readonly Screen: ComponentType;
}

const sections: readonly Section[] = [
  { name: 'general', icon: mdiCogOutline, Screen: lazy(() => import('./general.tsx')) },
  { name: 'account', icon: mdiAccountOutline, Screen: lazy(() => import('./account/index.tsx')) },
  {
    name: 'admin',
    icon: mdiShieldAccountOutline,
    Screen: lazy(() => import('./server/index.tsx')),
  },
  {
    name: 'club',
    icon: mdiAccountGroupOutline,
    Screen: lazy(() => import('../admin/club/index.tsx')),
    whole: true,
  },
  {
    name: 'configuration',
    icon: mdiTuneVariant,
    Screen: lazy(() => import('./parameters/configuration.tsx')),
    whole: true,
  },
  {
    name: 'sensors',
    icon: mdiSineWave,
    Screen: lazy(() => import('./parameters/sensors.tsx')),
    whole: true,
  },
  {
    name: 'logs',
    icon: mdiConsole,
    Screen: lazy(() => import('./logs/index.tsx')),
    whole: true,
  },
];

/** The settings that the signed-in person may see, each fetched when it is opened. */
export default function Settings(): ReactNode {
  const user = useUser();
  const shown = sections.filter(({ name }) => mayOpenSettings(user, name));
  return (
    <SectionedPage
      page="settings"
      sections={shown.map(({ name, icon, whole, Screen }) => ({
        name,
        icon,
        ...(whole && { whole }),
        content: (
          <Suspense fallback={<LoadingRows />}>
            <Screen />
          </Suspense>
        ),
      }))}
    />
  );
}
