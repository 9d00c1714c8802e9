import { type AlignedVideo, type RecordVideo, videoTypes } from '@sillage/contract';
import { toOriginalSeconds, toRecordSeconds, untouched } from '@sillage/domain';
import { isFilmFormat } from '@sillage/formats';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { isFilm, type RecordRow, visibleTo } from './find-records.ts';

const { records, videoAlignments } = tables;

/** Films are few beside one record. */
const mostBeside = 50;

const later = alias(videoAlignments, 'later');
/** The last of the places of its film. */
export const isWhatHolds: SQL = sql`NOT EXISTS (SELECT 1 FROM ${videoAlignments} AS later
  WHERE ${eq(later.recordId, videoAlignments.recordId)} AND ${later.num} > ${videoAlignments.num})`;

type Stepped = Pick<RecordRow, 'appliedSteps'>;
const timesOf = ({ appliedSteps }: Stepped) => appliedSteps?.times ?? untouched.times;
/** ns: what a time loses by being shifted and shifted back is no figure of it. */
const plain = (seconds: number) => Math.round(seconds * 1e9) / 1e9;

/** Places of films are kept in times of the original, as selections are: s of the record as it is now. */
export const placeInRecord = (record: Stepped, originalSeconds: number): number =>
  plain(toRecordSeconds(timesOf(record), originalSeconds));
export const placeInOriginal = (record: Stepped, seconds: number): number =>
  plain(toOriginalSeconds(timesOf(record), seconds));

/** What films are, and which films lie beside records, as far as the viewer sees them. */
export async function loadVideos(db: Queryable, viewer: Viewer, rows: readonly RecordRow[]) {
  const films = rows.filter(isFilm);
  const others = rows.filter((row) => !isFilm(row));
  const [places, beside] = await Promise.all([placesOf(db, viewer, films), filmsBeside(db, viewer, others)]);
  const shown = films.flatMap((film) => {
    const video = presentVideo(film, places.get(film.id));
    return video === undefined ? [] : [[film.id, video] as const];
  });
  return { films: new Map(shown), beside };
}

type Place = { readonly of_record_id: number; readonly offset_seconds: number };

/** Beside which record each film lies now. */
async function placesOf(
  db: Queryable,
  viewer: Viewer,
  films: readonly RecordRow[],
): Promise<ReadonlyMap<number, Place>> {
  if (films.length === 0) return new Map();
  const found = await db
    .select({ film: videoAlignments.recordId, offset: videoAlignments.offsetSeconds, record: records })
    .from(videoAlignments)
    .innerJoin(records, eq(records.id, videoAlignments.ofRecordId))
    .where(
      and(
        isOneOf(
          videoAlignments.recordId,
          films.map(({ id }) => id),
        ),
        isWhatHolds,
        visibleTo(db, viewer),
      ),
    );
  return new Map(
    found.map(({ film, offset, record }) => [
      film,
      { of_record_id: record.id, offset_seconds: placeInRecord(record, offset ?? 0) },
    ]),
  );
}

async function filmsBeside(
  db: Queryable,
  viewer: Viewer,
  rows: readonly RecordRow[],
): Promise<ReadonlyMap<number, AlignedVideo[]>> {
  if (rows.length === 0) return new Map();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = await db
    .select({ of: videoAlignments.ofRecordId, offset: videoAlignments.offsetSeconds, film: records })
    .from(videoAlignments)
    .innerJoin(records, eq(records.id, videoAlignments.recordId))
    .where(and(isOneOf(videoAlignments.ofRecordId, [...byId.keys()]), isWhatHolds, visibleTo(db, viewer)))
    .orderBy(videoAlignments.offsetSeconds, records.id);
  const beside = new Map<number, AlignedVideo[]>();
  for (const { of, offset, film } of found) {
    const record = byId.get(of ?? 0);
    if (record === undefined) continue;
    const films = beside.get(record.id) ?? [];
    if (films.length < mostBeside) films.push(presentAligned(film, placeInRecord(record, offset ?? 0)));
    beside.set(record.id, films);
  }
  return beside;
}

function presentVideo({ source, film }: RecordRow, place: Place | undefined): RecordVideo | undefined {
  if (!isFilmFormat(source) || !film?.facts) return undefined;
  const { of_record_id = null, offset_seconds = null } = place ?? {};
  return { ...film.facts, format: source, content_type: videoTypes[source], of_record_id, offset_seconds };
}

export function presentAligned(film: RecordRow, offsetSeconds: number): AlignedVideo {
  return {
    id: film.id,
    basename: film.basename,
    duration: film.durationSeconds,
    fps: film.film?.facts?.fps ?? null,
    offset_seconds: offsetSeconds,
  };
}
