import type { Clock } from '../../platform/clock/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';

export function logRoutes(
  _serve: Serve,
  _parts: { readonly folder: DataFolder; readonly clock: Clock; readonly log: Log },
): void {}
