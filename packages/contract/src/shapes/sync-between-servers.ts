import { z } from 'zod';
import { recordOf } from './primitives.ts';
import { HubReport, NamedHub } from './sync.ts';

/** A row as it travels: each field with its value, the stamp of its last edit and the stamps that its writer had seen. */
const Stamp = z.string().max(80);
/** Of 24 servers. */
const Seen = z.string().max(1500);
/** Who made edits, by the stamps of these; their names as they were then. */
export const SyncEditors = recordOf(Stamp, z.object({ uid: z.uuid(), name: z.string().max(200) }), 200);
export const SyncRow = z.object({
  table: z.string().max(64),
  uid: z.uuid(),
  other_uid: z.uuid().nullable(),
  fields: z.record(z.string().max(64), z.tuple([z.json(), Stamp, Seen])),
  deleted: z.tuple([Stamp, Seen]).nullable(),
  /** Left out by servers of before. */
  editors: SyncEditors.optional(),
});

/** Each call of a hub for rows has a name of its own and follows another one: so a database that was set back is known. */
export const SyncCall = z.object({
  id: z.uuid(),
  /** What the cloud called the last one whose answer the hub has. */
  after: z.uuid().nullable(),
});
/** How the cloud took a greeting. */
export const SyncHeard = z.object({
  /** It follows none that is known: one of both databases was set back. */
  apart: z.boolean(),
  /** What the next call follows; null: none is known. */
  token: z.uuid().nullable(),
});
export const SyncHello = z.object({
  node: z.uuid(),
  version: z.string().max(100),
  report: HubReport,
  call: SyncCall.optional(),
  /** How far it has read, of which rows (`epoch`, `reach` of the answer before). */
  since: z.object({ epoch: z.string().max(100), reach: z.string().max(100), received: z.int().min(0) }).optional(),
});
export const SyncWelcome = z.object({
  node: z.uuid(),
  version: z.string(),
  now_ms: z.number(),
  /** Of its rows: another one is another database, of which nothing was read. */
  epoch: z.string(),
  /** Changes with the clients that the hub serves. */
  reach: z.string(),
  /** Whether there may be rows that the hub has not read; a cloud of before does not say. */
  news: z.boolean().default(true),
  call: SyncHeard.optional(),
  /** As the hub is called there; a cloud of before does not say. */
  hub: NamedHub.optional(),
});
export const SyncPull = z.object({
  since: z.int().min(0),
  epoch: z.string().max(100),
  call: SyncCall.optional(),
});
export const SyncPulled = z.object({
  rows: z.array(SyncRow),
  next: z.int(),
  more: z.boolean(),
  /** What the next call follows. */
  token: z.uuid().nullable().default(null),
});
export const syncRowsAtOnce = 300;
export const SyncPush = z.object({ rows: z.array(SyncRow).max(syncRowsAtOnce), call: SyncCall.optional() });
export const SyncRefused = z.object({
  table: z.string(),
  uid: z.uuid(),
  other_uid: z.uuid().nullable(),
  reason: z.string(),
});
export const SyncPushed = z.object({ refused: z.array(SyncRefused), token: z.uuid().nullable().default(null) });
export const SyncFileBegin = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.int().min(1),
  /** Takes the place of another original that the cloud may have. */
  replaces: z.boolean().default(false),
  /** Read the original once more before it is said to be confirmed: the hub deletes its own then. */
  reads: z.boolean().default(false),
});
/** What a hub asks of the cloud about an original that it wants. */
export const SyncFileOffer = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().min(1) });
export const SyncFileState = z.object({
  /** Bytes that the cloud has on its disk. */
  offset: z.int(),
  /** All of it is there, and its hash is the one announced. */
  confirmed: z.boolean(),
  /** Pieces may come in frames, each with its hash. */
  frames: z.boolean().default(false),
});
