import { api, type Device, type DeviceQuery, isRefusal, type Refusal } from '@sillage/contract';
import { asc } from 'drizzle-orm';
import { type Db, type Listed, ofPage, tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { answersMay, reachableDevices } from '../tenancy/index.ts';
import { renewSecret } from './change-devices.ts';
import { deleteDevice, describeDeviceDeletion } from './delete-devices.ts';
import { addDevice, editDevice } from './edit-devices.ts';
import { findDevice, pageOfDevices } from './find-devices.ts';
import { nextFreeNumber } from './number-devices.ts';
import { type LiveStatus, presentDevice } from './present-devices.ts';

const { devices } = tables;

interface Dependencies {
  readonly db: Db;
  readonly liveStatus: LiveStatus;
  /** Cuts the connection of a device that may not come back as it came. */
  readonly cutConnection: (number: number) => void;
}

/** Devices as managers and administrators run them. */
export function administeredDeviceRoutes(serve: Serve, { db, liveStatus, cutConnection }: Dependencies): void {
  const may = answersMay(api.deviceEndpoints);
  async function find(viewer: Viewer, id: number): Promise<Device | Refusal> {
    const row = await findDevice(db, viewer, id);
    return isRefusal(row) ? row : presentDevice(row, viewer.principal.roles, liveStatus);
  }
  async function list(viewer: Viewer, query: DeviceQuery): Promise<Listed<Device>> {
    const { rows, total } = await pageOfDevices(db, viewer, query);
    return { items: rows.map((row) => presentDevice(row, viewer.principal.roles, liveStatus)), total };
  }
  serve(api.listDevices, ({ body, ...viewer }) => may.list(viewer, list(viewer, body)));
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
  serve(api.readDevice, ({ params, ...viewer }) => may.one(viewer, find(viewer, params.id)));
  serve(api.readNextDeviceNumber, async ({ query: { type, version } }) => {
    const next = await nextFreeNumber(db, type, version);
    return isRefusal(next) ? next : { ...next, type, version };
  });
  serve(api.createDevice, async ({ body, ...viewer }) => {
    const made = await addDevice(db, viewer, body);
    if (isRefusal(made)) return made;
    const device = await find(viewer, made.id);
    return may.one(viewer, isRefusal(device) ? device : { ...device, secret: made.secret });
  });
  serve(api.editDevice, async ({ params, body, ...viewer }) => {
    const refusal = await editDevice(db, viewer, params.id, body);
    if (isRefusal(refusal)) return refusal;
    const device = await find(viewer, params.id);
    if (isRefusal(device)) return device;
    if (!device.enabled) cutConnection(device.number);
    return may.one(viewer, device);
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
