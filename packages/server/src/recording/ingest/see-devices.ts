import type { Scope } from '@sillage/contract';
import type { Principal } from '../../platform/http/index.ts';
import type { DeviceSession } from './device-session.ts';

/** Who looks at devices, and how far what they may do reaches. */
export interface DeviceViewer {
  readonly principal: Principal;
  readonly scope: Scope;
}

/** Which devices a caller sees (permissions.ts of the contract). */
export function sees({ principal, scope }: DeviceViewer, { row }: Pick<DeviceSession, 'row'>): boolean {
  if (scope === 'everything') return true;
  if (row.clientId !== principal.clientId) return false;
  switch (scope) {
    case 'client':
      return true;
    case 'groups':
      return row.groupId !== null && principal.groupIds.includes(row.groupId);
    case 'own':
      return row.users.some((user) => user.id === principal.userId);
  }
}
