import { isDeepStrictEqual } from 'node:util';
import {
  type DeviceCreate,
  type DeviceEdit,
  isRefusal,
  type Refusal,
  type Role,
  rank,
  refuse,
} from '@sillage/contract';
import { deviceDisplayName } from '@sillage/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  clientOfEdited,
  clientOfNew,
  conflictOf,
  deniedFields,
  givenColumns,
  reachableUserIds,
} from '../tenancy/index.ts';
import { createDevice, deviceChanged, setAthletes } from './change-devices.ts';
import { findDevice } from './find-devices.ts';
import { numberOfNew } from './number-devices.ts';
import type { DeviceRow } from './read-devices.ts';

const { devices, groups, modules, users } = tables;

/** Fields that not everyone who edits a device may change. Who also reads one may send it back as it was. */
const reserved = {
  serial_number: { write: ['Admin', 'Manager'], read: ['Admin', 'Manager', 'Coach'], of: (row) => row.serialNumber },
  enabled: { write: ['Admin', 'Manager'], read: ['Admin', 'Manager', 'Coach'], of: (row) => row.enabled },
  other_data: { write: ['Admin', 'Manager'], read: ['Admin', 'Manager', 'Coach'], of: (row) => row.otherData },
  manager_comment: { write: ['Admin', 'Manager'], read: ['Admin', 'Manager'], of: (row) => row.managerComment },
  admin_comment: { write: ['Admin'], read: ['Admin'], of: (row) => row.adminComment },
} as const satisfies Partial<Record<keyof DeviceEdit, Reserved>>;

type Kept = Pick<DeviceRow, 'serialNumber' | 'enabled' | 'otherData' | 'managerComment' | 'adminComment'>;
interface Reserved {
  readonly write: readonly Role[];
  readonly read: readonly Role[];
  readonly of: (row: Kept) => unknown;
}

/** What a device has when nobody said anything. */
const fresh: Kept = { serialNumber: '', enabled: true, otherData: {}, managerComment: '', adminComment: '' };

/** Adds a device to a client; its MQTT secret is answered this once. */
export async function addDevice(
  db: Db,
  viewer: Viewer,
  given: DeviceCreate,
): Promise<{ id: number; secret: string } | Refusal> {
  const denied = refuseReserved(viewer, given, fresh);
  if (denied) return denied;
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = await refuseNamed(db, viewer, clientId, given);
  if (refusal) return refusal;
  const number = numberOfNew(given);
  return conflictOf(given.number === undefined ? 'serial' : 'number', () =>
    db.transaction(async (tx) => {
      const made = await createDevice(tx, {
        number,
        name: given.name ?? deviceDisplayName(number),
        clientId,
        groupId: given.group_id ?? null,
        ...columnsOf(given),
      });
      if (given.users !== undefined) await setAthletes(tx, made.id, given.users);
      return made;
    }),
  );
}

/**
 * Changes the fields that are given. A device that goes to another client leaves its group, its athletes and its modules
 * behind.
 */
export async function editDevice(db: Db, viewer: Viewer, id: number, edit: DeviceEdit): Promise<Refusal | undefined> {
  return db.transaction(async (tx) => {
    const row = await findDevice(tx, viewer, id);
    if (isRefusal(row)) return row;
    const denied = refuseReserved(viewer, edit, row);
    if (denied) return denied;
    const clientId = await clientOfEdited(tx, viewer, row.clientId, edit.client_id);
    if (isRefusal(clientId)) return clientId;
    const moves = clientId !== row.clientId;
    const refusal = await refuseNamed(tx, viewer, clientId, edit, moves ? undefined : row);
    if (refusal) return refusal;
    const left = moves ? { clientId, groupId: null } : {};
    const changes = { ...left, ...givenColumns({ name: edit.name, groupId: edit.group_id }), ...columnsOf(edit) };
    if (Object.keys(changes).length > 0) await tx.update(devices).set(changes).where(eq(devices.id, id));
    if (moves) await tx.update(modules).set({ deviceId: null }).where(eq(modules.deviceId, id));
    if (moves || edit.users !== undefined) await setAthletes(tx, id, edit.users ?? []);
    await deviceChanged(tx, row.number);
    return undefined;
  });
}

function columnsOf(given: DeviceEdit) {
  return givenColumns({
    serialNumber: given.serial_number,
    enabled: given.enabled,
    otherData: given.other_data,
    comment: given.comment,
    managerComment: given.manager_comment,
    adminComment: given.admin_comment,
  });
}

function refuseReserved({ principal, scope }: Viewer, given: DeviceEdit, row: Kept): Refusal | undefined {
  const role = rank(principal.roles);
  const rules: [string, unknown, Reserved][] = [
    ['serial_number', given.serial_number, reserved.serial_number],
    ['enabled', given.enabled, reserved.enabled],
    ['other_data', given.other_data, reserved.other_data],
    ['manager_comment', given.manager_comment, reserved.manager_comment],
    ['admin_comment', given.admin_comment, reserved.admin_comment],
  ];
  const broken = rules.filter(([, value, { write, read, of }]) => {
    if (value === undefined || write.includes(role)) return false;
    return !(read.includes(role) && isDeepStrictEqual(value, of(row)));
  });
  const leavesGroups = given.group_id === null && scope === 'groups';
  return deniedFields([...broken.map(([field]) => field), ...(leavesGroups ? ['group_id'] : [])]);
}

/** Refuses a group or people who are not of the client or, for a coach, not of the own groups; those it has may stay. */
async function refuseNamed(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  { group_id: groupId, users: userIds = [] }: DeviceEdit,
  before?: DeviceRow,
): Promise<Refusal | undefined> {
  const fields: Record<string, string> = {};
  if (typeof groupId === 'number' && groupId !== before?.groupId) {
    const inReach = viewer.scope !== 'groups' || viewer.principal.groupIds.includes(groupId);
    const known = await db.$count(groups, and(eq(groups.id, groupId), eq(groups.clientId, clientId)));
    if (!inReach || known === 0) fields.group_id = 'unknown';
  }
  const added = userIds.filter((id) => !before?.users.some((user) => user.id === id));
  if (added.length > 0) {
    const reachable = reachableUserIds(db, viewer, users.id);
    const known = await db.$count(users, and(inArray(users.id, added), eq(users.clientId, clientId), reachable));
    if (known !== added.length) fields.users = 'unknown';
  }
  return Object.keys(fields).length === 0 ? undefined : refuse('request.invalid', {}, fields);
}
