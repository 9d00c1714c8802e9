import { z } from 'zod';
import { diskStates } from './server.ts';

/** What goes wrong often enough, or is sent often enough by a stranger, that each time must not be a line of the log. */
export const tallied = [
  /** CRC, version, length or module that nothing explains. */
  'block.refused',
  /** Came before its record was known, and there was no more room to hold it. */
  'block.dropped',
  'block.notWritten',
  'meta.refused',
  'status.refused',
  /** An answer of a device that no command of the protocol has. */
  'answer.refused',
  /** A record in the list of a device's memory that cannot be one. */
  'record.refused',
  'login.refused',
  /** A second connection of the same device ended the first. */
  'connection.takenOver',
  'connection.atLimit',
  'packet.refused',
  'request.refused',
  'socket.refused',
  'journal.syncFailed',
] as const;
export type Tallied = (typeof tallied)[number];

/** What the server cannot record or answer without. */
export const serverParts = ['database', 'broker', 'journal'] as const;

/** How often something went wrong since the program started. */
export const HealthCount = z.object({
  what: z.enum(tallied),
  /** Number of the device; null = of no known one. */
  device: z.number().nullable(),
  /** null for a number that is no device of this server. */
  device_name: z.string().nullable(),
  count: z.int(),
  /** ISO 8601; of the last time. */
  last: z.string(),
  /** Of the last time: the field of a description that is wrong, the system's word for an error. */
  reason: z.string().nullable(),
});
export type HealthCount = z.infer<typeof HealthCount>;

/** How the server does, in figures that were measured. */
export const Health = z.object({
  /** ISO 8601 */
  measured: z.string(),
  version: z.string(),
  /** ISO 8601; when the program started. */
  started: z.string(),
  /** s */
  uptime: z.number(),
  /** Starts again after an end that nobody asked for, since somebody started it. */
  crashes: z.object({
    count: z.int(),
    /** ISO 8601; when it ended so for the last time. */
    last: z.string().nullable(),
  }),
  /** What is away. */
  missing: z.array(z.enum(serverParts)),
  disk: z.object({
    state: z.enum(diskStates),
    total_bytes: z.number(),
    free_bytes: z.number(),
    /** Kept for recordings and the database. */
    kept_bytes: z.number(),
    /** Still to be written, by purpose: uploads, exports, tasks, decoding. */
    reserved_bytes: z.record(z.string(), z.number()),
  }),
  journals: z.object({
    open: z.int(),
    /** s; age of the oldest byte that is not known to be on disk. */
    unsynced: z.number(),
    /** s; the oldest that a byte became in the last minute or two. */
    worst_unsynced: z.number(),
    /** Journals that the disk has no room for, and that it refuses for another reason. */
    full: z.int(),
    failing: z.int(),
  }),
  /** The newest backup of a client or of all that was written; null = none. */
  last_backup: z.object({ date: z.string(), whole: z.boolean() }).nullable(),
  /** The largest counts first. */
  counts: z.array(HealthCount),
});
export type Health = z.infer<typeof Health>;
