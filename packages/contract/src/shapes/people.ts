import { z } from 'zod';
import { IdList, listQuery } from '../entity-endpoints.ts';
import { Translated } from '../errors.ts';
import type { FieldRights } from '../field-rights.ts';
import { inEachLanguage } from '../languages.ts';
import { noRole, onlyAdmins } from '../permissions.ts';
import { LongText, line, lineOrNone, Timezone } from '../rules.ts';
import { filter, Id, idFilter } from './primitives.ts';

const Flag = z.boolean();

/** How a person chooses a password: by the mail that was sent, or by a link that an administrator hands over. */
export const Invitation = z.object({ mailed: z.boolean(), link: z.string().nullable(), expires_at: z.string() });

export const VideoQuality = z.enum(['480p', '720p', '1080p', '1440p', '4K']);
export const VideoFps = z.union([z.literal(12), z.literal(24), z.literal(30), z.literal(60), z.literal(120)]);

const ClientFields = z.object({
  name: line(100),
  /** Empty: the name stands for it. */
  display_name: lineOrNone(),
  enabled: Flag,
  cloud_enabled: Flag,
  video_enabled: Flag,
  video_quality: VideoQuality,
  video_fps: VideoFps,
  /** Of what its devices record; null: the hub's. */
  timezone: Timezone.nullable(),
  sport_ids: IdList,
  sensor_ids: IdList,
  mallette_ids: IdList,
});
export const ClientCreate = ClientFields.partial().required({ name: true });
export type ClientCreate = z.infer<typeof ClientCreate>;
/** `logo: null` takes the logo away; a new one is the form's file part. */
export const ClientEdit = ClientFields.extend({ logo: z.null() }).partial();
export type ClientEdit = z.infer<typeof ClientEdit>;
/** What a client uses of the server is for administrators to say. Whoever disables the own client could not enable it again. */
export const clientRights = {
  name: { write: onlyAdmins },
  enabled: { write: onlyAdmins, writeOwn: noRole },
  cloud_enabled: { write: onlyAdmins },
  sensor_ids: { write: onlyAdmins },
  mallette_ids: { write: onlyAdmins },
} as const satisfies FieldRights<keyof ClientEdit>;
export const Client = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  display_name: z.string(),
  enabled: Flag,
  cloud_enabled: Flag,
  video_enabled: Flag,
  video_quality: VideoQuality,
  video_fps: VideoFps,
  /** Null: the hub's. */
  timezone: z.string().nullable(),
  /** The one in force: its own, else the hub's, else Europe/Paris. */
  effective_timezone: z.string(),
  sport_ids: z.array(Id),
  sensor_ids: z.array(Id),
  mallette_ids: z.array(Id),
  /** Path under `/api` of the PNG, with its version; null when there is none. */
  logo: z.string().nullable(),
  /** Whether there is one; the key itself is read apart, by managers. */
  has_recovery_key: Flag,
  created_date: z.string(),
});
export type Client = z.infer<typeof Client>;
export const ClientQuery = listQuery(['name', 'created_date', 'id'], { enabled: filter(z.boolean().nullish(), null) });
export type ClientQuery = z.infer<typeof ClientQuery>;
export const RecoveryKey = z.object({ recovery_key: z.string().nullable() });

export const Group = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  client_id: Id,
  client_name: z.string(),
  /** People and devices in it. */
  users_count: z.int(),
  devices_count: z.int(),
});
export type Group = z.infer<typeof Group>;
const GroupFields = z.object({ name: line(), client_id: Id, users: IdList });
export const GroupCreate = GroupFields.partial().required({ name: true });
export type GroupCreate = z.infer<typeof GroupCreate>;
/** `users` replaces the members. The client of a group stays. */
export const GroupEdit = GroupFields.omit({ client_id: true }).partial();
export type GroupEdit = z.infer<typeof GroupEdit>;
export const GroupQuery = listQuery(['name', 'id'], { clientIds: idFilter() });
export type GroupQuery = z.infer<typeof GroupQuery>;

export const Exercise = z.object({ id: Id, uid: z.string(), name: z.string(), client_id: Id, client_name: z.string() });
export type Exercise = z.infer<typeof Exercise>;
const ExerciseFields = z.object({ name: line(), client_id: Id });
export const ExerciseCreate = ExerciseFields.partial().required({ name: true });
export const ExerciseEdit = ExerciseFields.omit({ client_id: true }).partial();
export const ExerciseQuery = listQuery(['name', 'id'], { clientIds: idFilter() });

export const Sport = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  display_name: Translated,
  text: z.string(),
  value: z.string(),
});
export type Sport = z.infer<typeof Sport>;
const SportFields = z.object({
  /** Short name that presets and files use: lower case, no space. */
  name: line(50).regex(/^[a-z0-9_-]+$/, { error: 'invalidFormat' }),
  display_name: inEachLanguage(line(100)),
  text: LongText,
  value: z.string().max(200),
});
export const SportCreate = SportFields.partial().required({ name: true, display_name: true });
export const SportEdit = SportFields.partial();
export const SportQuery = listQuery(['name', 'id'], {});
