import { api, isRefusal, mayOf } from '@sillage/contract';
import { asc } from 'drizzle-orm';
import { type Db, ofPage, tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { reachableDevices } from '../tenancy/index.ts';
import { renewSecret } from './change-devices.ts';
import { deleteDevice, describeDeviceDeletion } from './delete-devices.ts';
import { addDevice, editDevice } from './edit-devices.ts';
import { findDevice, pageOfDevices } from './find-devices.ts';
import { nextFreeNumber } from './number-devices.ts';
import { type LiveStatus, presentDevice } from './present-devices.ts';
import type { DeviceRow } from './read-devices.ts';

const { devices } = tables;

interface Dependencies {
  readonly db: Db;
  readonly liveStatus: LiveStatus;
  /** Cuts the connection of a device that may not come back as it came. */
  readonly cutConnection: (number: number) => void;
}

/** Devices as managers and administrators run them. */
export function administeredDeviceRoutes(serve: Serve, { db, liveStatus, cutConnection }: Dependencies): void {
  const present = ({ principal }: Viewer, row: DeviceRow) => ({
    ...presentDevice(row, principal.roles, liveStatus),
    may: mayOf(api.deviceEndpoints, principal),
  });
  serve(api.listDevices, async ({ body, ...viewer }) => {
    const { rows, total } = await pageOfDevices(db, viewer, body);
    return { items: rows.map((row) => present(viewer, row)), total };
  });
  serve(api.listAllDevicesSoft, async ({ query, ...viewer }) => {
    const where = reachableDevices(db, viewer);
    const select = db
      .select({ id: devices.id, number: devices.number, name: devices.name, client_id: devices.clientId })
      .from(devices)
      .where(where)
      .orderBy(asc(devices.name), asc(devices.id))
      .$dynamic();
    const items = await ofPage(select, query);
    return { items, total: query.pageSize > 0 ? await db.$count(devices, where) : items.length };
  });
  serve(api.readDevice, async ({ params, ...viewer }) => {
    const row = await findDevice(db, viewer, params.id);
    return isRefusal(row) ? row : present(viewer, row);
  });
  serve(api.readNextDeviceNumber, async ({ query: { type, version } }) => {
    const next = await nextFreeNumber(db, type, version);
    return isRefusal(next) ? next : { ...next, type, version };
  });
  serve(api.createDevice, async ({ body, ...viewer }) => {
    const made = await addDevice(db, viewer, body);
    if (isRefusal(made)) return made;
    const row = await findDevice(db, viewer, made.id);
    return isRefusal(row) ? row : { ...present(viewer, row), secret: made.secret };
  });
  serve(api.editDevice, async ({ params, body, ...viewer }) => {
    const refusal = await editDevice(db, viewer, params.id, body);
    if (isRefusal(refusal)) return refusal;
    const row = await findDevice(db, viewer, params.id);
    if (isRefusal(row)) return row;
    if (!row.enabled) cutConnection(row.number);
    return present(viewer, row);
  });
  serve(api.renewDeviceSecret, async ({ params, ...viewer }) => {
    const row = await findDevice(db, viewer, params.id);
    if (isRefusal(row)) return row;
    const secret = await renewSecret(db, row.number);
    if (secret === undefined) throw new Error(`device ${row.number} went away between two statements`);
    cutConnection(row.number);
    return { number: row.number, secret };
  });
  serve(api.describeDeviceDeletion, ({ params, ...viewer }) => describeDeviceDeletion(db, viewer, params.id));
  serve(api.deleteDevice, async ({ params, ...viewer }) => {
    const gone = await deleteDevice(db, viewer, params.id);
    if (isRefusal(gone)) return gone;
    cutConnection(gone.number);
    return undefined;
  });
}
