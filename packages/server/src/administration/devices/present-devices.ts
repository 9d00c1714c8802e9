import { type Device, type DeviceStatus, deviceRights, mayRead, type Role } from '@sillage/contract';
import { deviceFamily } from '@sillage/domain';
import type { DeviceRow } from './read-devices.ts';

/** What the room that hears the devices knows of one now; undefined when it follows none of this number. */
export type LiveStatus = (number: number) => Partial<DeviceStatus> | undefined;

/** What is kept of a device, for every eye that sees it. */
export function administeredFields(row: DeviceRow) {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    type: deviceFamily(row.number),
    serial_number: row.serialNumber,
    client_id: row.clientId,
    client_name: row.clientName,
    client: { id: row.clientId, name: row.clientName },
    group_id: row.groupId,
    group_name: row.groupName,
    users: row.users.map(({ id, firstname, lastname }) => ({ id, firstname, lastname })),
    enabled: row.enabled,
    created_date: row.createdAt.toISOString(),
    comment: row.comment,
    other_data: row.otherData,
  };
}

/** The comments that are kept to roles, as far as these read them. */
export function reservedComments(
  roles: readonly Role[],
  row: Pick<DeviceRow, 'managerComment' | 'adminComment'>,
): Pick<DeviceStatus, 'manager_comment' | 'admin_comment'> {
  return {
    ...(mayRead(deviceRights, 'manager_comment', roles) && { manager_comment: row.managerComment }),
    ...(mayRead(deviceRights, 'admin_comment', roles) && { admin_comment: row.adminComment }),
  };
}

/** A device as the contract shows it; what nobody follows is off, and keeps what it last said of itself. */
export function presentDevice(row: DeviceRow, roles: readonly Role[], live: LiveStatus): Device {
  return {
    is_connected: false,
    state: 'off',
    battery: null,
    version: row.meta?.version ?? null,
    epoch: null,
    modules: {},
    features: {},
    realtime_data_keys: [],
    recTime: null,
    deviceRecId: null,
    journal: 'ok',
    meta_problem: null,
    last_seen: row.lastSeenAt?.toISOString() ?? null,
    ...live(row.number),
    // The row is newer than what the live room has read of it.
    ...administeredFields(row),
    uid: row.uid,
    ...reservedComments(roles, row),
  };
}
