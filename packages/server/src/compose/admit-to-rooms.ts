import { type parseRoom, rooms, scopeOf } from '@sillage/contract';
import { type Devices, devicesChanged } from '../administration/devices/index.ts';
import { clientExists, mayReachClient, rightsChanged } from '../administration/tenancy/index.ts';
import type { Database, Db } from '../platform/database/index.ts';
import type { Principal } from '../platform/http/index.ts';
import { shareAnswers } from '../platform/socket/index.ts';

type Room = NonNullable<ReturnType<typeof parseRoom>>;

/**
 * Whether a caller may enter a room. A client's rooms are for its people (the list of all devices not for athletes, who
 * see only what is paired with them); a device's rooms follow `device.watch`.
 */
export function mayEnterRoom(db: Db, devices: Pick<Devices, 'deviceOwner'>) {
  // After a restart a thousand ask for the rooms of the same few devices at once.
  const shareOwner = shareAnswers<Awaited<ReturnType<Devices['deviceOwner']>>>();
  const shareClient = shareAnswers<boolean>();
  return async (principal: Principal, room: Room): Promise<boolean> => {
    const scope = scopeOf(principal.roles, rooms[room.kind].access);
    if (scope === undefined) return false;
    if (room.subject === 'client') {
      if (room.kind === 'connectedDevices' && scope === 'own') return false;
      return (
        mayReachClient({ principal, scope }, room.id) &&
        (await shareClient(`${room.id}`, () => clientExists(db, room.id)))
      );
    }
    const owner = await shareOwner(`${room.id}`, () => devices.deviceOwner(room.id));
    if (scope === 'everything') return owner !== undefined;
    if (owner?.clientId !== principal.clientId) return false;
    switch (scope) {
      case 'client':
        return true;
      case 'groups':
        return owner.groupId !== null && principal.groupIds.includes(owner.groupId);
      case 'own':
        return owner.userIds.includes(principal.userId);
    }
  };
}

/** Of their client's records, those who see only their own get no ids. */
export function getsHints({ roles }: Principal, { kind }: Room): boolean {
  return kind === 'recordUpdate' && scopeOf(roles, rooms[kind].access) === 'own';
}

/**
 * Judges the members of live rooms again when what they were admitted by changes: the athletes, group or client of a device,
 * or anything at once after a restore. What changes of people cuts their connections (`sessionsEnded`, `disconnect`).
 */
export async function followRights(
  { listen }: Pick<Database, 'listen'>,
  judgeAgain: (concerned?: { readonly deviceNumber: number }) => void,
): Promise<() => Promise<void>> {
  const unlisten = await Promise.all([
    listen(
      devicesChanged,
      (payload) => judgeAgain(/^\d+$/.test(payload) ? { deviceNumber: Number(payload) } : undefined),
      () => judgeAgain(),
    ),
    listen(
      rightsChanged,
      () => judgeAgain(),
      () => judgeAgain(),
    ),
  ]);
  return async () => {
    await Promise.all(unlisten.map((stop) => stop()));
  };
}
