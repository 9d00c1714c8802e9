import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AskedUpdate, FirmwareUpdate, StartUpdates } from '../shapes/firmware.ts';
import { IdParams, listOf } from '../shapes/primitives.ts';

export const readFirmwareKey = endpoint({
  name: 'readFirmwareKey',
  method: 'GET',
  path: '/firmware/key',
  access: 'release.read',
  summary:
    'The Ed25519 key by which this server signs firmwares, 32 bytes as base64: devices are given it with their secret',
  reply: z.object({ public_key: z.string() }),
});
export const listFirmwareUpdates = endpoint({
  name: 'listFirmwareUpdates',
  method: 'GET',
  path: '/firmware/updates',
  access: 'update.read',
  summary: 'The last update of each device that the caller looks after, in the order in which they were asked for',
  reply: listOf(FirmwareUpdate),
});
export const startFirmwareUpdates = endpoint({
  name: 'startFirmwareUpdates',
  method: 'POST',
  path: '/firmware/updates',
  access: 'device.edit',
  summary:
    'Puts updates of devices in the queue, of which two are under way at a time; answers for each what came of it',
  body: StartUpdates,
  reply: listOf(AskedUpdate),
});
export const cancelFirmwareUpdate = endpoint({
  name: 'cancelFirmwareUpdate',
  method: 'DELETE',
  path: '/firmware/updates/:id',
  access: 'device.edit',
  summary: 'Takes an update back; 409 once the device verifies it or starts again',
  params: IdParams,
  reply: 'nothing',
});
