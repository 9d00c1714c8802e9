import { ExternalProvider } from '@sillage/contract';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { keyIdOf, type Secrets } from '../../platform/secrets/index.ts';

const { users } = tables;
type ExternalAccounts = typeof users.$inferSelect.externalApi;

/** People read at a time. */
const pageSize = 500;
/** Names in a sentence; more are counted. */
const namesTold = 5;

/** Whose tokens cannot be opened with the keys that are here. */
export interface LostTokens {
  readonly count: number;
  /** The first few. */
  readonly names: readonly string[];
  readonly keyIds: readonly string[];
}

/** How the token of a provider is sealed: it opens as nothing else. */
export const purposeOf = (provider: ExternalProvider) => `users.external_api.${provider}.token`;

/**
 * Seals the tokens that lie in clear (of a database or backup from before there was a key) and those of an older key with
 * the newest one; answers whose cannot be opened. Those stay as they are: their key may come back.
 */
export async function sealExternalTokens(db: Queryable, secrets: Secrets): Promise<LostTokens> {
  const names: string[] = [];
  const keyIds = new Set<string>();
  let count = 0;
  for (let after = 0; ; ) {
    const page = await db
      .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, externalApi: users.externalApi })
      .from(users)
      .where(and(gt(users.id, after), sql`${users.externalApi} <> '{}'::jsonb`))
      .orderBy(asc(users.id))
      .limit(pageSize);
    for (const { id, firstname, lastname, externalApi } of page) {
      const { accounts, lost } = sealAccounts(externalApi, secrets);
      if (accounts !== externalApi) await keep(db, id, externalApi, accounts);
      for (const keyId of lost) keyIds.add(keyId);
      if (lost.length === 0) continue;
      count++;
      if (names.length < namesTold) names.push(`${firstname} ${lastname}`.trim());
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return { count, names, keyIds: [...keyIds] };
    after = last.id;
  }
}

/** Not over what the person changed meanwhile, which is sealed already. */
async function keep(db: Queryable, id: number, before: ExternalAccounts, after: ExternalAccounts): Promise<void> {
  await db
    .update(users)
    .set({ externalApi: after })
    .where(and(eq(users.id, id), eq(users.externalApi, before)));
}

function sealAccounts(before: ExternalAccounts, secrets: Secrets): { accounts: ExternalAccounts; lost: string[] } {
  let accounts = before;
  const lost: string[] = [];
  for (const provider of ExternalProvider.options) {
    const account = accounts[provider];
    if (account?.token == null) continue;
    const keyId = keyIdOf(account.token);
    const clear = keyId === undefined ? account.token : secrets.open(account.token, purposeOf(provider));
    if (clear === undefined) lost.push(keyId ?? '');
    else if (keyId !== secrets.keyId) {
      accounts = { ...accounts, [provider]: { ...account, token: secrets.seal(clear, purposeOf(provider)) } };
    }
  }
  return { accounts, lost };
}
