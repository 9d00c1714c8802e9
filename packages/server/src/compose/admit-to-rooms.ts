import { type parseRoom, rooms, type Scope, scopeOf } from '@sillage/contract';
import { type Devices, devicesChanged } from '../administration/devices/index.ts';
import { clientExists, mayReachClient, rightsChanged } from '../administration/tenancy/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { Database, Db } from '../platform/database/index.ts';
import type { Principal } from '../platform/http/index.ts';
import { type KeptAnswers, keepAnswers } from '../platform/socket/index.ts';

type Room = NonNullable<ReturnType<typeof parseRoom>>;

/** Who may enter which room, by what devices and clients are now. */
export interface RoomRights {
  mayEnter(principal: Principal, room: Room): Promise<boolean>;
  /** What devices and clients were is not so any more. */
  forget(): void;
}

interface Dependencies {
  readonly db: Db;
  readonly devices: Pick<Devices, 'deviceOwner'>;
  readonly clock: Clock;
}

/**
 * Whether a caller may enter a room. A client's rooms are for its people (the list of all devices not for athletes, who
 * see only what is paired with them); a device's rooms follow `device.watch`. Nobody is refused by what was so a moment ago.
 */
export function openRoomRights({ db, devices, clock }: Dependencies): RoomRights {
  let changes = 0;
  const kept = { nowMs: () => clock.monotonicMs(), changes: () => changes, isKept: () => true };
  const owners = keepAnswers<Owner>(kept);
  const clients = keepAnswers<boolean>(kept);

  async function holds<T>(answers: KeptAnswers<T>, of: Question<T>): Promise<boolean> {
    const known = answers.known(of.what);
    if (known?.since === changes && of.isSo(known.answer)) return true;
    return of.isSo(await answers.ask(of.what, of.make));
  }

  return {
    forget() {
      changes += 1;
    },
    async mayEnter(principal, room) {
      const scope = scopeOf(principal.roles, rooms[room.kind].access);
      if (scope === undefined) return false;
      const what = `${room.id}`;
      if (room.subject === 'device') {
        const isSo = (owner: Owner) => isWatchedBy(principal, scope, owner);
        return holds(owners, { what, make: () => devices.deviceOwner(room.id), isSo });
      }
      if (room.kind === 'connectedDevices' && scope === 'own') return false;
      if (!mayReachClient({ principal, scope }, room.id)) return false;
      return holds(clients, { what, make: () => clientExists(db, room.id), isSo: (exists) => exists });
    },
  };
}

type Owner = Awaited<ReturnType<Devices['deviceOwner']>>;

interface Question<T> {
  readonly what: string;
  readonly make: () => Promise<T>;
  readonly isSo: (answer: T) => boolean;
}

function isWatchedBy(principal: Principal, scope: Scope, owner: Owner): boolean {
  if (owner === undefined) return false;
  if (scope === 'everything') return true;
  if (owner.clientId !== principal.clientId) return false;
  switch (scope) {
    case 'client':
      return true;
    case 'groups':
      return owner.groupId !== null && principal.groupIds.includes(owner.groupId);
    case 'own':
      return owner.userIds.includes(principal.userId);
  }
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
