import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';

export function userRoutes(_serve: Serve, _parts: { readonly db: Db; readonly accounts: Accounts }): void {}
