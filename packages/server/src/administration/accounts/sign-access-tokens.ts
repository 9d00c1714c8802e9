import { randomBytes } from 'node:crypto';
import { limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { SessionTime } from './keep-session-time.ts';

/** What an access token says: who, in which session (family of refresh tokens). */
export interface AccessClaims {
  readonly userId: number;
  readonly familyId: string;
}

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Undefined for a forged, foreign or expired token; `expiredToo` accepts old ones of our own. */
  read(token: string, expiredToo?: 'expiredToo'): Promise<AccessClaims | undefined>;
}

const keySetting = 'accounts.accessTokenKey';
const Key = z.base64url().transform((text) => Buffer.from(text, 'base64url'));
const Claims = z.object({ sub: z.coerce.number<string>().int().positive(), sid: z.uuid() });

/** HS256 with a random key that this server made once and keeps in its settings. */
export async function openAccessTokens(db: Queryable, time: SessionTime): Promise<AccessTokens> {
  const key = await ensureKey(db);
  const nowSeconds = () => Math.floor(time.nowMs() / 1000);
  return {
    sign: ({ userId, familyId }) =>
      new SignJWT({ sid: familyId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setJti(randomBytes(8).toString('base64url'))
        .setIssuedAt(nowSeconds())
        .setExpirationTime(nowSeconds() + limits.accessTokenSeconds)
        .sign(key),
    read: async (token, expiredToo) => {
      const clockTolerance = expiredToo ? limits.refreshTokenSeconds : 0;
      const currentDate = new Date(time.nowMs());
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate, clockTolerance });
        const claims = Claims.safeParse(payload);
        return claims.success ? { userId: claims.data.sub, familyId: claims.data.sid } : undefined;
      } catch (problem) {
        if (problem instanceof errors.JOSEError) return undefined;
        throw problem;
      }
    },
  };
}

async function ensureKey(db: Queryable): Promise<Uint8Array> {
  const { settings } = tables;
  const value = randomBytes(32).toString('base64url');
  await db.insert(settings).values({ key: keySetting, value }).onConflictDoNothing();
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, keySetting));
  return Key.parse(row?.value);
}
