import { isRefusal, limits, type Refusal, refuse, type VideoCandidate, type VideosOfRecord } from '@sillage/contract';
import { filmFormats } from '@sillage/formats';
import { and, desc, eq, exists, gte, inArray, lte, not, sql } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  findRecord,
  isFilm,
  isWhatHolds,
  loadVideos,
  presentAligned,
  type RecordRow,
  startOf,
  visibleTo,
} from '../records/index.ts';

const { records, videoAlignments } = tables;

/** s that the clocks of a camera and a hub may differ by. */
const toleranceSeconds = 60;
/** Films that are looked at, and proposed. */
const [mostLooked, mostProposed] = [200, 20];

/** Films beside a record, and those beside none that were made about then. Nothing is set by looking. */
export async function findVideos(db: Queryable, viewer: Viewer, id: number): Promise<VideosOfRecord | Refusal> {
  const record = await findRecord(db, viewer, id);
  if (isRefusal(record)) return record;
  if (isFilm(record)) return refuse('record.isVideo');
  const { beside } = await loadVideos(db, viewer, [record]);
  const aligned = beside.get(id) ?? [];
  const rows = await readFilms(
    db,
    aligned.map((film) => film.id),
  );
  return {
    aligned: aligned.flatMap(({ id: filmId, offset_seconds }) => {
      const film = rows.get(filmId);
      return film === undefined ? [] : [candidate(record, film, offset_seconds)];
    }),
    proposed: record.source === 'seance' ? [] : await proposeByDates(db, viewer, record),
  };
}

async function readFilms(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, RecordRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(records).where(isOneOf(records.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** By the dates of both: the one first whose middle is nearest to that of the record. */
async function proposeByDates(db: Queryable, viewer: Viewer, record: RecordRow): Promise<VideoCandidate[]> {
  const startMs = startOf(record) / 1000;
  const lies = db
    .select({ one: sql`1` })
    .from(videoAlignments)
    .where(and(eq(videoAlignments.recordId, records.id), isWhatHolds, sql`${videoAlignments.ofRecordId} IS NOT NULL`));
  const films = await db
    .select()
    .from(records)
    .where(
      and(
        eq(records.clientId, record.clientId),
        eq(records.recordType, 'video'),
        inArray(records.source, [...filmFormats]),
        gte(records.startedAt, new Date(startMs - (limits.filmSeconds + toleranceSeconds) * 1000)),
        lte(records.startedAt, new Date(startMs + (record.durationSeconds + toleranceSeconds) * 1000)),
        not(exists(lies)),
        visibleTo(db, viewer),
      ),
    )
    .orderBy(desc(records.startedAt), desc(records.id))
    .limit(mostLooked);
  const middle = record.durationSeconds / 2;
  const farFrom = ({ offset_seconds, duration }: VideoCandidate) => Math.abs(offset_seconds + duration / 2 - middle);
  return films
    .map((film) => candidate(record, film, Math.round(startOf(film) / 1000 - startMs) / 1000))
    .filter(({ offset_seconds, duration }) => {
      const isBefore = offset_seconds + duration < -toleranceSeconds;
      return !isBefore && offset_seconds <= record.durationSeconds + toleranceSeconds;
    })
    .sort((a, b) => farFrom(a) - farFrom(b) || a.id - b.id)
    .slice(0, mostProposed);
}

function candidate(record: RecordRow, film: RecordRow, offsetSeconds: number): VideoCandidate {
  const from = Math.max(0, offsetSeconds);
  const to = Math.min(record.durationSeconds, offsetSeconds + film.durationSeconds);
  return {
    ...presentAligned(film, offsetSeconds),
    timestamp: film.startedAt.getTime(),
    overlap_seconds: Math.max(0, to - from),
  };
}
