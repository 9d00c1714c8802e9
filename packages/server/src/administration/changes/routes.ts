import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';

export function changeRoutes(_serve: Serve, _parts: { readonly db: Db; readonly clock: Clock }): void {}
