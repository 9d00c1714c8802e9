import type { ServerSettings } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { rowIds, stagedRows } from '../../platform/rows-by-uid/index.ts';
import { areSameTerms, termsInForce, termsOf } from '../server/index.ts';
import type { Manifest } from './manifest.ts';

type Terms = ServerSettings['terms'];

/**
 * After the rows of a backup were applied: nobody has agreed to terms that they did not see. Everybody of this server is
 * asked again when the backup brought other terms; those whom it brought, unless the terms in force are those that it holds.
 * A backup of one client holds none. Answers whether the terms are others than `before`.
 */
export async function askForTerms(
  tx: Queryable,
  before: Terms,
  { scope, tables }: Pick<Manifest, 'scope' | 'tables'>,
): Promise<boolean> {
  const now = await termsInForce(tx);
  const areOther = !areSameTerms(before, now);
  const brought = sql`id in (select id from ${sql.raw(rowIds)} where kind = 'users' and how = 'new')`;
  if (areOther) await ask(tx, sql`not ${brought}`);
  const agreedTo = scope.client_uid === null ? await termsOfBackup(tx, tables) : undefined;
  if (agreedTo === undefined || !areSameTerms(agreedTo, now)) await ask(tx, brought);
  return areOther;
}

async function ask(tx: Queryable, who: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`update users set terms_accepted = false, terms_hidden = false
    where (terms_accepted or terms_hidden) and ${who}`);
}

async function termsOfBackup(tx: Queryable, tables: Manifest['tables']): Promise<Terms> {
  if (!tables.some(({ name }) => name === 'settings')) return termsOf(undefined);
  const { rows } = await tx.execute(sql`select value from ${sql.raw(stagedRows('settings'))}`);
  return termsOf(rows[0]?.value);
}
