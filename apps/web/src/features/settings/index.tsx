import {
  mdiAccessPoint,
  mdiAccountGroupOutline,
  mdiAccountOutline,
  mdiCogOutline,
  mdiConsole,
  mdiLinkVariant,
  mdiShieldAccountOutline,
  mdiSineWave,
  mdiTuneVariant,
} from '@mdi/js';
import { type Permission, rank, scopeOf } from '@sillage/contract';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type PageSection, SectionedPage } from '../../app/frame/sectioned-page.tsx';
import { useUser } from '../../app/services.tsx';
import { LoadingRows } from '../admin/framework/list-states.tsx';

interface Section extends Omit<PageSection<'settings'>, 'content'> {
  readonly Screen: ComponentType;
  /** Who sees it; everyone unless said. */
  readonly needs?: Permission;
  /** Only those whom the permission gives more than their own. */
  readonly ofOthers?: boolean;
  /** Of managers and coaches: administrators have a page of their own for it. */
  readonly ofStaff?: boolean;
  /** Also of the account that recovers a hub, which has its settings only. */
  readonly inRecovery?: boolean;
}

const sections: readonly Section[] = [
  { name: 'general', icon: mdiCogOutline, Screen: lazy(() => import('./general.tsx')), inRecovery: true },
  { name: 'account', icon: mdiAccountOutline, Screen: lazy(() => import('./account/index.tsx')), inRecovery: true },
  {
    name: 'admin',
    icon: mdiShieldAccountOutline,
    Screen: lazy(() => import('./server/index.tsx')),
    needs: 'server.read',
    inRecovery: true,
  },
  {
    name: 'club',
    icon: mdiAccountGroupOutline,
    Screen: lazy(() => import('../admin/club/index.tsx')),
    ofStaff: true,
    whole: true,
  },
  {
    name: 'configuration',
    icon: mdiTuneVariant,
    Screen: lazy(() => import('./parameters/configuration.tsx')),
    needs: 'client.edit',
    whole: true,
  },
  {
    name: 'sensors',
    icon: mdiSineWave,
    Screen: lazy(() => import('./parameters/sensors.tsx')),
    needs: 'parameter.read',
    whole: true,
  },
  {
    name: 'maxi',
    icon: mdiAccessPoint,
    Screen: lazy(() => import('./parameters/maxi.tsx')),
    needs: 'device.read',
    ofOthers: true,
    whole: true,
  },
  { name: 'external', icon: mdiLinkVariant, Screen: lazy(() => import('./external.tsx')) },
  {
    name: 'logs',
    icon: mdiConsole,
    Screen: lazy(() => import('./logs/index.tsx')),
    needs: 'log.read',
    inRecovery: true,
    whole: true,
  },
];

/** The settings that the signed-in person may see, each fetched when it is opened. */
export default function Settings(): ReactNode {
  const user = useUser();
  const role = rank(user.roles);
  const shown = sections.filter(({ needs, ofOthers, ofStaff, inRecovery }) => {
    if (user.is_recovery && !inRecovery) return false;
    if (ofStaff && role !== 'Manager' && role !== 'Coach') return false;
    const scope = needs && scopeOf(user.roles, needs);
    return needs === undefined || (scope !== undefined && !(ofOthers && scope === 'own'));
  });
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
