import { api, isRefusal, RecordFilters, type Refusal, refuse, type Scope } from '@sillage/contract';
import { asc, eq } from 'drizzle-orm';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import { tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { Answer, type Principal, type Serve } from '../../platform/http/index.ts';
import { arrowType, curvesToArrow, wantsArrow } from './curves-to-arrow.ts';
import { decodeAgain } from './decode-again.ts';
import { deleteRecords } from './delete-records.ts';
import type { RecordDependencies } from './dependencies.ts';
import { editRecord } from './edit-record.ts';
import { findRecord, type RecordRow } from './find-records.ts';
import { listRecords } from './list-records.ts';
import { presentRecords } from './present-records.ts';
import { type CurvesEntry, type CurvesRequest, presentEntry, readCurves } from './read-record-data.ts';
import { readStatistics } from './read-statistics.ts';
import { createSelection, deleteSelection, editSelection, listSelections } from './selections.ts';
import { uploadRecord } from './upload-record.ts';

const { recordErrors } = tables;

/** Every endpoint about records except their files. */
export function recordRoutes(serve: Serve, dependencies: RecordDependencies): void {
  rowRoutes(serve, dependencies);
  selectionRoutes(serve, dependencies);
  dataRoutes(serve, dependencies);
  errorRoutes(serve, dependencies);
}

const viewerOf = ({ principal, scope }: { principal: Principal; scope: Scope }): Viewer => ({ principal, scope });

function rowRoutes(serve: Serve, dependencies: RecordDependencies): void {
  const { database, seenRecords, realtime, ingest } = dependencies;
  const { db } = database;
  const presentOne = async (row: RecordRow) => {
    const [record] = await presentRecords(db, [row]);
    if (!record) throw new Error('a record was not presented');
    return record;
  };

  const pageOf = async (viewer: Viewer, filters: RecordFilters) => {
    const page = await listRecords(db, seenRecords, viewer, filters);
    if (isRefusal(page)) return page;
    const { rows, total, isEstimate } = page;
    return { records: await presentRecords(db, rows), total, ...(isEstimate && { total_is_estimate: true }) };
  };
  serve(api.listRecords, (call) => pageOf(viewerOf(call), call.body));
  serve(api.listClientRecords, async ({ params: { clientId }, query, ...call }) => {
    const viewer = viewerOf(call);
    const isThere = mayReachClient(viewer, clientId) && (await clientExists(db, clientId));
    if (!isThere) return refuse('entity.notFound');
    return pageOf(viewer, RecordFilters.parse({ ...query, clientIds: [clientId] }));
  });
  serve(api.readRecord, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    return isRefusal(row) ? row : presentOne(row);
  });
  serve(api.editRecord, async (call) => {
    const row = await editRecord(db, viewerOf(call), call.params.id, call.body);
    if (isRefusal(row)) return row;
    realtime.emit('recordUpdate', row.clientId, { record_ids: [row.id], reason: 'updated' });
    return presentOne(row);
  });
  serve(api.deleteRecords, (call) => deleteRecords(dependencies, viewerOf(call), call.body));
  serve(api.uploadRecord, (call) => uploadRecord(dependencies, viewerOf(call), call.body, call.file));
  serve(api.decodeRecord, (call) => decodeAgain(dependencies, viewerOf(call), call.params.id));
  serve(api.downloadRecordFromDevice, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    const outcome = await ingest.downloadFromDevice(row.id);
    return isRefusal(outcome) ? outcome : { id: row.id };
  });
}

function selectionRoutes(serve: Serve, { database: { db } }: RecordDependencies): void {
  serve(api.listSelections, (call) => listSelections(db, viewerOf(call), call.params.id));
  serve(api.createSelection, (call) => createSelection(db, viewerOf(call), call.params.id, call.body));
  serve(api.editSelection, (call) => editSelection(db, viewerOf(call), call.params, call.body));
  serve(api.deleteSelection, (call) => deleteSelection(db, viewerOf(call), call.params));
}

function dataRoutes(serve: Serve, dependencies: RecordDependencies): void {
  serve(api.readRecordStatistics, (call) => readStatistics(dependencies, viewerOf(call), call.params.id, call.query));
  serve(api.readRecordData, async (call) => {
    const { wanted_x, wanted_y, range, maxData } = call.query;
    const [a, b] = range ?? [];
    const bounds = a === undefined || b === undefined ? ([] as const) : ([a, b] as const);
    const request: CurvesRequest = { x: { type: 'range', name: wanted_x, range: bounds, maxData }, y: wanted_y };
    const entries = await readCurves(dependencies, viewerOf(call), call.params.id, [request]);
    if (isRefusal(entries)) return entries;
    const [entry] = entries;
    if (!entry || wantsArrow(call.headers)) return arrowAnswer(entries);
    return presentEntry(entry);
  });

  async function readAll(viewer: Viewer, data: Readonly<Record<string, readonly CurvesRequest[]>>) {
    const all = new Map<string, CurvesEntry[]>();
    for (const [id, requests] of Object.entries(data)) {
      // A name that is no id gives 0, which no record has.
      const recordId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
      const entries = await readCurves(dependencies, viewer, recordId, requests);
      if (isRefusal(entries)) return entries;
      all.set(id, entries);
    }
    return all;
  }

  async function answerAll(
    viewer: Viewer,
    data: Readonly<Record<string, readonly CurvesRequest[]>>,
    arrow: boolean,
  ): Promise<Answer | Refusal | { data: Record<string, ReturnType<typeof presentEntry>[]> }> {
    const all = await readAll(viewer, data);
    if (isRefusal(all)) return all;
    if (arrow) return arrowAnswer([...all.values()].flat());
    return { data: Object.fromEntries([...all].map(([id, entries]) => [id, entries.map(presentEntry)])) };
  }

  serve(api.queryRecordData, (call) => answerAll(viewerOf(call), call.body.data, wantsArrow(call.headers)));
  serve(api.queryRecordDataMultiple, (call) => answerAll(viewerOf(call), call.body.data, wantsArrow(call.headers)));
}

function arrowAnswer(entries: readonly CurvesEntry[]): Answer {
  return new Answer(200, curvesToArrow(entries), { 'content-type': arrowType });
}

function errorRoutes(serve: Serve, { database: { db } }: RecordDependencies): void {
  serve(api.listRecordErrors, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    const errors = await db
      .select()
      .from(recordErrors)
      .where(eq(recordErrors.recordId, row.id))
      .orderBy(asc(recordErrors.id));
    return errors.map(({ type, msg, createdAt }) => ({ type, msg, date: createdAt.toISOString() }));
  });
  serve(api.clearRecordErrors, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    await db.delete(recordErrors).where(eq(recordErrors.recordId, row.id));
    return undefined;
  });
}
