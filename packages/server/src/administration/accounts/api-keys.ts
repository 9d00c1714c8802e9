import { randomBytes } from 'node:crypto';
import { type ApiKey, type ApiKeyCreate, limits, type Refusal, refuse } from '@sillage/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { brokenField } from '../tenancy/index.ts';
import { hashToken } from './hash-token.ts';
import { findPrincipal } from './read-users.ts';
import { lockUser } from './rotate-refresh-tokens.ts';

const { apiKeys } = tables;

type ApiKeyFields = z.output<typeof ApiKeyCreate>;

/** Tells our keys from other secrets, for people and for programs that look for leaked ones. */
const keyMark = 'sil_';
/** Characters of a key that stay readable: the mark and 6 of 43. */
const shownCharacters = 10;
/** ms; how exactly it is kept when a key was last used. */
const usedPrecisionMs = 60_000;

export async function listApiKeys(db: Queryable, userId: number): Promise<ApiKey[]> {
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.id));
  return rows.map(presentApiKey);
}

/** Makes a key; the answer is the only place where it stands in full. */
export async function createApiKey(
  db: Db,
  clock: Clock,
  userId: number,
  fields: ApiKeyFields,
): Promise<(ApiKey & { key: string }) | Refusal> {
  const past = refusePast(clock, fields.expires_at);
  if (past !== undefined) return past;
  const key = `${keyMark}${randomBytes(32).toString('base64url')}`;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const maximum = limits.apiKeysAUser;
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= maximum) return refuse('apiKey.tooMany', { maximum });
    const [row] = await tx
      .insert(apiKeys)
      .values({ userId, prefix: key.slice(0, shownCharacters), keyHash: hashToken(key), ...columnsOf(fields) })
      .returning();
    if (row === undefined) throw new Error('the API key was not inserted');
    return { ...presentApiKey(row), key };
  });
}

export async function editApiKey(
  db: Queryable,
  clock: Clock,
  own: { readonly userId: number; readonly id: number },
  fields: { [K in keyof ApiKeyFields]?: ApiKeyFields[K] | undefined },
): Promise<ApiKey | Refusal> {
  const past = refusePast(clock, fields.expires_at);
  if (past !== undefined) return past;
  const ofOwn = and(eq(apiKeys.id, own.id), eq(apiKeys.userId, own.userId));
  const changes = columnsOf(fields);
  const isChange = Object.values(changes).some((value) => value !== undefined);
  const [row] = isChange
    ? await db.update(apiKeys).set(changes).where(ofOwn).returning()
    : await db.select().from(apiKeys).where(ofOwn);
  return row === undefined ? refuse('entity.notFound') : presentApiKey(row);
}

export async function revokeApiKey(
  db: Queryable,
  own: { readonly userId: number; readonly id: number },
): Promise<Refusal | undefined> {
  const gone = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, own.id), eq(apiKeys.userId, own.userId)))
    .returning({ id: apiKeys.id });
  return gone.length === 0 ? refuse('entity.notFound') : undefined;
}

/** The person in whose name a key acts, with what the key may do; undefined for one that is unknown, ended or too old. */
export async function principalOfApiKey(db: Queryable, clock: Clock, key: string): Promise<Principal | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.keyHash, hashToken(key)));
  if (row === undefined) return undefined;
  const principal = await principalOfRow(db, clock, row);
  if (principal === undefined) return undefined;
  const nowMs = clock.nowMs();
  if (row.lastUsedAt === null || nowMs - row.lastUsedAt.getTime() >= usedPrecisionMs) {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: new Date(nowMs) })
      .where(eq(apiKeys.id, row.id));
  }
  return principal;
}

/** Whose a key is that was presented before; undefined when it has ended since. */
export async function principalOfKeyId(db: Queryable, clock: Clock, id: number): Promise<Principal | undefined> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row && principalOfRow(db, clock, row);
}

async function principalOfRow(
  db: Queryable,
  clock: Clock,
  { id, userId, access, expiresAt }: typeof apiKeys.$inferSelect,
): Promise<Principal | undefined> {
  const endsAtMs = expiresAt?.getTime();
  if (endsAtMs !== undefined && endsAtMs <= clock.nowMs()) return undefined;
  const principal = await findPrincipal(db, userId);
  return principal && { ...principal, apiKey: access, apiKeyId: id, ...(endsAtMs !== undefined && { endsAtMs }) };
}

function refusePast(clock: Clock, expiresAt: string | null | undefined): Refusal | undefined {
  return expiresAt && Date.parse(expiresAt) <= clock.nowMs() ? brokenField('expires_at', 'date') : undefined;
}

function columnsOf<T extends { expires_at?: string | null | undefined }>({ expires_at, ...others }: T) {
  return { ...others, expiresAt: typeof expires_at === 'string' ? new Date(expires_at) : expires_at };
}

function presentApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    name: row.name,
    access: row.access,
    prefix: row.prefix,
    created_date: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
