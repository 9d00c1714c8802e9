import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';

export interface ServerParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly role: 'hub' | 'cloud';
  /** Ends the program so that whoever runs it starts it again; undefined where nobody would. */
  readonly restart: (() => void) | undefined;
}

import type { Serve } from '../../platform/http/index.ts';

export function serverRoutes(_serve: Serve, _parts: ServerParts): void {}
