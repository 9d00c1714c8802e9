import {
  mdiAccessPoint,
  mdiAccountGroupOutline,
  mdiAccountOutline,
  mdiCogOutline,
  mdiConsole,
  mdiRotateOrbit,
  mdiShieldAccountOutline,
  mdiSineWave,
  mdiTuneVariant,
  mdiWifi,
} from '@mdi/js';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../base/load-part.ts';
import { useUser } from '../../base/services.tsx';
import { mayOpenSettings } from '../../base/view-rights.ts';
import { type PageSection, SectionedPage } from '../../frame/sectioned-page.tsx';
import { LoadingRows } from '../../tables/list-states.tsx';

interface Section extends Omit<PageSection<'settings'>, 'content'> {
  readonly Screen: ComponentType;
}

const General = lazyPart(() => import('./general.tsx'));
const Account = lazyPart(() => import('./account/index.tsx'));
const Server = lazyPart(() => import('./server/index.tsx'));
const Calibration = lazyPart(() => import('./calibration/index.tsx'));
const Configuration = lazyPart(() => import('./parameters/configuration.tsx'));
const Sensors = lazyPart(() => import('./parameters/sensors.tsx'));
const Network = lazyPart(() => import('./network/index.tsx'));
const Devices = lazyPart(() => import('./devices/index.tsx'));
const Logs = lazyPart(() => import('./logs/index.tsx'));

const sectionsWith = (Club: ComponentType): readonly Section[] => [
  { name: 'general', icon: mdiCogOutline, Screen: General },
  { name: 'account', icon: mdiAccountOutline, Screen: Account },
  { name: 'admin', icon: mdiShieldAccountOutline, Screen: Server },
  { name: 'club', icon: mdiAccountGroupOutline, Screen: Club, whole: true },
  { name: 'calibration', icon: mdiRotateOrbit, Screen: Calibration },
  { name: 'configuration', icon: mdiTuneVariant, Screen: Configuration, whole: true },
  { name: 'sensors', icon: mdiSineWave, Screen: Sensors, whole: true },
  { name: 'network', icon: mdiWifi, Screen: Network },
  { name: 'devices', icon: mdiAccessPoint, Screen: Devices, whole: true },
  { name: 'logs', icon: mdiConsole, Screen: Logs, whole: true },
];

/** The settings that the signed-in person may see, each fetched when it is opened. `Club` is another screen's. */
export default function Settings({ Club }: { readonly Club: ComponentType }): ReactNode {
  const user = useUser();
  const shown = sectionsWith(Club).filter(({ name }) => mayOpenSettings(user, name));
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
