import { api, refuse, scopeOf } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import { type HealthParts, readHealth } from './read-health.ts';

/** How the server does: a word for everybody, figures for administrators. */
export function healthRoutes(serve: Serve, parts: HealthParts): void {
  const startedMonotonicMs = parts.clock.monotonicMs();
  serve(api.health, async ({ query, principal }) => {
    if (query.ready !== undefined) {
      const missing = await parts.missing();
      if (missing.length > 0) return refuse('server.notReady', { missing: missing.join(', ') });
    }
    const mayRead = principal !== undefined && scopeOf(principal.roles, 'health.read') !== undefined;
    if (query.details === undefined || !mayRead) return { status: 'ok' as const };
    return { status: 'ok' as const, details: await readHealth(parts, startedMonotonicMs) };
  });
  serve(api.readHealth, () => readHealth(parts, startedMonotonicMs));
}
