import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ClientIdParams, IdParams, PathId } from '../shapes/primitives.ts';
import { Replay, Replays, ReplayWanted } from '../shapes/replay.ts';

export const startReplay = endpoint({
  name: 'startReplay',
  method: 'POST',
  path: '/records/:id/replay',
  access: 'replay.edit',
  status: 201,
  summary:
    'Plays a record as a virtual device of its client, by the protocol of devices, until it ends, is ended or the server stops',
  params: IdParams,
  body: ReplayWanted.prefault({}),
  reply: Replay,
});
export const listReplays = endpoint({
  name: 'listReplays',
  method: 'GET',
  path: '/clients/:clientId/replays',
  access: 'replay.read',
  summary: 'Records of a client that are played as virtual devices now',
  params: ClientIdParams,
  reply: Replays,
});
export const endReplay = endpoint({
  name: 'endReplay',
  method: 'DELETE',
  path: '/clients/:clientId/replays/:deviceNumber',
  access: 'replay.edit',
  summary: 'Ends a replay and deletes its virtual device; what it recorded stays',
  params: z.object({ clientId: PathId, deviceNumber: PathId }),
  reply: 'nothing',
});
