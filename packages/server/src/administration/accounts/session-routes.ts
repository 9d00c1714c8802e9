import { api, isRefusal } from '@sillage/contract';
import { z } from 'zod';
import type { Db } from '../../platform/database/index.ts';
import { type Serve, SessionEnded, SessionOpened } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { editAccount, keepExternalAccount } from './change-account.ts';
import type { GuardSecrets } from './guard-secrets.ts';
import type { Sessions } from './open-sessions.ts';
import { tokenIn } from './read-authorization.ts';
import { readUser } from './read-users.ts';

const UniqueId = z.string().regex(/^[\w-]{8,64}$/);

interface Dependencies {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly guard: GuardSecrets;
}

/** Sign in, stay signed in, sign out; the own account. */
export function sessionRoutes(serve: Serve, { db, sessions, secrets, guard }: Dependencies): void {
  serve(api.login, async ({ body, address, headers }) => {
    const uniqueId = UniqueId.safeParse(headers['x-unique-id']).data;
    const session = await sessions.login(body, { address, uniqueId });
    return isRefusal(session) || !('access_token' in session) ? session : new SessionOpened(session);
  });
  serve(api.refresh, async ({ headers }) => {
    const session = await sessions.refresh(tokenIn(headers) ?? '');
    return isRefusal(session) ? session : new SessionOpened(session);
  });
  serve(api.logout, async ({ headers }) => {
    const token = tokenIn(headers);
    if (token !== undefined) await sessions.logout(token);
    return new SessionEnded();
  });
  serve(api.currentLogin, async ({ principal, headers }) => sessions.current(principal.userId, tokenIn(headers) ?? ''));
  serve(api.ping, async ({ principal }) => {
    const known = principal && (await readUser(db, principal.userId));
    return { user: known?.user ?? null };
  });
  serve(api.editAccount, async ({ body, principal, headers, address }) => {
    const refusal = await editAccount(db, guard, { userId: principal.userId, address }, body);
    return refusal ?? sessions.current(principal.userId, tokenIn(headers) ?? '');
  });
  serve(api.setExternalAccount, async ({ params, body, principal }) =>
    keepExternalAccount(db, principal.userId, params.provider, body, secrets),
  );
}
