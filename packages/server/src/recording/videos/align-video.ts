import { type AlignmentWanted, isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { and, eq, lte, max } from 'drizzle-orm';
import { brokenField, nameOfPerson } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  findRecord,
  holdRecord,
  isFilm,
  placeInOriginal,
  type RecordDependencies,
  type RecordRow,
  refuseOtherSignals,
} from '../records/index.ts';

const { videoAlignments } = tables;

interface Aligned {
  readonly film: RecordRow;
  /** The film, and the records that it lies or lay beside. */
  readonly touched: number[];
}

/** Puts a film beside a record of its client, or beside none. Each place is a row of its history, the last is what holds. */
export async function alignVideo(
  { database, clock }: RecordDependencies,
  viewer: Viewer,
  id: number,
  { of_record_id, offset_seconds, signals_version }: AlignmentWanted,
): Promise<Aligned | Refusal> {
  return database.db.transaction(async (tx) => {
    const film = await holdRecord(tx, viewer, id);
    if (isRefusal(film)) return film;
    if (!isFilm(film)) return refuse('record.noVideo');
    const record = of_record_id === null ? undefined : await neighbour(tx, viewer, film, of_record_id);
    if (isRefusal(record)) return record;
    const other = record && refuseOtherSignals(record, signals_version);
    if (other !== undefined) return other;
    const [last] = await tx
      .select({ num: max(videoAlignments.num) })
      .from(videoAlignments)
      .where(eq(videoAlignments.recordId, id));
    const num = (last?.num ?? 0) + 1;
    const before = await placeOfNum(tx, id, num - 1);
    await tx.insert(videoAlignments).values({
      recordId: id,
      num,
      ofRecordId: record?.id ?? null,
      offsetSeconds: record && offset_seconds !== null ? placeInOriginal(record, offset_seconds) : null,
      userName: await nameOfPerson(tx, viewer.principal.userId),
      createdAt: new Date(clock.nowMs()),
    });
    await tx
      .delete(videoAlignments)
      .where(and(eq(videoAlignments.recordId, id), lte(videoAlignments.num, num - limits.alignmentsAVideo)));
    const touched = [id, before?.ofRecordId, record?.id].filter((one) => typeof one === 'number');
    return { film, touched: [...new Set(touched)].sort((a, b) => a - b) };
  });
}

/** A record that has an axis to lie beside. */
async function neighbour(tx: Queryable, viewer: Viewer, film: RecordRow, id: number): Promise<RecordRow | Refusal> {
  const record = await findRecord(tx, viewer, id);
  const suits =
    !isRefusal(record) && record.clientId === film.clientId && !isFilm(record) && record.source !== 'seance';
  return suits ? record : brokenField('of_record_id', 'unknown');
}

async function placeOfNum(tx: Queryable, recordId: number, num: number) {
  const [place] = await tx
    .select({ ofRecordId: videoAlignments.ofRecordId })
    .from(videoAlignments)
    .where(and(eq(videoAlignments.recordId, recordId), eq(videoAlignments.num, num)));
  return place;
}
