import { z } from 'zod';

/** From the one that reaches furthest to the one that reaches least. */
export const Role = z.enum(['Admin', 'Manager', 'Coach', 'Athlete']);
export type Role = z.infer<typeof Role>;

/** Sets of roles that fields are kept to. */
export const everyRole: readonly Role[] = Role.options;
export const aboveAthletes: readonly Role[] = ['Admin', 'Manager', 'Coach'];
export const aboveCoaches: readonly Role[] = ['Admin', 'Manager'];
export const onlyAdmins: readonly Role[] = ['Admin'];
export const noRole: readonly Role[] = [];

/** Which people a role looks after: those who have nothing but these roles. They get no other from it. */
const looksAfter: Readonly<Record<Role, readonly Role[]>> = {
  Admin: Role.options,
  Manager: ['Manager', 'Coach', 'Athlete'],
  Coach: ['Athlete'],
  Athlete: [],
};

/**
 * How far a permission reaches: everything, the own client, the own groups (their athletes, records and devices),
 * or only what is one's own.
 */
export type Scope = 'everything' | 'client' | 'groups' | 'own';

type Row = Readonly<Partial<Record<Role, Scope>>>;

const everyone = { Admin: 'everything', Manager: 'client', Coach: 'client', Athlete: 'client' } as const;
const staff = { Admin: 'everything', Manager: 'client', Coach: 'client' } as const;
const managers = { Admin: 'everything', Manager: 'client' } as const;
const admins = { Admin: 'everything' } as const;
/** Coaches: the own groups. Athletes: their own. */
const byReach = { Admin: 'everything', Manager: 'client', Coach: 'groups', Athlete: 'own' } as const;
const byReachOfStaff = { Admin: 'everything', Manager: 'client', Coach: 'groups' } as const;

/** The only place that says who may do what. The part after the dot says read or write. */
export const permissions = {
  'record.read': byReach,
  'record.edit': byReachOfStaff,
  'record.create': byReachOfStaff,
  'record.delete': byReachOfStaff,
  'record.purge': admins,
  'replay.read': byReachOfStaff,
  'replay.edit': byReachOfStaff,
  'device.watch': { Admin: 'everything', Manager: 'client', Coach: 'client', Athlete: 'own' },
  'device.command': { Admin: 'everything', Manager: 'client', Coach: 'client', Athlete: 'own' },
  'device.read': byReach,
  'device.edit': byReachOfStaff,
  'update.read': byReachOfStaff,
  'device.create': managers,
  'device.invite': byReachOfStaff,
  'device.delete': managers,
  'client.read': everyone,
  'client.edit': managers,
  'client.create': admins,
  'client.delete': admins,
  'user.read': byReach,
  'user.edit': byReach,
  'user.create': byReachOfStaff,
  'user.delete': byReachOfStaff,
  'group.read': byReach,
  'group.edit': byReachOfStaff,
  'exercise.read': everyone,
  'exercise.edit': staff,
  'sport.read': everyone,
  'sport.edit': admins,
  'config.read': everyone,
  'config.edit': staff,
  'sensor.read': everyone,
  'sensor.edit': admins,
  'scenario.read': everyone,
  'scenario.edit': staff,
  'scenario.compile': managers,
  'mecaSensor.read': staff,
  'mecaSensor.edit': managers,
  'module.read': staff,
  'module.edit': managers,
  'hub.read': managers,
  'hub.edit': admins,
  'release.read': staff,
  'release.edit': admins,
  'cloudUrl.read': managers,
  'cloudUrl.edit': admins,
  'network.read': managers,
  'network.edit': managers,
  'parameter.read': byReach,
  'parameter.edit': byReach,
  'task.read': byReach,
  'task.edit': byReachOfStaff,
  'log.read': admins,
  'health.read': admins,
  'server.read': admins,
  'server.edit': admins,
  'backup.edit': admins,
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof permissions;

/** The widest scope that any of the caller's roles gives, or `undefined` when none does. */
export function scopeOf(roles: readonly Role[], permission: Permission): Scope | undefined {
  const row: Row = permissions[permission];
  const given = roles.map((role) => row[role]).filter((scope) => scope !== undefined);
  return (['everything', 'client', 'groups', 'own'] as const).find((scope) => given.includes(scope));
}

/** Whether a permission only looks; an API key limited to reading has these and no other. */
export function onlyReads(permission: Permission): boolean {
  return permission.endsWith('.read') || permission.endsWith('.watch');
}

/** The one role that a person counts as; `undefined` for somebody without any. */
export function rank(roles: readonly Role[]): Role | undefined {
  return Role.options.find((role) => roles.includes(role));
}

/** Whether the role that a person counts as is one of these. */
export function ranksAmong(roles: readonly Role[], these: readonly Role[]): boolean {
  const mine = rank(roles);
  return mine !== undefined && these.includes(mine);
}

/** The roles of the people whom somebody looks after, which are also those that they may give. */
export function rolesLookedAfter(roles: readonly Role[]): readonly Role[] {
  const mine = rank(roles);
  return mine === undefined ? noRole : looksAfter[mine];
}

/** Whether somebody looks after a person, as far as roles say; people without a role only administrators. */
export function looksAfterRoles(roles: readonly Role[], theirs: readonly Role[]): boolean {
  if (rank(roles) === 'Admin') return true;
  const given = rolesLookedAfter(roles);
  return theirs.length > 0 && theirs.every((role) => given.includes(role));
}
