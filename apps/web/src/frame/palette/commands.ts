import {
  mdiCogOutline,
  mdiInformationOutline,
  mdiKeyboardOutline,
  mdiLogout,
  mdiShieldAccountOutline,
  mdiTranslate,
  mdiWeatherNight,
} from '@mdi/js';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { type PageWithViews, type View, views } from '../../base/remembered-view.ts';
import { useRoleContext } from '../../base/role-context.ts';
import { useServer, useUser } from '../../base/services.tsx';
import { signOut } from '../../base/session.ts';
import { looksAfter, mayOpenSettings } from '../../base/view-rights.ts';
import { openPart } from '../open-parts.ts';
import { useScreens } from '../screens.ts';
import type { Entry } from './entry.ts';
import { useScreenActions } from './screen-actions.ts';

const pageIcons = {
  settings: mdiCogOutline,
  admin: mdiShieldAccountOutline,
  about: mdiInformationOutline,
} as const;

/** The screens and sub-views that the person may open. */
function useScreenEntries(): Entry[] {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const screens = useScreens();
  const user = useUser();
  const ofRole = useRoleContext();
  const go = (to: string) => void navigate({ to }).catch(() => undefined);
  const viewsOf = <P extends PageWithViews>(page: P, mayOpen: (view: View<P>) => boolean = () => true): Entry[] =>
    views[page].filter(mayOpen).map((view) => ({
      key: `${page} ${view}`,
      group: 'screens',
      label: t(`views.${page}.${view}` as never),
      hint: t(`nav.${page}`),
      icon: pageIcons[page],
      run: () => go(`/${page}/${view}`),
    }));
  // What managers and coaches look after is a part of the settings.
  const clubTables = views.admin
    .filter((view) => looksAfter(user, view))
    .map(
      (view): Entry => ({
        key: `club ${view}`,
        group: 'screens',
        label: t(`views.admin.${view}`, ofRole),
        hint: t('views.settings.club'),
        icon: pageIcons.admin,
        run: () => go(`/settings/club/${view}`),
      }),
    );
  return [
    ...screens.map(({ to, name, icon, digit }) => ({
      key: to,
      group: 'screens' as const,
      label: t(`nav.${name}`),
      shortcut: digit,
      icon,
      run: () => go(to),
    })),
    ...screens.flatMap(({ to }) => {
      if (to === '/settings') return [...viewsOf('settings', (view) => mayOpenSettings(user, view)), ...clubTables];
      if (to === '/admin') return viewsOf('admin');
      return to === '/about' ? viewsOf('about') : [];
    }),
  ];
}

/** Everything that the palette knows without asking the server. */
export function useCommands(): readonly Entry[] {
  const { t } = useTranslation('app');
  const server = useServer();
  const { theme, language, setTheme, setLanguage } = useAppearance();
  const other = language === 'fr' ? 'en' : 'fr';
  const action = (key: string, label: string, icon: string, run: () => void): Entry => ({
    key,
    group: 'actions',
    label,
    icon,
    run,
  });
  return [
    ...useScreenActions(),
    ...useScreenEntries(),
    action('theme', t(theme === 'dark' ? 'theme.toLight' : 'theme.toDark'), mdiWeatherNight, () =>
      setTheme(theme === 'dark' ? 'light' : 'dark'),
    ),
    action('language', t(other === 'en' ? 'user.toEnglish' : 'user.toFrench'), mdiTranslate, () => setLanguage(other)),
    // Shortcuts are for those who have keys.
    ...(matchMedia('(pointer: coarse)').matches
      ? []
      : [action('help', t('shortcuts.title'), mdiKeyboardOutline, () => openPart('help'))]),
    action('signOut', t('user.signOut'), mdiLogout, () => void signOut(server)),
  ];
}
