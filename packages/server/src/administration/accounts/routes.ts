import { api, isRefusal, refuse } from '@sillage/contract';
import { z } from 'zod';
import { type Serve, SessionEnded, SessionOpened } from '../../platform/http/index.ts';
import { bearerOf } from './bearer-of.ts';
import type { Sessions } from './create-accounts.ts';

const UniqueId = z.string().regex(/^[\w-]{8,64}$/);

/** Sign in, stay signed in, sign out. */
export function accountRoutes(serve: Serve, sessions: Sessions): void {
  serve(api.login, async ({ body, address, headers }) => {
    const uniqueId = UniqueId.safeParse(headers['x-unique-id']).data;
    const session = await sessions.login(body, { address, uniqueId });
    return isRefusal(session) ? session : new SessionOpened(session);
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
  serve(api.currentLogin, async ({ principal, headers }) => {
    const known = await sessions.readUser(principal.userId);
    if (known === undefined) return refuse('session.expired');
    return { unique_id: await sessions.uniqueIdOf(tokenIn(headers) ?? ''), ...known };
  });
  serve(api.ping, async ({ principal }) => {
    const known = principal && (await sessions.readUser(principal.userId));
    return { user: known?.user ?? null };
  });
}

function tokenIn(headers: { readonly authorization?: string | string[] | undefined }): string | undefined {
  return typeof headers.authorization === 'string' ? bearerOf(headers.authorization) : undefined;
}
