import { type Access, grantsAccess, type Permission, type Scope, scopeOf, type User } from '@sillage/contract';
import { useUser } from './services.tsx';

type Person = Pick<User, 'roles'>;

/** Whose things a permission gives a person; undefined: nobody's. The web app asks the contract's table here alone. */
export function reachOf({ roles }: Person, permission: Permission): Scope | undefined {
  return scopeOf(roles, permission);
}

export function may(person: Person, permission: Permission): boolean {
  return reachOf(person, permission) !== undefined;
}

/** Whether a person may call an endpoint at all. */
export function mayCall({ roles }: Person, { access }: { readonly access: Access }): boolean {
  return grantsAccess(roles, access);
}

export function isAdministrator({ roles }: Person): boolean {
  return roles.includes('Admin');
}

/** Whether the signed-in person may. */
export function useMay(permission: Permission): boolean {
  return may(useUser(), permission);
}
