import type { RoleProfile } from '@sillage/server';

/** Serves many clients and many hubs. */
export const cloud: RoleProfile = { role: 'cloud', name: 'Sillage cloud' };
