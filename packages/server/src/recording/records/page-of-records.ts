import { isRefusal, type Proposal, type RecordFilters, type Refusal, refuse } from '@sillage/contract';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { isAwaited, type RecordRow } from './find-records.ts';
import { listRecords, readRecords } from './list-records.ts';
import { answerRecords } from './present-records.ts';
import { proposeAssociations } from './propose-association.ts';
import { recordsInOnePiece, streamRecords } from './stream-records.ts';

/** A page of the records that somebody may see; a long one is sent as it is read. */
export async function pageOfRecords(
  { database: { db }, seenRecords, ingest, clock }: RecordDependencies,
  viewer: Viewer,
  filters: RecordFilters,
) {
  const awayFrom = (rows: readonly RecordRow[]) => ingest.awayFrom(rows.filter(isAwaited));
  const page = await listRecords(db, seenRecords, viewer, filters, clock.nowMs());
  if (isRefusal(page)) return page;
  const { ids, total, isEstimate } = page;
  const about = { total, ...(isEstimate && { total_is_estimate: true }) };
  if (ids.length > recordsInOnePiece) return streamRecords(db, viewer, ids, about, awayFrom);
  const rows = await readRecords(db, ids);
  const answered = await answerRecords(db, viewer, rows, awayFrom(rows));
  const proposals = await proposeAssociations(db, viewer, filters, answered);
  return { records: answered.map((record) => withProposal(record, proposals.get(record.id))), ...about };
}

/** The same of one client. */
export async function pageOfClient(
  dependencies: RecordDependencies,
  viewer: Viewer,
  clientId: number,
  filters: RecordFilters,
): Promise<Awaited<ReturnType<typeof pageOfRecords>> | Refusal> {
  const isThere = mayReachClient(viewer, clientId) && (await clientExists(dependencies.database.db, clientId));
  if (!isThere) return refuse('entity.notFound');
  return pageOfRecords(dependencies, viewer, { ...filters, clientIds: [clientId] });
}

const withProposal = <R extends object>(record: R, proposal: Proposal | undefined): R & { proposal?: Proposal } =>
  proposal === undefined ? record : { ...record, proposal };
