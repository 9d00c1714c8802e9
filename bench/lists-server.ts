import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@sillage/server/platform/database/testing';
import { z } from 'zod';
import { fillLists, type ListSizes, people } from './lists-data.ts';
import type { ListPage } from './lists-pages.ts';
import { startBenchServer } from './start-bench-server.ts';
import { administrator } from './upload-load.ts';

const rowsPerPage = 10;
const SignedIn = z.object({ access_token: z.string() });
const List = z.object({ total: z.number(), total_is_estimate: z.boolean().optional() });
const Rows = z.union([
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items.length),
  z.object({ records: z.array(z.unknown()) }).transform(({ records }) => records.length),
]);

export interface Answer {
  /** From the request to the parsed answer. */
  readonly ms: number;
  readonly total: number;
  readonly isEstimate: boolean;
  readonly rows: number;
}

/** A whole server whose lists are full. */
export interface FilledServer {
  ask(page: ListPage): Promise<Answer>;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export async function startFilled(sizes: ListSizes): Promise<FilledServer> {
  const test = await openTestDatabase();
  // The first start makes the administrator, whose password is everybody's.
  await (await serveFilled(test.database.url)).stop();
  await fillLists(test.database.db, sizes);
  const served = await serveFilled(test.database.url);
  return {
    ...served,
    async stop() {
      await served.stop();
      await test.close();
    },
  };
}

/** A server on a database that is filled. */
export async function serveFilled(databaseUrl: string): Promise<FilledServer> {
  const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-lists-'));
  const server = await startBenchServer({ dataRoot, databaseUrl, role: 'cloud' });
  const post = (path: string, body: unknown, token?: string) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const tokens = new Map<string, Promise<string>>();
  const signIn = async (who: ListPage['who']) => {
    const mail = who === 'admin' ? administrator.mail : people[who];
    const answer = await post('/login', { mail, password: administrator.password });
    return SignedIn.parse(await answer.json()).access_token;
  };
  const tokenOf = (who: ListPage['who']) => {
    const token = tokens.get(who) ?? signIn(who);
    tokens.set(who, token);
    return token;
  };
  const askPage = async (page: ListPage, pageId: number): Promise<Answer> => {
    const token = await tokenOf(page.who);
    const before = performance.now();
    const response = await post(page.endpoint.path, { ...page.body, pageId, pageSize: rowsPerPage }, token);
    const answer: unknown = await response.json();
    const ms = performance.now() - before;
    if (!response.ok) throw new Error(`${page.name}: ${JSON.stringify(answer)}`);
    const { total, total_is_estimate: isEstimate = false } = List.parse(answer);
    return { ms, total, isEstimate, rows: Rows.parse(answer) };
  };
  const lastPages = new Map<ListPage, number>();
  return {
    databaseUrl,
    async ask(page) {
      if (page.page !== 'last') return askPage(page, page.page);
      const known = lastPages.get(page);
      const pageId = known ?? Math.max(1, Math.ceil((await askPage(page, 1)).total / rowsPerPage));
      const answer = await askPage(page, pageId);
      // An estimate is corrected by the answer of the page that it led to.
      lastPages.set(page, Math.max(1, Math.ceil(answer.total / rowsPerPage)));
      return answer;
    },
    async stop() {
      await server.stop();
      await rm(dataRoot, { recursive: true, force: true });
    },
  };
}
