import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { NamedHub } from '../shapes/sync.ts';
import {
  SyncFileBegin,
  SyncFileOffer,
  SyncFileState,
  SyncHello,
  SyncPull,
  SyncPulled,
  SyncPush,
  SyncPushed,
  SyncWelcome,
} from '../shapes/sync-between-servers.ts';

const FileParams = z.object({ uid: z.uuid() });

export const syncHello = endpoint({
  name: 'syncHello',
  method: 'POST',
  path: '/dbsync/hub/hello',
  access: 'hub',
  summary: 'A hub says who it is (`Authorization: Hub CODE`) and how it is, and hears the time of the cloud',
  body: SyncHello,
  reply: SyncWelcome,
});
export const syncSelf = endpoint({
  name: 'syncSelf',
  method: 'GET',
  path: '/dbsync/hub/self',
  access: 'hub',
  summary: 'What the hub that a code is of is called here',
  reply: NamedHub,
});
export const syncPull = endpoint({
  name: 'syncPull',
  method: 'POST',
  path: '/dbsync/hub/pull',
  access: 'hub',
  summary: 'Rows of the hub’s clients that changed since it read them last',
  body: SyncPull,
  reply: SyncPulled,
});
export const syncPush = endpoint({
  name: 'syncPush',
  method: 'POST',
  path: '/dbsync/hub/push',
  access: 'hub',
  summary: 'Rows of a hub, which are merged by field; answers those that are not believed',
  body: SyncPush,
  reply: SyncPushed,
});
export const syncBeginFile = endpoint({
  name: 'syncBeginFile',
  method: 'POST',
  path: '/dbsync/hub/files/:uid',
  access: 'hub',
  summary: 'A hub announces the original of a record by its hash, and hears how much of it the cloud has',
  params: FileParams,
  body: SyncFileBegin,
  reply: SyncFileState,
});
export const syncAppendFile = endpoint({
  name: 'syncAppendFile',
  method: 'PATCH',
  path: '/dbsync/hub/files/:uid',
  access: 'hub',
  streams: true,
  summary:
    'A piece of an original from `Upload-Offset` on; with `Upload-Checksum` it counts whole or not at all, with `Upload-Frames: 1` each frame of it does',
  params: FileParams,
  reply: SyncFileState,
});
export const syncOfferFile = endpoint({
  name: 'syncOfferFile',
  method: 'GET',
  path: '/dbsync/hub/files/:uid',
  access: 'hub',
  summary: 'Hash and size of the original of a record that a hub wants',
  params: FileParams,
  reply: SyncFileOffer,
});
export const syncReadFile = endpoint({
  name: 'syncReadFile',
  method: 'GET',
  path: '/dbsync/hub/files/:uid/bytes',
  access: 'hub',
  summary: 'A piece of it from `offset` on, of 1 MiB at most',
  params: FileParams,
  query: z.object({ offset: z.coerce.number().pipe(z.int().min(0)) }),
  reply: 'bytes',
});
