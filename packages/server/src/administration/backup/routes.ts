import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve } from '../../platform/http/index.ts';

export function backupRoutes(
  _serve: Serve,
  _parts: { readonly database: Database; readonly folder: DataFolder; readonly clock: Clock; readonly version: string },
): void {}
