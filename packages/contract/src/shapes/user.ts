import { z } from 'zod';
import { IdList, listQuery } from '../entity-endpoints.ts';
import type { FieldRights } from '../field-rights.ts';
import { Language } from '../languages.ts';
import { aboveAthletes, aboveCoaches, everyRole, noRole, onlyAdmins, Role } from '../permissions.ts';
import { LongText, line, Mail, NewPassword } from '../rules.ts';
import { filter, Id, idFilter } from './primitives.ts';

/** Services outside of Sillage that take a person's trainings. */
export const ExternalProvider = z.enum(['nolio']);
export type ExternalProvider = z.infer<typeof ExternalProvider>;

/** What is set up of a provider; the token itself is never answered. */
export const ExternalAccount = z.object({ enabled: z.boolean(), user: z.string(), has_token: z.boolean() });

/** How one is set up; a token that is not given stays. */
export const ExternalAccountEdit = z.object({
  enabled: z.boolean(),
  user: z.string().trim().max(200, { error: 'maxLength' }),
  token: z.string().trim().min(1, { error: 'required' }).max(1000, { error: 'maxLength' }).nullish(),
});
export type ExternalAccountEdit = z.infer<typeof ExternalAccountEdit>;

export const User = z.object({
  id: Id,
  uid: z.string(),
  mail: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  roles: z.array(Role),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  client_id: Id,
  client_name: z.string(),
  active: z.boolean(),
  created_date: z.string(),
  language: Language,
  /** By provider; those that are not set up are absent. */
  externalAPI: z.partialRecord(ExternalProvider, ExternalAccount),
  /** The special account of a hub's recovery: sees its settings only. */
  is_recovery: z.boolean(),
  terms_accepted: z.boolean(),
  manager_comment: z.string().optional(),
  admin_comment: z.string().optional(),
});
export type User = z.infer<typeof User>;

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
/** Of their own person people keep the name, the mail, the language and the accounts at other services. */
export const userRights = {
  roles: { write: aboveCoaches, start: ['Athlete'] },
  groups: { write: aboveAthletes, writeOwn: aboveCoaches },
  client_id: { write: onlyAdmins },
  active: { write: aboveCoaches, start: true },
  externalAPI: { write: aboveCoaches, writeOwn: everyRole },
  password: { write: aboveCoaches, writeOwn: noRole },
  is_recovery: { write: onlyAdmins, start: false },
  manager_comment: { write: aboveCoaches, read: aboveCoaches, start: '' },
  admin_comment: { write: onlyAdmins, read: onlyAdmins, start: '' },
} as const satisfies FieldRights<keyof UserEdit>;
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
