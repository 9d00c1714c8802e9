import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';

export function hubRoutes(
  _serve: Serve,
  _parts: { readonly db: Db; readonly clock: Clock; readonly role: 'hub' | 'cloud'; readonly version: string },
): void {}
