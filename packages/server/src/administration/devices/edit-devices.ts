import { type DeviceCreate, type DeviceEdit, deviceRights, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { deviceDisplayName } from '@sillage/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  clientOfEdited,
  clientOfNew,
  conflictOf,
  deniedFields,
  forbiddenFields,
  forbiddenInNew,
  givenColumns,
  reachableUserIds,
  updateRow,
} from '../tenancy/index.ts';
import { createDevice, deviceChanged, setAthletes } from './change-devices.ts';
import { findDevice } from './find-devices.ts';
import { numberOfNew } from './number-devices.ts';
import type { DeviceRow } from './read-devices.ts';

const { devices, groups, modules, nextRecords, users } = tables;

/** Adds a device to a client; its MQTT secret is answered this once. */
export async function addDevice(
  db: Db,
  viewer: Viewer,
  given: DeviceCreate,
): Promise<{ id: number; secret: string } | Refusal> {
  const denied = refuseReserved(viewer, given, forbiddenInNew(deviceRights, viewer, given));
  if (denied) return denied;
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = await refuseNamed(db, viewer, clientId, given);
  if (isRefusal(refusal)) return refusal;
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
 * Changes the fields that are given. A device that goes to another client leaves its group, its athletes, its modules and what
 * was chosen for its next record behind.
 */
export async function editDevice(db: Db, viewer: Viewer, id: number, edit: DeviceEdit): Promise<Refusal | undefined> {
  return db.transaction(async (tx) => {
    const row = await findDevice(tx, viewer, id);
    if (isRefusal(row)) return row;
    const denied = refuseReserved(viewer, edit, forbiddenFields(deviceRights, viewer, edit, keptOf(row)));
    if (denied) return denied;
    const clientId = await clientOfEdited(tx, viewer, row.clientId, edit.client_id);
    if (isRefusal(clientId)) return clientId;
    const moves = clientId !== row.clientId;
    const refusal = await refuseNamed(tx, viewer, clientId, edit, moves ? undefined : row);
    if (isRefusal(refusal)) return refusal;
    const left = moves ? { clientId, groupId: null } : {};
    const changes = { ...left, ...givenColumns({ name: edit.name, groupId: edit.group_id }), ...columnsOf(edit) };
    await updateRow(tx, devices, id, changes);
    if (moves) await leaveBehind(tx, id);
    if (moves || edit.users !== undefined) await setAthletes(tx, id, edit.users ?? []);
    await deviceChanged(tx, row.number);
    return undefined;
  });
}

/** What is of the client that a device leaves: its modules, and what somebody there chose and wrote for its next record. */
async function leaveBehind(tx: Queryable, id: number): Promise<void> {
  await tx.update(modules).set({ deviceId: null }).where(eq(modules.deviceId, id));
  await tx.delete(nextRecords).where(eq(nextRecords.deviceId, id));
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

/** A coach who takes a device out of every group would not reach it any more. */
function refuseReserved(viewer: Viewer, given: DeviceEdit, broken: readonly string[]): Refusal | undefined {
  const leavesGroups = given.group_id === null && viewer.scope === 'groups';
  return deniedFields(leavesGroups ? [...broken, 'group_id'] : broken);
}

/** The fields of a device that are kept to roles, as they are. */
function keptOf(row: DeviceRow) {
  return {
    serial_number: row.serialNumber,
    enabled: row.enabled,
    other_data: row.otherData,
    manager_comment: row.managerComment,
    admin_comment: row.adminComment,
  };
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
