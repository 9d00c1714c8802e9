import {
  mdiAccessPoint,
  mdiCogOutline,
  mdiDatabaseOutline,
  mdiInformationOutline,
  mdiShieldAccountOutline,
} from '@mdi/js';
import type { User } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { isAdministrator } from '../base/may.ts';
import { useUser } from '../base/services.tsx';
import { useShortcut } from '../base/shortcuts.ts';

/** The screens of the rail, with their shortcuts. */
export const screens = [
  { to: '/realtime', name: 'realtime', icon: mdiAccessPoint, digit: '1', covers: /^\/realtime/ },
  {
    to: '/',
    name: 'data',
    icon: mdiDatabaseOutline,
    digit: '2',
    covers: /^\/($|upload|records\/|compare|athletes\/|team|sync)/,
  },
  { to: '/settings', name: 'settings', icon: mdiCogOutline, digit: '3', covers: /^\/settings/ },
  { to: '/admin', name: 'admin', icon: mdiShieldAccountOutline, digit: '4', covers: /^\/admin/ },
  { to: '/about', name: 'about', icon: mdiInformationOutline, digit: '5', covers: /^\/about/ },
] as const;
export type Screen = (typeof screens)[number];

/** Whether a person may open a screen: admin is for administrators, the recovery account has its settings only. */
export function mayOpen(user: Pick<User, 'roles' | 'is_recovery'>, to: Screen['to']): boolean {
  if (user.is_recovery) return to === '/settings' || to === '/about';
  return to !== '/admin' || isAdministrator(user);
}

/** The screens that the signed-in person may open. */
export function useScreens(): readonly Screen[] {
  const user = useUser();
  return screens.filter(({ to }) => mayOpen(user, to));
}

/** Keys 1 to 5 go to the screens; a navigation that is refused or overtaken by another says nothing. */
export function useScreenShortcuts(): void {
  const user = useUser();
  const navigate = useNavigate();
  const go = (screen: Screen) => {
    if (mayOpen(user, screen.to)) navigate({ to: screen.to }).catch(() => undefined);
  };
  const [first, second, third, fourth, fifth] = screens;
  useShortcut(first.digit, () => go(first));
  useShortcut(second.digit, () => go(second));
  useShortcut(third.digit, () => go(third));
  useShortcut(fourth.digit, () => go(fourth), mayOpen(user, fourth.to));
  useShortcut(fifth.digit, () => go(fifth));
}
