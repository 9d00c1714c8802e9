import type { Db } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve } from '../../platform/http/index.ts';

export function releaseRoutes(_serve: Serve, _parts: { readonly db: Db; readonly folder: DataFolder }): void {}
