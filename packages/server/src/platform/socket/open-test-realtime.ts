import { createServer } from 'node:http';
import { type LiveData, refuse } from '@sillage/contract';
import { systemClock } from '../clock/index.ts';
import type { Principal } from '../http/index.ts';
import { createLog } from '../log/index.ts';
import { createRealtime, type RealtimeDependencies, type RealtimeOptions, type RunningRealtime } from './index.ts';

/** Who signs in with `Bearer coach` or `ApiKey key`; `Bearer athlete` is of the same client. */
export const coach: Principal = { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [3] };
/** The one device that people of the client may see. */
export const mine = 10_200_042;
export const theirs = 10_200_099;

export const live = (number: number, value: number): LiveData => ({
  number,
  recTime: 1,
  deviceRecId: 2,
  data: { imu: { T: [value], acc_x: [null] } },
  selections: [],
});

/** What a test hears and decides itself. */
interface TestRealtimeOptions extends RealtimeOptions, Partial<Omit<RealtimeDependencies, 'server' | 'tally'>> {
  /** Told each value that is to be authenticated. */
  readonly asked?: (value: string) => void | Promise<void>;
  /** Told what is counted. */
  readonly counted?: (what: string) => void;
  /** Told each error of the log. */
  readonly logged?: (sentence: string) => void;
  /** Any free one unless said. */
  readonly port?: number;
}

export interface TestRealtime {
  readonly realtime: RunningRealtime;
  readonly url: string;
  close(): Promise<void>;
}

/** The rooms on a server of their own, for one client; athletes get hints of records only. For tests. */
export async function openTestRealtime(options: TestRealtimeOptions = {}): Promise<TestRealtime> {
  const { asked = () => {}, counted, logged, port = 0, most, ...others } = options;
  const server = createServer();
  const dependencies: RealtimeDependencies = {
    server,
    tally: { count: (what) => counted?.(what) },
    // As a proxy would say it.
    addressOf: ({ headers }) => String(headers['x-from'] ?? '192.0.2.1'),
    log: { ...createLog('silent'), error: (_, sentence) => logged?.(sentence) },
    isDatabaseAway: (error) => error instanceof Error && error.message === 'the database is away',
    clock: systemClock,
    renewed: async (principal) => principal,
    authenticate: async (value) => {
      await asked(value);
      if (value === 'Bearer stumble') throw new Error('a bug');
      if (value === 'Bearer unlucky') throw new Error('the database is away');
      if (value === 'Bearer athlete') return { ...coach, userId: 8, roles: ['Athlete'] };
      return value === 'Bearer coach' || value === 'ApiKey key' ? coach : refuse('session.expired');
    },
    getsHints: ({ roles }, { kind }) => kind === 'recordUpdate' && roles.includes('Athlete'),
    mayEnter: async (principal, room) => room.id === (room.subject === 'client' ? principal.clientId : mine),
    ...others,
  };
  const realtime = createRealtime(dependencies, most && { most });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    realtime,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      await realtime.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
