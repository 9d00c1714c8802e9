import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';

export function groupRoutes(_serve: Serve, _parts: { readonly db: Db }): void {}
