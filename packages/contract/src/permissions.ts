import { z } from 'zod';

export const Role = z.enum(['Admin', 'Manager', 'Coach', 'Athlete']);
export type Role = z.infer<typeof Role>;

/**
 * How far a permission reaches: everything, the own client, the own groups (their athletes, records and devices),
 * or only what is one's own.
 */
export type Scope = 'everything' | 'client' | 'groups' | 'own';

type Row = Readonly<Partial<Record<Role, Scope>>>;

/** The only place that says who may do what (interface.md, "Who may do what"). */
export const permissions = {
  'record.read': { Admin: 'everything', Manager: 'client', Coach: 'groups', Athlete: 'own' },
  'record.edit': { Admin: 'everything', Manager: 'client', Coach: 'groups' },
  'record.create': { Admin: 'everything', Manager: 'client', Coach: 'groups' },
  'record.delete': { Admin: 'everything', Manager: 'client', Coach: 'groups' },
  'device.watch': { Admin: 'everything', Manager: 'client', Coach: 'client', Athlete: 'own' },
  'device.command': { Admin: 'everything', Manager: 'client', Coach: 'client', Athlete: 'own' },
  'client.read': { Admin: 'everything', Manager: 'client', Coach: 'client', Athlete: 'client' },
  'user.list': { Admin: 'everything', Manager: 'client', Coach: 'groups', Athlete: 'own' },
  'task.read': { Admin: 'everything', Manager: 'client', Coach: 'groups', Athlete: 'own' },
  'server.overview': { Admin: 'everything' },
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof permissions;

/** The widest scope that any of the caller's roles gives, or `undefined` when none does. */
export function scopeOf(roles: readonly Role[], permission: Permission): Scope | undefined {
  const row: Row = permissions[permission];
  const given = roles.map((role) => row[role]).filter((scope) => scope !== undefined);
  return (['everything', 'client', 'groups', 'own'] as const).find((scope) => given.includes(scope));
}
