import { api, isRefusal } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { createApiKey, editApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import type { SessionsEnded } from './open-sessions.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessionsEnded: SessionsEnded;
}

/** The own API keys of a person. */
export function apiKeyRoutes(serve: Serve, { db, clock, sessionsEnded }: Dependencies): void {
  serve(api.listApiKeys, async ({ principal }) => {
    const items = await listApiKeys(db, principal.userId);
    return { items, total: items.length };
  });
  serve(api.createApiKey, async ({ body, principal }) => {
    return createApiKey(db, clock, principal.userId, body);
  });
  serve(api.editApiKey, async ({ params, body, principal }) => {
    const edited = await editApiKey(db, clock, { userId: principal.userId, id: params.id }, body);
    // Who came in with it knows only when it ended before.
    if (!isRefusal(edited) && body.expires_at !== undefined) sessionsEnded({ apiKeyId: edited.id });
    return edited;
  });
  serve(api.revokeApiKey, async ({ params, principal: { userId } }) => {
    const refusal = await revokeApiKey(db, { userId, id: params.id });
    if (!isRefusal(refusal)) sessionsEnded({ apiKeyId: params.id });
    return refusal;
  });
}
