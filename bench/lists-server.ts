import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@sillage/server';
import { openTestDatabase } from '@sillage/server/platform/database';
import { z } from 'zod';
import { fillLists, type ListSizes, people } from './lists-data.ts';
import type { ListPage } from './lists-pages.ts';

const administrator = { mail: 'admin@bench.test', password: 'Aviron-2026!' } as const;
const SignedIn = z.object({ access_token: z.string() });
const List = z.object({ total: z.number() });

/** A whole server whose lists are full. */
export interface FilledServer {
  ask(page: ListPage): Promise<{ ms: number; total: number }>;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export async function startFilled(sizes: ListSizes): Promise<FilledServer> {
  const test = await openTestDatabase();
  const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-lists-'));
  const server = await startServer(
    {
      profile: { role: 'cloud', name: 'Bench' },
      version: '0.0.0-bench',
      host: '127.0.0.1',
      port: 0,
      mqttPort: 0,
      dataRoot,
      webRoot: dataRoot,
      databaseUrl: test.database.url,
      brokerUrl: undefined,
      publicUrl: undefined,
      smtpUrl: undefined,
      restart: undefined,
      administrator,
      logLevel: 'warn',
      logToStandardError: true,
    },
    () => {},
  );
  await fillLists(test.database.db, sizes);
  const post = (path: string, body: unknown, token?: string) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const tokens = new Map<string, string>();
  for (const [who, mail] of Object.entries({ admin: administrator.mail, ...people })) {
    const answer = await post('/login', { mail, password: administrator.password });
    const session = SignedIn.parse(await answer.json());
    tokens.set(who, session.access_token);
  }
  return {
    databaseUrl: test.database.url,
    async ask(page) {
      const path = page.endpoint.path;
      const last = async () => {
        const answer = List.parse(await (await post(path, page.body, tokens.get(page.who))).json());
        return Math.max(1, Math.ceil(answer.total / 10));
      };
      const pageId = page.page === 'last' ? await last() : page.page;
      const before = performance.now();
      const response = await post(path, { ...page.body, pageId }, tokens.get(page.who));
      const answer: unknown = await response.json();
      const ms = performance.now() - before;
      if (!response.ok) throw new Error(`${page.name}: ${JSON.stringify(answer)}`);
      return { ms, total: List.parse(answer).total };
    },
    async stop() {
      await server.stop();
      await test.close();
      await rm(dataRoot, { recursive: true, force: true });
    },
  };
}
