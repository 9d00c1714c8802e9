import { and, desc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from './find-records.ts';

const { records } = tables;
const most = 10;

/** Records of a club that were made of exactly this file, as far as the asker sees them; the newest first. */
export function findSameFile(db: Queryable, viewer: Viewer, sha256: string, clientId: number | undefined) {
  return db
    .select({
      id: records.id,
      basename: records.basename,
      startedAt: records.startedAt,
      timezone: records.timezone,
    })
    .from(records)
    .where(
      and(
        eq(records.fileSha256, sha256),
        eq(records.clientId, clientId ?? viewer.principal.clientId),
        visibleTo(db, viewer),
      ),
    )
    .orderBy(desc(records.id))
    .limit(most);
}
