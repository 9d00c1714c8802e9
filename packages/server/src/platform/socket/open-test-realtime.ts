import type { Server } from 'node:http';
import { refuse } from '@sillage/contract';
import type { Principal } from '../http/index.ts';
import { createLog } from '../log/index.ts';
import { createRealtime } from './index.ts';

/** Who signs in with `Bearer coach` or `ApiKey key`; `Bearer athlete` is of the same client. */
export const coach: Principal = { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [3] };
/** The one device that people of the client may see. */
export const mine = 10_200_042;

/** What a test changes while the rooms are open. */
interface Around {
  readonly allowed: () => readonly string[];
  readonly nowMs: () => number;
  /** Told each value that is to be authenticated. */
  readonly asked: (value: string) => void;
  /** Told what is counted. */
  readonly counted?: (what: string) => void;
  /** Told each error of the log. */
  readonly logged?: (sentence: string) => void;
  /** Connections of one host and in all, and members of all rooms. */
  readonly most?: { readonly aHost: number; readonly inAll: number; readonly members: number };
}

/** The rooms on a server, for one client; athletes get hints of records only. For tests. */
export function openTestRealtime(server: Server, around: Around): ReturnType<typeof createRealtime> {
  const { allowed, nowMs, asked } = around;
  return createRealtime({
    server,
    ...(around.most && { most: around.most }),
    tally: { count: (what) => around.counted?.(what) },
    // As a proxy would say it.
    addressOf: ({ headers }) => String(headers['x-from'] ?? '192.0.2.1'),
    allowedOrigins: allowed,
    log: { ...createLog('silent'), error: (_, sentence) => around.logged?.(sentence) },
    isDatabaseAway: (error) => error instanceof Error && error.message === 'the database is away',
    clock: { nowMs, monotonicMs: nowMs },
    renewed: async (principal) => principal,
    authenticate: async (value) => {
      asked(value);
      if (value === 'Bearer stumble') throw new Error('a bug');
      if (value === 'Bearer unlucky') throw new Error('the database is away');
      if (value === 'Bearer athlete') return { ...coach, userId: 8, roles: ['Athlete'] };
      return value === 'Bearer coach' || value === 'ApiKey key' ? coach : refuse('session.expired');
    },
    getsHints: ({ roles }, { kind }) => kind === 'recordUpdate' && roles.includes('Athlete'),
    mayEnter: async (principal, room) => room.id === (room.subject === 'client' ? principal.clientId : mine),
  });
}
