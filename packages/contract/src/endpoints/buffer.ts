import { endpoint } from '../endpoint.ts';
import { BufferForget, BufferKeep, BufferKept, BufferState } from '../shapes/buffer.ts';
import { ClientIdParams } from '../shapes/primitives.ts';

export const readBuffer = endpoint({
  name: 'readBuffer',
  method: 'GET',
  path: '/devices/rt/:clientId/buffer',
  access: 'device.watch',
  summary: 'What is kept of what the devices of a client sent while nobody recorded',
  params: ClientIdParams,
  reply: BufferState,
});
export const keepOfBuffer = endpoint({
  name: 'keepOfBuffer',
  method: 'POST',
  path: '/devices/rt/:clientId/buffer/keep',
  access: 'device.command',
  summary: 'Makes records of a time that has passed; where it was recorded, a selection',
  params: ClientIdParams,
  body: BufferKeep,
  reply: BufferKept,
});
export const forgetBuffer = endpoint({
  name: 'forgetBuffer',
  method: 'DELETE',
  path: '/devices/rt/:clientId/buffer',
  access: 'device.command',
  summary: 'Deletes what is kept of what devices sent while nobody recorded',
  params: ClientIdParams,
  body: BufferForget.prefault({}),
  reply: 'nothing',
});
