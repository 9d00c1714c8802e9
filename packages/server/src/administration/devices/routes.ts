import { api, isRefusal } from '@sillage/contract';
import { asc } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { renewSecret } from './change-devices.ts';
import { deleteDevice, describeDeviceDeletion } from './delete-devices.ts';
import { addDevice, editDevice } from './edit-devices.ts';
import { findDevice, pageOfDevices, visibleDevices } from './find-devices.ts';
import { nextFreeNumber } from './number-devices.ts';
import { type LiveStatus, presentDevice } from './present-devices.ts';

const { devices } = tables;

interface DeviceParts {
  readonly db: Db;
  readonly liveStatus: LiveStatus;
  /** Cuts the connection of a device that may not come back as it came. */
  readonly cutConnection: (number: number) => void;
}

/** Devices as managers and administrators run them. */
export function administeredDeviceRoutes(serve: Serve, { db, liveStatus, cutConnection }: DeviceParts): void {
  serve(api.listDevices, async ({ body, principal, scope }) => {
    const { rows, total } = await pageOfDevices(db, { principal, scope }, body);
    return { items: rows.map((row) => presentDevice(row, principal.roles, liveStatus)), total };
  });
  serve(api.listAllDevicesSoft, async ({ principal, scope }) => {
    const items = await db
      .select({ id: devices.id, number: devices.number, name: devices.name, client_id: devices.clientId })
      .from(devices)
      .where(visibleDevices(db, { principal, scope }))
      .orderBy(asc(devices.name), asc(devices.id));
    return { items, total: items.length };
  });
  serve(api.readDevice, async ({ params, principal, scope }) => {
    const row = await findDevice(db, { principal, scope }, params.id);
    return isRefusal(row) ? row : presentDevice(row, principal.roles, liveStatus);
  });
  serve(api.readNextDeviceNumber, async ({ query: { type, version } }) => {
    const next = await nextFreeNumber(db, type, version);
    return isRefusal(next) ? next : { ...next, type, version };
  });
  serve(api.createDevice, async ({ body, principal, scope }) => {
    const made = await addDevice(db, { principal, scope }, body);
    if (isRefusal(made)) return made;
    const row = await findDevice(db, { principal, scope }, made.id);
    return isRefusal(row) ? row : { ...presentDevice(row, principal.roles, liveStatus), secret: made.secret };
  });
  serve(api.editDevice, async ({ params, body, principal, scope }) => {
    const refusal = await editDevice(db, { principal, scope }, params.id, body);
    if (refusal) return refusal;
    const row = await findDevice(db, { principal, scope }, params.id);
    if (isRefusal(row)) return row;
    if (!row.enabled) cutConnection(row.number);
    return presentDevice(row, principal.roles, liveStatus);
  });
  serve(api.renewDeviceSecret, async ({ params, principal, scope }) => {
    const row = await findDevice(db, { principal, scope }, params.id);
    if (isRefusal(row)) return row;
    const secret = await renewSecret(db, row.number);
    if (secret === undefined) throw new Error(`device ${row.number} went away between two statements`);
    cutConnection(row.number);
    return { number: row.number, secret };
  });
  serve(api.describeDeviceDeletion, async ({ params, principal, scope }) =>
    describeDeviceDeletion(db, { principal, scope }, params.id),
  );
  serve(api.deleteDevice, async ({ params, principal, scope }) => {
    const gone = await deleteDevice(db, { principal, scope }, params.id);
    if (isRefusal(gone)) return gone;
    cutConnection(gone.number);
    return undefined;
  });
}
