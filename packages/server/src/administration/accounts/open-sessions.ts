import { randomUUID } from 'node:crypto';
import {
  type Credentials,
  type CurrentSession,
  isRefusal,
  type Refusal,
  refuse,
  type Session,
  type Terms,
  type TermsFirst,
} from '@sillage/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { guardSecrets } from './guard-secrets.ts';
import { passwordMatches } from './hash-passwords.ts';
import type { SessionTime } from './keep-session-time.ts';
import { findByMail, normalMail, readUser } from './read-users.ts';
import {
  endFamily,
  type Family,
  familyOf,
  hasSessionIn,
  type IssuedToken,
  lockUser,
  rotate,
  startFamily,
  uniqueIdOf,
} from './rotate-refresh-tokens.ts';
import type { AccessTokens } from './sign-access-tokens.ts';
import type { UserRow } from './user-columns.ts';

const { users } = tables;

export interface SessionDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly time: SessionTime;
  readonly log: Log;
  readonly accessTokens: AccessTokens;
  readonly sessionsEnded: SessionsEnded;
  readonly tally: Pick<Tally, 'count'> | undefined;
  readonly administratorIn: (timezone: string) => Promise<void>;
}

/** Told whose sessions or keys have ended, some or all, or which session or key, so that live connections end, too. */
export type SessionsEnded = (
  ended: { readonly userIds: readonly number[] } | { readonly sessionId: string } | { readonly apiKeyId: number },
) => void;

export interface Sessions {
  /** No session opens before the terms are accepted, where the caller says that it shows them. */
  login(
    credentials: z.output<typeof Credentials>,
    from: Origin,
  ): Promise<Session | z.output<typeof TermsFirst> | Refusal>;
  refresh(refreshToken: string): Promise<Session | Refusal>;
  /** Ends the session of an access token, expired or not, or of a refresh token. */
  logout(token: string): Promise<void>;
  /** The session of a caller's access token, as `GET /login` shows it. */
  current(userId: number, token: string): Promise<CurrentSession | Refusal>;
}

interface Origin {
  readonly address: string;
  /** Of `X-Unique-Id`. */
  readonly uniqueId: string | undefined;
}

export function openSessions(dependencies: SessionDependencies): Sessions {
  const { db, clock, time, log, accessTokens, sessionsEnded, tally, administratorIn } = dependencies;
  const guard = guardSecrets(clock, (mail, browser) => hasSessionIn(db, mail, browser));

  async function present(issued: IssuedToken): Promise<Session | Refusal> {
    const known = await readUser(db, issued.userId);
    if (known === undefined) return refuse('session.expired');
    return {
      ...known.user,
      access_token: await accessTokens.sign(issued),
      refresh_token: issued.refreshToken,
      unique_id: issued.uniqueId,
      ...known,
    };
  }

  return {
    login: async ({ mail, password, cgu, timezone }, from) => {
      const guess = { mail: normalMail(mail), address: from.address, browser: from.uniqueId };
      const row = await guard(guess, async () => {
        const found = await findByMail(db, mail);
        const matches = await passwordMatches(found?.passwordHash, password, from.address);
        if (isRefusal(matches)) return matches;
        return matches ? found : undefined;
      });
      if (row === undefined || isRefusal(row)) tally?.count('login.refused', { reason: 'person' });
      if (row === undefined) log.info({ address: from.address }, 'a sign-in failed');
      if (row === undefined) return refuse('session.badCredentials');
      if (isRefusal(row)) return row;
      if (cgu !== undefined && mustSeeTerms(row) && !cgu.accepted) {
        return { cgu: { accepted: false, hide: row.termsHidden } };
      }
      const issued = await begin(dependencies, row, cgu, from.uniqueId ?? randomUUID());
      if (isRefusal(issued)) return issued;
      if (timezone !== undefined && row.roles.includes('Admin')) {
        // The session is open already; the next sign-in brings the zone again.
        await administratorIn(timezone).catch((error: unknown) =>
          log.warn({ error: String(error) }, 'the time zone of an administrator was not kept'),
        );
      }
      return present(issued);
    },
    refresh: async (refreshToken) => {
      const issued = await rotate(db, time, refreshToken);
      if (isRefusal(issued)) return issued;
      if (!('stolenFamilyId' in issued)) return present(issued);
      log.warn({ sessionId: issued.stolenFamilyId }, 'a refresh token came back after its use: its session was ended');
      sessionsEnded({ sessionId: issued.stolenFamilyId });
      return refuse('session.expired');
    },
    logout: async (token) => {
      const family = (await accessTokens.read(token, 'expiredToo')) ?? (await familyOf(db, token));
      if (family === undefined) return;
      await endOne(db, family);
      sessionsEnded({ sessionId: family.familyId });
    },
    current: async (userId, token) => {
      const known = await readUser(db, userId);
      if (known === undefined) return refuse('session.expired');
      const claims = await accessTokens.read(token);
      const unique_id = (claims && (await uniqueIdOf(db, claims.familyId))) ?? randomUUID();
      return { ...known.user, unique_id, ...known };
    },
  };
}

/** Terms are shown until they are accepted, and after that unless the person asked to hide them. */
function mustSeeTerms({ termsAccepted, termsHidden }: UserRow): boolean {
  return !(termsAccepted && termsHidden);
}

/** Starts a family, unless the password was changed since it was checked: then its sessions were ended, this one too. */
function begin(
  { db, time }: SessionDependencies,
  row: UserRow,
  cgu: z.infer<typeof Terms> | undefined,
  uniqueId: string,
): Promise<IssuedToken | Refusal> {
  return db.transaction(async (tx) => {
    await lockUser(tx, row.id);
    const [now] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, row.id));
    if (now?.passwordHash !== row.passwordHash) return refuse('session.badCredentials');
    if (cgu?.accepted) {
      await tx.update(users).set({ termsAccepted: true, termsHidden: cgu.hide }).where(eq(users.id, row.id));
    }
    return startFamily(tx, time, row.id, uniqueId);
  });
}

function endOne(db: Db, { familyId, userId }: Family): Promise<void> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await endFamily(tx, familyId);
  });
}
