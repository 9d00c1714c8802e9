import { z } from 'zod';
import type { Access } from './endpoint.ts';
import { onlyAdmins, permissions, type Role, ranksAmong, scopeOf } from './permissions.ts';

/** Who writes a field of an entity and who reads it, among those who may change the entity at all. */
export interface FieldRight {
  readonly write: readonly Role[];
  /** Who writes it of themselves, or of the own client, where that is somebody else. */
  readonly writeOwn?: readonly Role[];
  /** Who is answered it; everyone who sees the entity unless said. Others are not told either whether a guess is right. */
  readonly read?: readonly Role[];
  /** What a new entity has unless somebody says: whoever adds one may say the same, also who may not read it later. */
  readonly start?: unknown;
  /** Others say what is in their reach, or something that is unknown to them: no role is denied. */
  readonly judgedByReach?: true;
}

/** The fields that not everyone who changes an entity may write. All others they may. */
export type FieldRights<F extends string = string> = Readonly<Partial<Record<F, FieldRight>>>;

/** Administrators name any client; all others have one in reach, their own. */
export const inOneClient = { client_id: { write: onlyAdmins, judgedByReach: true } } as const satisfies FieldRights;

/** What the caller may do with what is answered: change it, delete it, and which fields of it they may write. */
export const May = z.object({ edit: z.boolean(), delete: z.boolean(), fields: z.array(z.string()) });
export type May = z.infer<typeof May>;
/** A row as it is answered. */
export type Answered<T> = T & { readonly may: May };

/** What of an entity says who may do what with it. */
export interface JudgedEntity {
  readonly rights: FieldRights;
  /** Those of an edit. */
  readonly fields: readonly string[];
  readonly edit: { readonly access: Access };
  readonly delete: { readonly access: Access };
}

/** What of a row the table of permissions does not know. */
export interface JudgedRow {
  /** False: this one not, although the caller may change others. */
  readonly edit?: boolean;
  readonly delete?: boolean;
  /** The caller's own person, or client. */
  readonly isOwn?: boolean;
  /** Fields that nobody writes as long as the row is as it is. */
  readonly withheld?: readonly string[];
}

export function mayWrite(rights: FieldRights, field: string, roles: readonly Role[], isOwn = false): boolean {
  const right = rights[field];
  if (right === undefined) return true;
  return ranksAmong(roles, isOwn ? (right.writeOwn ?? right.write) : right.write);
}

export function mayRead(rights: FieldRights, field: string, roles: readonly Role[]): boolean {
  const readers = rights[field]?.read;
  return readers === undefined || ranksAmong(roles, readers);
}

/** Whether everyone who sees the entity reads the field. */
export function mayReadAll(rights: FieldRights, field: string): boolean {
  return rights[field]?.read === undefined;
}

interface Caller {
  readonly roles: readonly Role[];
  readonly apiKey?: 'read' | 'write';
}

/** What may be done with a row that the caller sees; from the row and the caller alone, so that long lists can say it. */
export function mayOf(entity: JudgedEntity, caller: Caller, row: JudgedRow = {}): May {
  const grants = ({ access }: { readonly access: Access }) =>
    caller.apiKey !== 'read' && grantsAccess(caller.roles, access);
  const edit = row.edit !== false && grants(entity.edit);
  const isWritten = (field: string) =>
    !row.withheld?.includes(field) && mayWrite(entity.rights, field, caller.roles, row.isOwn);
  return {
    edit,
    delete: row.delete !== false && grants(entity.delete),
    fields: edit ? entity.fields.filter(isWritten) : [],
  };
}

/** Judges many rows: what was found out of one is said of all that are judged alike. */
export function judgesRows(entity: JudgedEntity, caller: Caller): (row?: JudgedRow) => May {
  const said = new Map<string, May>();
  return (row = {}) => {
    const alike = `${row.edit} ${row.delete} ${row.isOwn} ${row.withheld ?? ''}`;
    const known = said.get(alike) ?? mayOf(entity, caller, row);
    said.set(alike, known);
    return known;
  };
}

/** Whether the table of permissions lets somebody who is signed in call an endpoint at all. */
export function grantsAccess(roles: readonly Role[], access: Access): boolean {
  return !isPermission(access) || scopeOf(roles, access) !== undefined;
}

function isPermission(access: Access): access is keyof typeof permissions {
  return Object.hasOwn(permissions, access);
}
