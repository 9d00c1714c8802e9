import { api, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { changePassword } from './change-account.ts';
import type { GuardSecrets } from './guard-secrets.ts';
import type { PasswordMails } from './mail-password-links.ts';
import type { Sessions } from './open-sessions.ts';
import { usePasswordLink } from './password-links.ts';
import { tokenIn } from './read-authorization.ts';
import { recoverPassword } from './recover-password.ts';

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly role: 'hub' | 'cloud';
  readonly sessions: Sessions;
  readonly mails: PasswordMails;
  /** Of current passwords and recovery keys. */
  readonly guard: GuardSecrets;
}

/** The ways to a new password. */
export function passwordRoutes(serve: Serve, { db, clock, role, sessions, mails, guard }: Parts): void {
  serve(api.changePassword, async ({ body, principal, headers, address }) => {
    const familyId = await sessions.familyOf(tokenIn(headers) ?? '');
    return changePassword(db, guard, { userId: principal.userId, familyId, address }, body);
  });
  serve(api.askPasswordMail, async ({ body, address, headers }) =>
    mails.ask(body, { address, host: String(headers.host) }),
  );
  serve(api.resetPassword, async ({ params, body }) => usePasswordLink(db, clock, params.token, body.password));
  serve(api.recoverPassword, async ({ body, address }) =>
    role === 'hub' ? recoverPassword(db, guard, body, address) : refuse('backend.wrongKind', { kind: role }),
  );
}
