import { type Refusal, refuse } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import type { DeviceSession } from './device-session.ts';
import type { Sessions } from './follow-devices.ts';

/** Which devices a caller sees (permissions.ts of the contract). */
export function sees({ principal, scope }: Viewer, { row }: DeviceSession): boolean {
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

type Refreshed = Pick<Sessions, 'refresh'>;

/** The device of a path; one that is not the caller's is not there. */
export async function findDevice(
  sessions: Refreshed,
  viewer: Viewer,
  params: { readonly clientId: number; readonly deviceNumber: number },
): Promise<DeviceSession | Refusal> {
  const devices = await sessions.refresh(params.clientId);
  const session = devices.find(({ number }) => number === params.deviceNumber);
  return session !== undefined && sees(viewer, session) ? session : refuse('entity.notFound');
}

/** Those of a client that the caller sees, by number. */
export async function findDevices(sessions: Refreshed, viewer: Viewer, clientId: number): Promise<DeviceSession[]> {
  const devices = await sessions.refresh(clientId);
  return devices.filter((session) => sees(viewer, session)).sort((a, b) => a.number - b.number);
}
