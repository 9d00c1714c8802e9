import { z } from 'zod';
import { Translated } from '../errors.ts';
import { ChoicesQuery, Id, listOf } from './primitives.ts';

/** A kind of rows that hubs and cloud exchange. */
export const SyncTable = z.object({
  name: z.string(),
  display_name: Translated,
  /** Rows known here, also deleted ones. */
  rows: z.int(),
  /** Rows that the cloud does not have yet as they are here; 0 in the cloud. */
  waiting: z.int(),
  /** Rows that wait for another one, or for a name that is taken. */
  held: z.int(),
  /** Rows that the cloud did not take. */
  refused: z.int(),
  /** Of what is known of them; of compressed rows what they take compressed. */
  bytes: z.number(),
  /** When one of those that do not wait changed here last. */
  since: z.string().nullable(),
  /** When this hub tried to exchange rows last; null in the cloud. */
  last_try: z.string().nullable(),
  /** SHA-256 over what is known of all of them, in the order of their uids, where it was asked for. */
  sha256: z.string().nullable(),
  /** Why not, most frequent first. */
  why_not: Translated.nullable(),
});

/** What a hub is called. */
export const NamedHub = z.object({ number: z.int().min(0).max(9999), name: z.string().max(200) });
export type NamedHub = z.infer<typeof NamedHub>;
export const HubNames = z.object({
  /** By itself. */
  here: NamedHub,
  /** By the cloud that its code is of; null: it does not say. */
  cloud: NamedHub.nullable(),
});
export type HubNames = z.infer<typeof HubNames>;

/** What a hub says of itself each time. */
export const HubReport = z.object({
  /** Rows and files that wait for being sent, and bytes of the files. */
  rows: z.int().min(0),
  files: z.int().min(0),
  bytes: z.int().min(0),
  free_bytes: z.int().min(0),
  /** ms that the clock of the cloud is ahead of the hub's. */
  offset_ms: z.number().min(-1e13).max(1e13),
});

/** The code of a hub, shown this once. */
export const HubCode = z.object({ code: z.string() });
export const LinkedHub = z.object({
  hub_id: Id,
  number: z.int(),
  name: z.string(),
  version: z.string().nullable(),
  last_seen: z.string().nullable(),
  linked_at: z.string(),
  report: HubReport.nullable(),
  /** Bytes of files that waited at the end of each of the last 14 days (UTC), oldest first; null: it was not heard that day. */
  backlog: z.array(z.number().nullable()).length(14),
});
export type LinkedHub = z.infer<typeof LinkedHub>;
export const LinkedHubs = listOf(LinkedHub);

/** The link of this hub to its cloud. */
export const SyncLink = z.object({
  url: z.string().nullable(),
  linked: z.boolean(),
  auto_send: z.boolean(),
  /** The last exchange that ended well. */
  last_ok: z.string().nullable(),
  last_try: z.string().nullable(),
  why_not: Translated.nullable(),
  /** As the cloud called this hub at the last exchange, and as it is called here. */
  names: HubNames,
  /** s that the clock of the cloud is ahead. */
  clock_ahead: z.number().nullable(),
  waiting_rows: z.int(),
  waiting_files: z.int(),
  waiting_bytes: z.number(),
  /** Originals that somebody wants from the cloud. */
  wanted_files: z.int(),
  /** kB/s that files may take; null = as many as the link carries. */
  most_kilobytes_per_second: z.int().nullable(),
  /** The link costs by the byte: rows go, and of the files only those that somebody wants first. */
  metered: z.boolean(),
  /** Measured over the last minute of sending; null = nothing was sent in it. */
  bytes_per_second: z.number().nullable(),
  conflicts: z.int(),
});
export type SyncLink = z.infer<typeof SyncLink>;

const CheckState = z.enum(['ok', 'warn', 'fail', 'unknown']);
const Check = z.object({ state: CheckState, text: Translated });
/** What was found of a cloud before the code of this hub leaves. `unknown`: what comes before it failed. */
export const CloudChecks = z.object({
  network: Check,
  certificate: Check,
  clock: Check,
  version: Check,
});
export type CloudChecks = z.infer<typeof CloudChecks>;

/** How files of this hub go to the cloud; what is left out stays as it is. */
export const SyncSending = z.strictObject({
  most_kilobytes_per_second: z
    .int({ error: 'integer' })
    .min(10, { error: 'outOfBounds' })
    .max(1_000_000, { error: 'outOfBounds' })
    .nullable()
    .optional(),
  metered: z.boolean().optional(),
});

const CountedFiles = z.object({ count: z.int(), bytes: z.number() });
export const FreeableFiles = z.object({
  /** The cloud has confirmed them by their hash. */
  free: CountedFiles,
  /** Recent ones and favourites, which stay by choice, and those of which more may come from their device. */
  chosen: CountedFiles,
  /** Those that are only here, as far as is known. */
  unconfirmed: CountedFiles,
});
export type FreeableFiles = z.infer<typeof FreeableFiles>;
export const FreedFiles = CountedFiles;
/** Records of the last so many days stay. */
export const FreeingChoice = z.strictObject({ keep_days: z.int().min(0).max(36_500).default(7) });

