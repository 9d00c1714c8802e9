import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogLine, type Role, refuse } from '@sillage/contract';
import { expect, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { dataFolder } from '../../platform/files/index.ts';
import { createHttp } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { logRoutes } from './index.ts';

/** The routes of the log, an empty log in a folder of its own, and a clock that the test turns. For tests. */
export async function openTestLogs(db: Db) {
  const root = await mkdtemp(join(tmpdir(), 'sillage-logs-'));
  const folder = dataFolder(root);
  const log = createLog('debug', folder.logFile);
  const http = await createHttp({
    log: createLog('silent'),
    clock: systemClock,
    version: '1',
    authenticate: async (value) => {
      const guest = /^Bearer person (\d+)$/.exec(value)?.[1];
      if (guest !== undefined) return { userId: Number(guest), clientId: 1, roles: ['Athlete'], groupIds: [] };
      const role = ({ 'Bearer admin': 'Admin', 'Bearer manager': 'Manager' } as Record<string, Role>)[value];
      return role ? { userId: 7, clientId: 1, roles: [role], groupIds: [] } : refuse('session.expired');
    },
    webRoot: root,
    temporaryFolder: folder.temporary,
    disk: (await openTestDisk()).disk,
  });
  let nowMs = 0;
  const counted: string[] = [];
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  logRoutes(http.serve, { db, folder, log, clock, tally: { count: (what) => void counted.push(what) } });
  const get = (url: string, who = 'admin') =>
    http.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${who}` } });
  const lines = async (query = ''): Promise<LogLine[]> => (await get(`/logs?level=debug&${query}`)).json().lines;
  return {
    root,
    log,
    file: folder.logFile,
    /** What was counted, in order. */
    counted,
    pass(ms: number): void {
      nowMs += ms;
    },
    /** Something that a browser says, of a stranger unless an authorization is given. */
    say: (body: object, authorization?: string) =>
      http.app.inject({
        method: 'POST',
        url: '/api/front/logs',
        body,
        headers: authorization ? { authorization } : {},
      }),
    get,
    lines,
    /** The log reaches the disk a moment after it was written. */
    written: (count: number) => vi.waitFor(async () => expect(await lines()).toHaveLength(count)),
    async close(): Promise<void> {
      await http.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export type TestLogs = Awaited<ReturnType<typeof openTestLogs>>;
