import { z } from 'zod';
import { IdList, listQuery } from '../entity-endpoints.ts';
import { Translated } from '../errors.ts';
import { Role } from '../permissions.ts';
import { LongText, line, lineOrNone, Mail, NewPassword, Timezone } from '../rules.ts';
import { filter, Id, idFilter } from './primitives.ts';
import { ExternalAccountEdit, type ExternalProvider, Language } from './session.ts';

const Flag = z.boolean();
const UserFields = z.object({
  mail: Mail,
  firstname: line(),
  lastname: line(),
  roles: z.array(Role, { error: 'chooseOne' }).min(1, { error: 'chooseOne' }).max(4),
  groups: IdList,
  client_id: Id,
  active: Flag,
  language: Language,
  /** A server-side flag; the reserved last name only displays it. Administrators only. */
  is_recovery: Flag,
  /** Managers and administrators each have their own; administrators see both, managers theirs, others none. */
  manager_comment: LongText,
  admin_comment: LongText,
});
/** Without a password the person gets an invitation, or an administrator hands the link over. */
export const UserCreate = UserFields.extend({ password: NewPassword })
  .partial()
  .required({ mail: true, firstname: true, lastname: true, roles: true });
export type UserCreate = z.infer<typeof UserCreate>;
/** The own password is changed with the present one in hand (`PUT /login/password`), not here. */
export const UserEdit = UserFields.extend({
  password: NewPassword,
  /** Of the providers given what is given; `has_token` is answered and tells nothing here. */
  externalAPI: z.strictObject({
    nolio: ExternalAccountEdit.extend({ has_token: z.boolean() }).partial().strict().optional(),
  } satisfies Record<ExternalProvider, z.ZodType>),
}).partial();
export type UserEdit = z.infer<typeof UserEdit>;
export const UserQuery = listQuery(['lastname', 'mail', 'created_date', 'id'], {
  clientIds: idFilter(),
  groupIds: idFilter(),
  roles: filter(z.array(Role).max(100), []),
  active: filter(z.boolean().nullish(), null),
  /** Names that other programs of this interface use. */
  client_id: filter(Id.nullish(), null),
  group_ids: idFilter(),
  /** A person has it when it is among theirs. */
  role: filter(Role.nullish(), null),
  soft: filter(z.boolean(), false).describe(
    'Without what only their administration needs: comments and accounts at other services',
  ),
});
export type UserQuery = z.infer<typeof UserQuery>;

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
/** Of them a manager may change, in the own client. */
export const managerClientFields = [
  'display_name',
  'video_enabled',
  'video_quality',
  'video_fps',
  'timezone',
  'sport_ids',
  'logo',
] as const;
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
  display_name: z.object({ fr: line(100), en: line(100) }),
  text: LongText,
  value: z.string().max(200),
});
export const SportCreate = SportFields.partial().required({ name: true, display_name: true });
export const SportEdit = SportFields.partial();
export const SportQuery = listQuery(['name', 'id'], {});
