import { aboveAthletes, type Permission, ranksAmong, type User } from '@sillage/contract';
import { isAdministrator, may } from './may.ts';
import { adminViews, type View } from './remembered-view.ts';

interface Right {
  /** Who sees it; everyone unless said. */
  readonly needs?: Permission;
  /** Of managers and coaches: administrators have a page of their own for it. */
  readonly ofStaff?: boolean;
  /** Also of the account that recovers a hub, which has its settings only. */
  readonly inRecovery?: boolean;
}

const rights: Readonly<Record<View<'settings'>, Right>> = {
  general: { inRecovery: true },
  account: { inRecovery: true },
  admin: { needs: 'server.read', inRecovery: true },
  club: { ofStaff: true },
  calibration: { needs: 'record.edit' },
  configuration: { needs: 'client.edit' },
  sensors: { needs: 'parameter.read' },
  network: { needs: 'network.read' },
  devices: { needs: 'device.edit' },
  logs: { needs: 'log.read', inRecovery: true },
};

const isStaff = ({ roles }: Pick<User, 'roles'>) => ranksAmong(roles, aboveAthletes) && !isAdministrator({ roles });

/** Whether a manager or a coach finds a table of the administration in the settings; administrators have a page for all. */
export function looksAfter(user: Pick<User, 'roles' | 'is_recovery'>, view: View<'admin'>): boolean {
  const needs = adminViews[view];
  if (needs === undefined || user.is_recovery || !isStaff(user)) return false;
  return may(user, needs);
}

/** Whether a person may open a section of the settings: asked by the settings themselves and by the palette. */
export function mayOpenSettings(user: Pick<User, 'roles' | 'is_recovery'>, view: View<'settings'>): boolean {
  const { needs, ofStaff, inRecovery } = rights[view];
  if (user.is_recovery && !inRecovery) return false;
  if (ofStaff && !isStaff(user)) return false;
  return needs === undefined || may(user, needs);
}
