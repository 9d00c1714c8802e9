import type { RoleProfile } from '@sillage/server';

/** Beside the water or the track: a small box or a laptop, offline for days, with its own broker and database. */
export const hub: RoleProfile = { role: 'hub', name: 'Sillage' };
