import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, refuse, type Session } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Authenticate, Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { bearerOf } from './bearer-of.ts';
import { ensureAdministrator, type FirstAdministrator } from './create-user.ts';
import { passwordMatches } from './hash-passwords.ts';
import { limitFailedLogins } from './limit-failed-logins.ts';
import { findByMail, findPrincipal, normalMail, readUser } from './read-users.ts';
import { endFamily, familyOf, type IssuedToken, rotate, startFamily, uniqueIdOf } from './rotate-refresh-tokens.ts';
import { accountRoutes } from './routes.ts';
import { openAccessTokens } from './sign-access-tokens.ts';

export interface AccountsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who people are, and their sessions. */
export interface Accounts {
  readonly authenticate: Authenticate;
  routes(serve: Serve): void;
  /** Answers the password that was made up, if any, to be printed this once. */
  ensureAdministrator(wanted: FirstAdministrator): Promise<string | undefined>;
}

/** What the routes need. */
export interface Sessions {
  login(credentials: { mail: string; password: string }, from: Origin): Promise<Session | Refusal>;
  refresh(refreshToken: string): Promise<Session | Refusal>;
  /** Ends the session of an access token, expired or not, or of a refresh token. */
  logout(token: string): Promise<void>;
  readUser(userId: number): ReturnType<typeof readUser>;
  /** Name of the browser that opened the session of an access token. */
  uniqueIdOf(token: string): Promise<string>;
}

interface Origin {
  readonly address: string;
  /** Of `X-Unique-Id`. */
  readonly uniqueId: string | undefined;
}

export async function createAccounts({ db, clock, log }: AccountsOptions): Promise<Accounts> {
  const accessTokens = await openAccessTokens(db, clock);
  const failedLogins = limitFailedLogins(clock);

  async function present(issued: IssuedToken): Promise<Session | Refusal> {
    const known = await readUser(db, issued.userId);
    if (known === undefined) return refuse('session.expired');
    return {
      access_token: await accessTokens.sign(issued),
      refresh_token: issued.refreshToken,
      unique_id: issued.uniqueId,
      ...known,
    };
  }

  const sessions: Sessions = {
    readUser: (userId) => readUser(db, userId),
    uniqueIdOf: async (token) => {
      const claims = await accessTokens.read(token);
      return (claims && (await uniqueIdOf(db, claims.familyId))) ?? randomUUID();
    },
    login: async ({ mail, password }, from) => {
      const key = `${normalMail(mail)} ${from.address}`;
      const seconds = failedLogins.waitSeconds(key);
      if (seconds !== undefined) return refuse('request.tooMany', { seconds });
      const row = await findByMail(db, mail);
      if (!(await passwordMatches(row?.passwordHash, password)) || row === undefined) {
        failedLogins.failed(key);
        log.info({ address: from.address }, 'a sign-in failed');
        return refuse('session.badCredentials');
      }
      failedLogins.succeeded(key);
      return present(await startFamily(db, clock, row.id, from.uniqueId ?? randomUUID()));
    },
    refresh: async (refreshToken) => {
      const issued = await rotate(db, clock, refreshToken);
      return isRefusal(issued) ? issued : present(issued);
    },
    logout: async (token) => {
      const familyId = (await accessTokens.read(token, 'expiredToo'))?.familyId ?? (await familyOf(db, token));
      if (familyId !== undefined) await endFamily(db, familyId);
    },
  };

  return {
    authenticate: async (authorization) => {
      const claims = await accessTokens.read(bearerOf(authorization) ?? '');
      const principal = claims && (await findPrincipal(db, claims));
      return principal ?? refuse('session.expired');
    },
    routes: (serve) => accountRoutes(serve, sessions),
    ensureAdministrator: (wanted) => ensureAdministrator(db, wanted),
  };
}
