import { randomUUID } from 'node:crypto';
import { api, type CachedTable } from '@sillage/contract';
import { asc, sql } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration } from '../tenancy/testing.ts';
import { changeRoutes } from './index.ts';

/** What a test says of a moment that is over for all who ask, and after every change of the test before. */
export const aMinuteAgo = () => Date.now() / 1000 - 60;

/** The routes that tell changes, over two clients. For tests. */
export async function openTestChanges() {
  const test = await openTestAdministration();
  const { db } = test;
  const { home, away } = test.clientIds;
  changeRoutes(test.serve, test);
  return {
    test,
    db,
    home,
    away,
    /** All that was marked until now is long ago. */
    letADayPass: () => db.execute(sql`update changes set changed_at = changed_at - interval '1 day'`),
    /** Whether somebody has to read a table again that they read a minute ago. */
    async changed(table: CachedTable, who: string, query: { client_id?: number } = {}): Promise<boolean> {
      const asked = { params: { table }, query: { last_epoch: aMinuteAgo(), ...query } };
      const { status, body } = await test.ask(who, api.needUpdate, asked);
      if (status !== 200) throw new Error(`need_update/${table} answered ${status}`);
      return body?.need_update === true;
    },
    /** What most rows of client `home` have. */
    named: (name: string) => ({ uid: randomUUID(), name, clientId: home }),
    /** Every mark that is there, as `table client`. */
    async marks(): Promise<string[]> {
      const rows = await db
        .select()
        .from(tables.changes)
        .orderBy(asc(tables.changes.tableName), asc(tables.changes.clientId));
      return rows.map(({ tableName, clientId }) => `${tableName} ${clientId}`);
    },
  };
}