export const FileState = z.enum(['needs_sending', 'sending', 'synced', 'resend']);
export const LedgerRecord = z.object({
  record_id: Id,
  name: z.string(),
  started_at: z.string(),
  timezone: z.string(),
  /** Here, in the cloud, both, or nowhere. */
  here: z.boolean(),
  cloud: z.boolean(),
  /** Another server has it, as far as is known: it came from there as a row, or was freed here. */
  original_elsewhere: z.boolean(),
  /** In the cloud: the name of the hub that told of it last; null: not known, or on a hub. */
  from_hub: z.string().nullable(),
  cloud_state: z.enum(['local', ...FileState.options]),
  sha256: z.string().nullable(),
  bytes: z.number(),
  sent_bytes: z.number(),
  /** It comes back from the cloud because somebody wants it here: how much of it is here already. */
  coming: z.object({ received_bytes: z.number(), bytes: z.number().nullable() }).nullable(),
  /** Whether it is the journal of a device, and how many of its blocks never came from there; null: not counted. */
  is_journal: z.boolean(),
  missing_blocks: z.int().nullable(),
  /** Rows of its selections. */
  selections: z.int(),
  since: z.string().nullable(),
  last_try: z.string().nullable(),
  why_not: Translated.nullable(),
  /** Originals on this server that this one took the place of, the latest first; `key` names one for its download. */
  replaced: z.array(
    z.object({
      key: z.string(),
      replaced_at: z.string(),
      kept_until: z.string(),
      sha256: z.string(),
      bytes: z.number(),
    }),
  ),
});
export type LedgerRecord = z.infer<typeof LedgerRecord>;
/**
 * Of which records: those whose original is only here, here and in the cloud, not here; that is here and not in the cloud as it is here;
 * that waits for being sent; that was not moved for a reason.
 */
export const LedgerPlace = z.enum(['all', 'only_here', 'unsent', 'both', 'not_here', 'waiting', 'refused']);
export type LedgerPlace = z.infer<typeof LedgerPlace>;
export const LedgerQuery = ChoicesQuery.extend({
  where: LedgerPlace.default('all'),
  /** Part of a name, or of a hash. */
  search: z.string().trim().max(200).default(''),
  /** This one alone. */
  record_id: z.coerce.number().pipe(Id).optional(),
});
/** How this hub and its cloud get on, for all who see records: no address, no code. */
export const LedgerLink = z.object({
  /** Never linked, or no more; the last exchange went well, or none was tried yet; it failed; an administrator paused it. */
  state: z.enum(['none', 'ok', 'cut', 'paused']),
  last_ok: z.string().nullable(),
  /** Why nothing moves. */
  why_not: Translated.nullable(),
  /** Of the originals that wait and that may be seen: what has still to be sent. */
  waiting_bytes: z.number(),
  /** Measured over the last minute of sending; null = nothing was sent in it. */
  bytes_per_second: z.number().nullable(),
});
export type LedgerLink = z.infer<typeof LedgerLink>;
export const Ledger = listOf(LedgerRecord).extend({
  /** How many there are of each, whatever is asked for. */
  places: z.record(LedgerPlace, z.int()),
  /** null in the cloud. */
  link: LedgerLink.nullable(),
  /** The hub's link costs by the byte: nothing is sent over it that nobody asked for. */
  metered: z.boolean(),
});
export type Ledger = z.infer<typeof Ledger>;

const ConflictSide = z.object({
  /** null: the row was deleted, or edited as a whole. */
  value: z.json(),
  /** Of a reference: what it names is called so, '' if that is not known here; null: it is no reference. */
  value_name: z.string().nullable(),
  is_gone: z.boolean(),
  /** Name of the person; null: the program, or nobody knows. */
  by: z.string().nullable(),
  at: z.string(),
  /** Name of the hub, or of the cloud. */
  where: z.string(),
});
export const SyncConflict = z.object({
  id: Id,
  table: z.string(),
  table_name: Translated,
  /** What the row is called. */
  name: z.string(),
  field: z.string().nullable(),
  kept: ConflictSide,
  lost: ConflictSide,
  /** When this server had heard of both. */
  met_at: z.string(),
  /** What the field is now; null for a row as a whole. */
  present: z.json(),
  /** As `value_name`. */
  present_name: z.string().nullable(),
  /** Which edit of the field that is; null for a row as a whole. */
  present_edit: z.string().nullable(),
  present_by: z.string().nullable(),
  /** How it was settled; null = somebody has to choose, or it merged by itself. */
  settled: z.enum(['kept', 'restored', 'later']).nullable(),
  settled_at: z.string().nullable(),
  /** A person is asked; else the last edit counts, and the other is kept here. */
  asks: z.boolean(),
});
export type SyncConflict = z.infer<typeof SyncConflict>;
