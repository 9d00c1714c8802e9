import { z } from 'zod';
import { Translated } from '../errors.ts';
import { inEachLanguage } from '../languages.ts';
import { LongText, line, Timezone } from '../rules.ts';
import { Id, PathId, QueryQuantity } from './primitives.ts';

export const LogLevel = z.enum(['debug', 'info', 'warning', 'error']);
export const FrontLog = z.object({
  level: z.enum(['info', 'error', 'warning']),
  message: z.string().max(4000),
  meta: z.unknown().optional(),
});
export const LogLine = z.object({
  /** Position in the file: where following goes on. */
  offset: z.number(),
  /** Empty for a line that is not the server's own. */
  date: z.string(),
  level: LogLevel,
  source: z.enum(['server', 'web']),
  /** As it stands in the file. */
  message: z.string(),
  /** Stable name of what happened; null for what browsers and other programs say. */
  code: z.string().nullable(),
  /** What happened, with the device and the athletes by name; of a line without code, the message. */
  text: Translated,
  fields: z.record(z.string(), z.unknown()),
});
export type LogLine = z.infer<typeof LogLine>;
export const LogQuery = z.object({
  /** Levels from this one up. */
  level: LogLevel.default('info'),
  source: z.enum(['all', 'server', 'web']).default('all'),
  search: z.string().max(200).default(''),
  /** Newest so many lines, oldest first. */
  limit: z.coerce.number().int().min(1).max(2000).default(300),
  /** Only what came after this position. */
  after: z.coerce.number().int().min(0).optional(),
});
export const LogPage = z.object({ lines: z.array(LogLine), /** Position to follow from. */ next: z.number() });

export const Timezones = z.object({ timezones: z.array(z.string()) });
export const Restartables = z.object({
  can_poweroff: z.boolean(),
  can_reboot: z.boolean(),
  can_restart_services: z.boolean(),
  restartable_services: z.array(z.string()),
});
export const Restart = z.object({ what: z.enum(['app', 'hub', 'poweroff']) });
/** s that it takes, for the dialog that waits. */
export const Restarting = z.object({ seconds: z.number() });

export const NeedUpdateQuery = z.object({ last_epoch: QueryQuantity.default(0), client_id: PathId.optional() });
export const NeedUpdate = z.object({ need_update: z.boolean(), /** s since 1970 */ epoch: z.number() });
/** Tables whose changes can be asked for. */
export const CachedTable = z.enum([
  'users',
  'clients',
  'groups',
  'sports',
  'exercises',
  'configs',
  'scenarios',
  'sensors',
  'devices',
  'mallettes',
  'modules',
  'meca_sensors',
  'device_releases',
  'hardware_releases',
  'cloud_urls',
  'parameters',
  'tasks',
  'records',
  'api_keys',
  'settings',
]);
export type CachedTable = z.infer<typeof CachedTable>;

/** Data that are more than one table: besides these every table's name is asked for, too. */
export const CachedData = z.enum([
  /** What GET /terms answers. */
  'terms',
  /** What GET /utils/timezones answers: another one after an update of the server. */
  'timezones',
  'pdf_params',
  'rec_params',
]);
export type CachedData = z.infer<typeof CachedData>;

/** The origin that pages may ask for tiles; undefined for what cannot stand in a policy of pages, where ; and , end an entry. */
export function tilesOriginOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && /^[\w.:[\]-]+$/.test(url.host) ? url.origin : undefined;
}

/** Where pictures of the ground come from, a tile each: `https://tiles.example.org/{z}/{x}/{y}.png`. */
const TilesUrl = z
  .string()
  .trim()
  .max(500, { error: 'maxLength' })
  .refine(
    (text) =>
      /^https?:\/\/[^{}\s]+\/[^\s]*$/.test(text) &&
      tilesOriginOf(text) !== undefined &&
      ['{z}', '{x}', '{y}'].every((hole) => text.split(hole).length === 2),
    { error: 'mapTiles' },
  );

/** What an administrator sets for the whole server. */
export const ServerSettings = z.object({
  /** Shown in the header. */
  name: line(100),
  /** Origins whose pages may call with a token; `*` = any. */
  allowed_origins: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(300, { error: 'maxLength' })
        .regex(/^(\*|https?:\/\/[^/\s]+)$/, { error: 'url' }),
    )
    .max(100, { error: 'tooMany' }),
  /** How browsers reach this server; links in mails start with it. */
  public_url: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'url' }).max(500, { error: 'maxLength' })]),
  /** Drawn under the way of a record; "" for none. Browsers ask it for what is looked at. */
  map_tiles_url: z.union([z.literal(''), TilesUrl]),
  /** Who made the tiles, as they want to be named. */
  map_attribution: z.string().trim().max(200, { error: 'maxLength' }),
  /** Programs of scenarios in Python run with all of their isolation, or not at all. */
  require_jail: z.boolean(),
  /** Terms of use, shown before a session opens. */
  terms: inEachLanguage(z.string().max(50_000)),
  /** Shown on the notice page. */
  notice: inEachLanguage(LongText),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

/** The settings in force, and which of them a variable of the server's environment sets: these cannot be changed here. */
export const ServerSettingsInForce = ServerSettings.extend({ set_by_variable: z.array(z.enum(['public_url'])) });
export type ServerSettingsInForce = z.infer<typeof ServerSettingsInForce>;

/** The calendar of the database has no year 0. */
const BackupDay = z.iso.date({ error: 'date' }).regex(/^(?!0000)/, { error: 'date' });

/** Arguments of the task `backup.export`. */
export const BackupExport = z
  .object({
    /** null = all. */
    client_id: Id.nullish().transform((v) => v ?? null),
    with_files: z.boolean().default(true),
    /** `yyyy-mm-dd`, inclusive, of records; absent = all. */
    start: BackupDay.nullish().transform((v) => v ?? null),
    end: BackupDay.nullish().transform((v) => v ?? null),
    /** Of the days; the client's unless said, for all clients the server's. */
    timezone: Timezone.nullish().transform((v) => v ?? null),
  })
  .refine(({ start, end }) => start === null || end === null || start <= end, { path: ['end'], error: 'range' });
export type BackupExport = z.infer<typeof BackupExport>;

/** `low`: only recordings and their decoding write. `full`: no new record is started; those under way go on. */
export const diskStates = ['ok', 'low', 'full'] as const;

/** What the disk of the server's data has left. */
export const DiskRoom = z.object({
  state: z.enum(diskStates),
  total_bytes: z.number(),
  free_bytes: z.number(),
  /** Kept for recordings; uploads, exports and backups do not get it. */
  kept_bytes: z.number(),
});
export type DiskRoom = z.infer<typeof DiskRoom>;
