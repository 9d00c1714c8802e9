import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DeviceParams, DeviceStatus, RealtimeRequest, RpcRequest } from '../shapes/device.ts';
import { ClientIdParams, Id, listOf } from '../shapes/primitives.ts';

export const listRealtimeDevices = endpoint({
  name: 'listRealtimeDevices',
  method: 'POST',
  path: '/devices/rt/:clientId/all',
  access: 'device.watch',
  summary: 'The devices of a client with their live status, as the room of the connected devices sends them',
  params: ClientIdParams,
  reply: z.array(DeviceStatus),
});

export const countConnectedDevices = endpoint({
  name: 'countConnectedDevices',
  method: 'GET',
  path: '/devices/rt/global/count',
  access: 'device.watch',
  summary: 'How many devices are connected, of those the caller may see',
  reply: z.object({ count: z.int() }),
});

export const listConnectedDevices = endpoint({
  name: 'listConnectedDevices',
  method: 'GET',
  path: '/devices/rt/global/devices',
  access: 'device.watch',
  summary: 'The connected devices that the caller may see',
  reply: listOf(DeviceStatus),
});

export const listRecordingDevices = endpoint({
  name: 'listRecordingDevices',
  method: 'GET',
  path: '/devices/on_rec',
  access: 'device.watch',
  summary: 'The devices that are recording now',
  reply: listOf(DeviceStatus),
});

export const readDeviceStatus = endpoint({
  name: 'readDeviceStatus',
  method: 'GET',
  path: '/devices/rt/:clientId/:deviceNumber/status',
  access: 'device.watch',
  summary: 'State, connection and record time of a device',
  params: DeviceParams,
  reply: DeviceStatus.pick({
    number: true,
    name: true,
    is_connected: true,
    state: true,
    recTime: true,
    deviceRecId: true,
    battery: true,
  }),
});

export const readDeviceSettings = endpoint({
  name: 'readDeviceSettings',
  method: 'GET',
  path: '/devices/rt/:clientId/:deviceNumber/settings',
  access: 'device.watch',
  summary: 'The whole status of a device',
  params: DeviceParams,
  reply: DeviceStatus,
});

export const requestRpc = endpoint({
  name: 'requestRpc',
  method: 'POST',
  path: '/devices/rt/:clientId/:deviceNumber/rpc/request',
  access: 'device.command',
  summary: 'Sends a command to a device; 201 with an id when the result is not waited for',
  params: DeviceParams,
  body: RpcRequest,
  reply: z.unknown(),
  otherStatuses: [201],
});

export const readRpcResponse = endpoint({
  name: 'readRpcResponse',
  method: 'POST',
  path: '/devices/rt/:clientId/:deviceNumber/rpc/response',
  access: 'device.command',
  summary: 'The result of a command: 202 while it runs',
  params: DeviceParams,
  body: z.object({ id: z.string().max(64) }),
  reply: z.unknown(),
  otherStatuses: [202],
});

export const requestRealtime = endpoint({
  name: 'requestRealtime',
  method: 'POST',
  path: '/devices/rt/:clientId/:deviceNumber/realtime',
  access: 'device.watch',
  summary:
    'Asks a device to stream live values of some modules, or all, beside what others ask for; holds for 60 s unless repeated. While somebody is in its live room it streams all',
  params: DeviceParams,
  body: RealtimeRequest.prefault({}),
  reply: z.object({ hold: z.number() }),
});

/** Small lists that forms need. */
const NamedItem = z.object({ id: Id, name: z.string(), client_id: Id });
export const listClientGroups = endpoint({
  name: 'listClientGroups',
  method: 'GET',
  path: '/clients/:clientId/groups',
  access: 'group.read',
  summary: 'The groups of a client',
  params: ClientIdParams,
  reply: listOf(NamedItem),
});
