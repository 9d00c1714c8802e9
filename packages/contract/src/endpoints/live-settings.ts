import { endpoint } from '../endpoint.ts';
import { DeviceParams } from '../shapes/device.ts';
import { ClientIndicators, DeviceIndicators, IndicatorChoice } from '../shapes/indicator.ts';
import { NextRecord, NextRecordEdit } from '../shapes/next-record.ts';
import { ClientIdParams } from '../shapes/primitives.ts';

export const readClientIndicators = endpoint({
  name: 'readClientIndicators',
  method: 'GET',
  path: '/clients/:clientId/indicators',
  access: 'config.read',
  summary: 'The live indicators that there are, and which of them each sport has in a client',
  params: ClientIdParams,
  reply: ClientIndicators,
});
export const chooseClientIndicators = endpoint({
  name: 'chooseClientIndicators',
  method: 'PUT',
  path: '/clients/:clientId/indicators',
  access: 'config.edit',
  summary: 'Chooses the live indicators of a sport in a client, in their order',
  params: ClientIdParams,
  body: IndicatorChoice,
  reply: ClientIndicators,
});
export const readDeviceIndicators = endpoint({
  name: 'readDeviceIndicators',
  method: 'GET',
  path: '/devices/rt/:clientId/:deviceNumber/indicators',
  access: 'device.watch',
  summary: 'The indicators that a device tells by what it measures and its sport',
  params: DeviceParams,
  reply: DeviceIndicators,
});
export const readNextRecord = endpoint({
  name: 'readNextRecord',
  method: 'GET',
  path: '/devices/rt/:clientId/:deviceNumber/session',
  access: 'device.watch',
  summary: 'What was chosen for the next record of a device',
  params: DeviceParams,
  reply: NextRecord,
});
export const editNextRecord = endpoint({
  name: 'editNextRecord',
  method: 'PUT',
  path: '/devices/rt/:clientId/:deviceNumber/session',
  access: 'device.command',
  summary:
    'Chooses sport, exercise and athletes of what a device records from now on, and title and comment of its next record',
  params: DeviceParams,
  body: NextRecordEdit,
  reply: NextRecord,
});
