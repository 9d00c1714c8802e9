import { type AlignmentHistory, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { and, desc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findRecord, isFilm, placeInRecord, visibleTo } from '../records/index.ts';

const { records, videoAlignments } = tables;

/** Where a film was put, the last first. Records that the viewer does not see are not named. */
export async function readAlignments(db: Queryable, viewer: Viewer, id: number): Promise<AlignmentHistory | Refusal> {
  const film = await findRecord(db, viewer, id);
  if (isRefusal(film)) return film;
  if (!isFilm(film)) return refuse('record.noVideo');
  const rows = await db
    .select({ place: videoAlignments, record: records })
    .from(videoAlignments)
    .leftJoin(records, and(eq(records.id, videoAlignments.ofRecordId), visibleTo(db, viewer)))
    .where(eq(videoAlignments.recordId, id))
    .orderBy(desc(videoAlignments.num), desc(videoAlignments.id));
  return {
    deeds: rows.map(({ place, record }) => ({
      date: place.createdAt.toISOString(),
      user_name: place.userName,
      of_record_id: record?.id ?? null,
      of_record_name: record?.basename ?? null,
      offset_seconds: record && place.offsetSeconds !== null ? placeInRecord(record, place.offsetSeconds) : null,
    })),
  };
}
