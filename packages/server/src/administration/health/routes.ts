import { api, refuse, scopeOf } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import { type HealthDependencies, readHealth } from './read-health.ts';

/** How the server does: a word for everybody, figures for administrators. */
export function healthRoutes(serve: Serve, dependencies: HealthDependencies): void {
  const startedMonotonicMs = dependencies.clock.monotonicMs();
  serve(api.health, async ({ query, principal }) => {
    if (query.ready !== undefined) {
      const missing = await dependencies.missing();
      if (missing.length > 0) return refuse('server.notReady', { missing: missing.join(', ') });
    }
    const mayRead = principal !== undefined && scopeOf(principal.roles, 'health.read') !== undefined;
    if (query.details === undefined || !mayRead) return { status: 'ok' as const };
    return { status: 'ok' as const, details: await readHealth(dependencies, startedMonotonicMs) };
  });
  serve(api.readHealth, () => readHealth(dependencies, startedMonotonicMs));
}
