import { api, isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { changePassword } from './change-account.ts';
import type { GuardSecrets } from './guard-secrets.ts';
import type { PasswordMails } from './mail-password-links.ts';
import type { SessionsEnded } from './open-sessions.ts';
import { usePasswordLink } from './password-links.ts';
import { recoverPassword } from './recover-password.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly role: 'hub' | 'cloud';
  readonly mails: PasswordMails;
  /** Of current passwords and recovery keys. */
  readonly guard: GuardSecrets;
  readonly sessionsEnded: SessionsEnded;
}

/** The ways to a new password. */
export function passwordRoutes(serve: Serve, { db, clock, role, mails, guard, sessionsEnded }: Dependencies): void {
  const told = (userId: number | Refusal) => {
    if (isRefusal(userId)) return userId;
    sessionsEnded({ userIds: [userId] });
    return undefined;
  };
  serve(api.changePassword, async ({ body, principal: { userId, sessionId }, address }) => {
    return (await changePassword(db, guard, { userId, sessionId, address }, body)) ?? told(userId);
  });
  serve(api.askPasswordMail, async ({ body, address, headers }) =>
    mails.ask(body, { address, host: String(headers.host) }),
  );
  serve(api.resetPassword, async ({ params, body, address }) =>
    told(await usePasswordLink(db, clock, params.token, body.password, address)),
  );
  serve(api.recoverPassword, async ({ body, address }) =>
    role === 'hub'
      ? told(await recoverPassword(db, guard, body, address))
      : refuse('backend.wrongKind', { kind: role }),
  );
}
