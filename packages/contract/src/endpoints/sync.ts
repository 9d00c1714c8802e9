import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { CloudUrlCreate } from '../shapes/equipment.ts';
import { Id, IdParams, listOf } from '../shapes/primitives.ts';
import {
  CloudChecks,
  FreeableFiles,
  FreedFiles,
  FreeingChoice,
  HubCode,
  HubNames,
  Ledger,
  LedgerQuery,
  LinkedHubs,
  SyncConflict,
  SyncLink,
  SyncSending,
  SyncTable,
} from '../shapes/sync.ts';

/** Of records. */
const SentIds = z.array(Id).min(1).max(limits.recordsSentAtOnce);
const GivenCode = z.strictObject({
  code: z.string().trim().min(1, { error: 'required' }).max(200, { error: 'maxLength' }),
});

export const listSyncTables = endpoint({
  name: 'listSyncTables',
  method: 'GET',
  path: '/dbsync/mallette/tables',
  access: 'hub.read',
  summary:
    'The kinds of rows that hubs and cloud exchange: how many wait, are held or were not taken and why, since when, bytes; with `hashes` also a SHA-256 of each',
  query: z.object({ hashes: z.stringbool().default(false) }),
  reply: z.array(SyncTable),
});
export const setAutoSend = endpoint({
  name: 'setAutoSend',
  method: 'POST',
  path: '/dbsync/mallette/auto_send/:choice',
  access: 'hub.edit',
  summary: 'Whether this hub sends its records to the cloud by itself; 406 in the cloud',
  params: z.object({ choice: z.enum(['on', 'off']) }),
  reply: SyncLink,
});
export const readSyncLink = endpoint({
  name: 'readSyncLink',
  method: 'GET',
  path: '/dbsync/link',
  access: 'hub.read',
  summary: 'The link of this hub to its cloud, and what waits for it; 406 in the cloud',
  reply: SyncLink,
});
export const setSyncLink = endpoint({
  name: 'setSyncLink',
  method: 'POST',
  path: '/dbsync/link',
  access: 'hub.edit',
  summary: 'Links this hub to the cloud that is chosen, by the code that the cloud showed once',
  body: GivenCode,
  reply: SyncLink,
});
export const previewSyncLink = endpoint({
  name: 'previewSyncLink',
  method: 'POST',
  path: '/dbsync/link/preview',
  access: 'hub.edit',
  summary:
    'What a cloud calls the hub that a code is of, and what this hub is called; nothing is kept. 406 in the cloud',
  body: CloudUrlCreate.pick({ url: true }).extend(GivenCode.shape),
  reply: HubNames,
});
export const checkCloud = endpoint({
  name: 'checkCloud',
  method: 'POST',
  path: '/dbsync/check',
  access: 'hub.edit',
  summary:
    'Whether a cloud answers, by whose certificate, at what time and in which version; nothing is told to it. 406 in the cloud',
  body: CloudUrlCreate.pick({ url: true }),
  reply: CloudChecks,
});
export const deleteSyncLink = endpoint({
  name: 'deleteSyncLink',
  method: 'DELETE',
  path: '/dbsync/link',
  access: 'hub.edit',
  summary: 'Forgets the code of this hub: nothing is exchanged any more',
  reply: SyncLink,
});
export const setSyncSending = endpoint({
  name: 'setSyncSending',
  method: 'PATCH',
  path: '/dbsync/sending',
  access: 'hub.edit',
  summary: 'How many kB/s files of this hub may take, and whether its link costs by the byte; 406 in the cloud',
  body: SyncSending,
  reply: SyncLink,
});
export const syncNow = endpoint({
  name: 'syncNow',
  method: 'POST',
  path: '/dbsync/now',
  access: 'record.create',
  summary: 'Exchanges with the cloud now instead of a moment later',
  reply: 'nothing',
});
export const sendRecords = endpoint({
  name: 'sendRecords',
  method: 'POST',
  path: '/dbsync/records/send',
  access: 'record.edit',
  summary: 'Sends originals of records to the cloud; those that are there already are sent anew and replaced',
  body: z.strictObject({ record_ids: SentIds, first: z.boolean().default(false) }),
  reply: z.object({ count: z.int() }),
});
export const cancelSending = endpoint({
  name: 'cancelSending',
  method: 'POST',
  path: '/dbsync/records/cancel',
  access: 'record.edit',
  summary: 'Takes records out of what is sent; what the cloud has confirmed stays there',
  body: z.strictObject({ record_ids: SentIds }),
  reply: z.object({ count: z.int() }),
});
export const fetchRecords = endpoint({
  name: 'fetchRecords',
  method: 'POST',
  path: '/dbsync/records/fetch',
  access: 'record.edit',
  summary:
    'Brings originals that are not here back from the cloud; each is read again before it counts. 406 in the cloud',
  body: z.strictObject({ record_ids: SentIds, cancel: z.boolean().default(false) }),
  reply: z.object({ count: z.int() }),
});
export const readFreeable = endpoint({
  name: 'readFreeable',
  method: 'GET',
  path: '/dbsync/records/free',
  access: 'hub.edit',
  summary: 'What this hub could free: originals that the cloud has confirmed, and what stays and why; 406 in the cloud',
  query: z.object({ keep_days: z.coerce.number().pipe(FreeingChoice.shape.keep_days.unwrap()).default(7) }),
  reply: FreeableFiles,
});
export const freeRecords = endpoint({
  name: 'freeRecords',
  method: 'POST',
  path: '/dbsync/records/free',
  access: 'hub.edit',
  summary: 'Deletes originals and signals here that the cloud confirms once more, each just before; 406 in the cloud',
  body: FreeingChoice,
  reply: FreedFiles,
});
export const readLedger = endpoint({
  name: 'readLedger',
  method: 'GET',
  path: '/dbsync/ledger',
  access: 'record.read',
  summary:
    'Of each record: where its original is, its hash and bytes, since when, the last try and why not; newest first, what waits in the order in which it is sent',
  query: LedgerQuery,
  reply: Ledger,
});
export const readReplaced = endpoint({
  name: 'readReplaced',
  method: 'GET',
  path: '/dbsync/ledger/:id/replaced/:key',
  access: 'record.read',
  summary: 'An original of a record that another one took the place of; kept for 30 days (`replaced` of the ledger)',
  params: IdParams.extend({ key: z.string().regex(/^\d{13}\.[0-9a-f]{64}$/) }),
  reply: 'bytes',
  otherStatuses: [206],
});
export const listSyncConflicts = endpoint({
  name: 'listSyncConflicts',
  method: 'GET',
  path: '/dbsync/conflicts',
  access: 'record.edit',
  summary:
    'What was written on two servers at the same time: what somebody has to choose, or with `settled` what was chosen or merged by itself in the last year; newest first, 200 at most, those of ids below `before`; `total` of all',
  query: z.object({ settled: z.stringbool().default(false), before: z.coerce.number().pipe(Id).optional() }),
  reply: listOf(SyncConflict),
});
export const settleSyncConflict = endpoint({
  name: 'settleSyncConflict',
  method: 'POST',
  path: '/dbsync/conflicts/:id',
  access: 'record.edit',
  summary: 'Keeps what is in force, or restores what lost, also later; the choice counts on every server',
  params: IdParams,
  body: z.strictObject({
    choice: z.enum(['kept', 'lost']),
    /** Of what was settled before: the edit that was shown as in force (`present_edit`); a later one is not overwritten. */
    seen: z.string().max(80).optional(),
  }),
  reply: 'nothing',
});

export const createHubLink = endpoint({
  name: 'createHubLink',
  method: 'POST',
  path: '/mallettes/:id/link',
  access: 'hub.edit',
  status: 201,
  summary: 'A new code by which a hub links itself to this cloud, shown this once; the one before ends. 406 on a hub',
  params: IdParams,
  reply: HubCode,
});
export const revokeHubLink = endpoint({
  name: 'revokeHubLink',
  method: 'DELETE',
  path: '/mallettes/:id/link',
  access: 'hub.edit',
  summary: 'Ends the code of a hub: nothing is taken of it any more, nothing is told to it',
  params: IdParams,
  reply: 'nothing',
});
export const listLinkedHubs = endpoint({
  name: 'listLinkedHubs',
  method: 'GET',
  path: '/dbsync/mallettes',
  access: 'hub.read',
  summary: 'The hubs that are linked to this cloud: last seen, backlog, free disk, version',
  reply: LinkedHubs,
});
