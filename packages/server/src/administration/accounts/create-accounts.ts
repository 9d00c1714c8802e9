import { type Invitation, type Refusal, refuse } from '@sillage/contract';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Authenticate, Principal, Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { createMailer, type Mailer } from '../../platform/mail/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { principalOfApiKey, principalOfKeyId } from './api-keys.ts';
import { ensureAdministrator, type FirstAdministrator } from './create-user.ts';
import { guardSecrets } from './guard-secrets.ts';
import { openSessionTime } from './keep-session-time.ts';
import { type MailDependencies, mailPasswordLinks } from './mail-password-links.ts';
import { openSessions, type SessionsEnded } from './open-sessions.ts';
import { passwordRoutes } from './password-routes.ts';
import { apiKeyOf, bearerOf } from './read-authorization.ts';
import { findPrincipal, principalOfSession } from './read-users.ts';
import { endSessions, lockUsers } from './rotate-refresh-tokens.ts';
import { sessionRoutes } from './session-routes.ts';
import { openAccessTokens } from './sign-access-tokens.ts';
import { tidySessions } from './tidy-sessions.ts';

export interface AccountsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Seals what unlocks other services. */
  readonly secrets: Secrets;
  /** A hub unless said. */
  readonly role?: 'hub' | 'cloud';
  /** None unless said: links are handed over. */
  readonly mailer?: Mailer;
  /** Between two tries to send a mail; real time unless said. */
  readonly wait?: MailDependencies['wait'];
  /** What mails say of this server. */
  readonly site?: MailDependencies['site'];
  readonly sessionsEnded?: SessionsEnded;
  /** Counts refused logins; none unless said. */
  readonly tally?: Pick<Tally, 'count'>;
  /** Hears the time zone of the browser in which an administrator signs in; nobody unless said. */
  readonly administratorIn?: (timezone: string) => Promise<void>;
}

/** Who people are, and their sessions. */
export interface Accounts {
  readonly authenticate: Authenticate;
  /** A caller who came earlier as of now; refused when the session or the key has ended, or the person is gone. */
  renewed(principal: Principal): Promise<Principal | Refusal>;
  /** A person with the rights that they have now, whoever acts for them; undefined for who may not sign in any more. */
  personNow(userId: number): Promise<Principal | undefined>;
  routes(serve: Serve): void;
  /** Answers the password that was made up, if any, to be printed this once. */
  ensureAdministrator(wanted: FirstAdministrator): Promise<string | undefined>;
  /**
   * Lets a person choose a password: mails the link, or answers it when no mail goes out. The link starts with the public
   * address, or is a path (`/login/…`) for the page that shows it to complete. The caller checks who may invite whom.
   */
  invite(userId: number): Promise<z.infer<typeof Invitation>>;
  /** Ends every session of people, at once. */
  endSessions(userIds: readonly number[]): Promise<void>;
  /** Waits for mails that are on their way, and keeps the time of sessions. */
  close(): Promise<void>;
}

/** Whom signing in again helps, and whom it does not. */
const refuseUnknown = (byKey: boolean) => refuse(byKey ? 'apiKey.unknown' : 'session.expired');
const unknownSite = () => ({ name: 'Sillage', publicUrl: undefined, own: [] });

export async function createAccounts(dependencies: AccountsDependencies): Promise<Accounts> {
  const {
    db,
    clock,
    log,
    role = 'hub',
    mailer = createMailer({ smtpUrl: undefined }),
    site = unknownSite,
  } = dependencies;
  const sessionsEnded = dependencies.sessionsEnded ?? (() => {});
  const time = await openSessionTime(db, clock);
  const stopTidying = tidySessions(db, time, log);
  const accessTokens = await openAccessTokens(db, time);
  const sessions = openSessions({
    ...{ db, clock, time, log, accessTokens, sessionsEnded, tally: dependencies.tally },
    administratorIn: dependencies.administratorIn ?? (async () => {}),
  });
  const mails = mailPasswordLinks({ db, clock, log, mailer, site, wait: dependencies.wait });

  async function findCaller(authorization: string): Promise<Principal | undefined> {
    const key = apiKeyOf(authorization);
    if (key !== undefined) return principalOfApiKey(db, clock, key);
    const claims = await accessTokens.read(bearerOf(authorization) ?? '');
    return claims && principalOfSession(db, claims);
  }

  async function findAgain({ userId, sessionId, apiKeyId }: Principal): Promise<Principal | undefined> {
    if (sessionId !== undefined) return principalOfSession(db, { userId, familyId: sessionId });
    return apiKeyId === undefined ? undefined : principalOfKeyId(db, clock, apiKeyId);
  }

  return {
    renewed: async (principal) => (await findAgain(principal)) ?? refuseUnknown(principal.apiKeyId !== undefined),
    personNow: (userId) => findPrincipal(db, userId),
    authenticate: async (authorization) =>
      (await findCaller(authorization)) ?? refuseUnknown(apiKeyOf(authorization) !== undefined),
    routes: (serve) => {
      const guard = guardSecrets(clock);
      sessionRoutes(serve, { db, sessions, guard, secrets: dependencies.secrets });
      passwordRoutes(serve, { db, clock, role, mails, guard, sessionsEnded });
      apiKeyRoutes(serve, { db, clock, sessionsEnded });
    },
    ensureAdministrator: (wanted) => ensureAdministrator(db, wanted),
    invite: (userId) => mails.invite(userId),
    endSessions: async (userIds) => {
      await db.transaction(async (tx) => {
        await lockUsers(tx, userIds);
        await endSessions(tx, userIds);
      });
      sessionsEnded({ userIds });
    },
    close: async () => {
      stopTidying();
      await mails.settled();
      await time.keep('always');
    },
  };
}
