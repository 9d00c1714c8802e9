import type { SQL } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db, Queryable } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';

export function taskRoutes(
  _serve: Serve,
  _parts: {
    readonly db: Db;
    readonly jobs: Jobs;
    readonly folder: DataFolder;
    readonly clock: Clock;
    readonly visibleRecords: (db: Queryable, viewer: Viewer) => SQL | undefined;
  },
): void {}
