import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';

export function sportRoutes(_serve: Serve, _parts: { readonly db: Db }): void {}
