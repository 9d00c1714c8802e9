import type { IncomingHttpHeaders } from 'node:http';
import { api, isRefusal, RecordFilters, refuse, type Scope } from '@sillage/contract';
import { formatDateTime } from '@sillage/domain';
import { csvHeadBytes } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { readHead, stored } from '../../platform/files/index.ts';
import { fileAnswer, frontUidOf, type Principal, type Serve, type Viewer } from '../../platform/http/index.ts';
import { curveRoutes } from './answer-curves.ts';
import { computedRoutes } from './computed-routes.ts';
import { createSession } from './create-session.ts';
import { csvMappingRoutes } from './csv-mappings.ts';
import { deleteRecords } from './delete-records.ts';
import type { RecordDependencies } from './dependencies.ts';
import { deriveAgain } from './derive-again.ts';
import { editRecord } from './edit-record.ts';
import { findRecord, isAwaited, type RecordRow } from './find-records.ts';
import { findSameFile } from './find-same-file.ts';
import { pageOfClient, pageOfRecords } from './page-of-records.ts';
import { answerRecords } from './present-records.ts';
import { errorsOf } from './read-errors.ts';
import {
  createSelection,
  createSelections,
  deleteSelection,
  deleteSelections,
  editSelection,
  listSelections,
  readSelection,
} from './selections.ts';
import { isSession } from './session-records.ts';
import { sumRecords } from './sum-records.ts';
import { uploadRecord } from './upload-record.ts';

const { recordErrors } = tables;

/** Every endpoint about records except their files. */
export function recordRoutes(serve: Serve, dependencies: RecordDependencies): void {
  rowRoutes(serve, dependencies);
  selectionRoutes(serve, dependencies);
  curveRoutes(serve, dependencies);
  computedRoutes(serve, dependencies);
  errorRoutes(serve, dependencies);
  csvMappingRoutes(serve, dependencies.database.db);
}

const viewerOf = ({ principal, scope }: { principal: Principal; scope: Scope }): Viewer => ({ principal, scope });

/** Tasks remember who asked for them, in which browser. */
const askerOf = (call: Parameters<typeof viewerOf>[0] & { readonly headers: IncomingHttpHeaders }) => ({
  ...viewerOf(call),
  frontUid: frontUidOf(call.headers),
});

function rowRoutes(serve: Serve, dependencies: RecordDependencies): void {
  const { database, seenRecords, life, ingest, clock } = dependencies;
  const { db } = database;
  const awayFrom = (rows: readonly RecordRow[]) => ingest.awayFrom(rows.filter(isAwaited));
  const answerOne = async (viewer: Viewer, row: RecordRow) => {
    const [record] = await answerRecords(db, viewer, [row], awayFrom([row]));
    if (!record) throw new Error('a record was not presented');
    return record;
  };

  serve(api.listRecords, (call) => pageOfRecords(dependencies, viewerOf(call), call.body));
  serve(api.sumRecords, (call) => sumRecords(db, seenRecords, viewerOf(call), call.body, clock.nowMs()));
  serve(api.listClientRecords, ({ params: { clientId }, query, ...call }) =>
    pageOfClient(dependencies, viewerOf(call), clientId, RecordFilters.parse(query)),
  );
  serve(api.readRecord, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    return isRefusal(row) ? row : answerOne(viewerOf(call), row);
  });
  serve(api.findSameFile, async ({ params: { sha256 }, query: { client_id }, ...call }) => {
    const same = await findSameFile(db, viewerOf(call), sha256, client_id);
    return same.map(({ id, basename, startedAt, timezone }) => ({
      id,
      basename,
      date: formatDateTime(startedAt.getTime(), timezone),
    }));
  });
  serve(api.readRecordHead, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    const { files } = dependencies.folder;
    if (isSession(row)) return refuse('record.isSession');
    if (row.source !== 'csv') return refuse('record.notCsv');
    if (row.originalPurged !== null) return refuse('record.originalPurged');
    if (!(await files.has(stored.source(row)))) return refuse('record.noSource');
    const { head } = await readHead(await files.localPath(stored.source(row)), csvHeadBytes);
    return fileAnswer(head, 'text/csv', `${row.basename}.csv`);
  });
  serve(api.editRecord, async (call) => {
    const edited = await editRecord(db, viewerOf(call), call.params.id, call.body);
    if (isRefusal(edited)) return edited;
    const { row, others } = edited;
    await deriveAgain(dependencies, askerOf(call), edited);
    life.tell(db, { clientId: row.clientId, recordIds: [row.id, ...others], reason: 'updated' });
    return answerOne(viewerOf(call), row);
  });
  serve(api.deleteRecords, (call) => deleteRecords(dependencies, viewerOf(call), call.body));
  serve(api.uploadRecord, (call) =>
    call.body.record_type === 'seance'
      ? createSession(dependencies, viewerOf(call), call.body, call.file)
      : uploadRecord(dependencies, askerOf(call), call.body, call.file),
  );
  serve(api.downloadRecordFromDevice, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    if (isSession(row)) return refuse('record.isSession');
    const outcome = await ingest.downloadFromDevice(row.id, call.body.re_download);
    return isRefusal(outcome) ? outcome : { id: row.id };
  });
}

function selectionRoutes(serve: Serve, dependencies: RecordDependencies): void {
  serve(api.listSelections, (call) => listSelections(dependencies, viewerOf(call), call.params.id));
  serve(api.deleteSelections, (call) => deleteSelections(dependencies, viewerOf(call), call.params.id, call.body));
  serve(api.createSelections, (call) =>
    createSelections(dependencies, viewerOf(call), call.params.id, call.body.selections),
  );
  serve(api.createSelection, (call) => createSelection(dependencies, viewerOf(call), call.params.id, call.body));
  serve(api.readSelection, (call) => readSelection(dependencies, viewerOf(call), call.params));
  serve(api.editSelection, (call) => editSelection(dependencies, viewerOf(call), call.params, call.body));
  serve(api.deleteSelection, (call) => deleteSelection(dependencies, viewerOf(call), call.params));
}

function errorRoutes(serve: Serve, { database: { db } }: RecordDependencies): void {
  serve(api.listRecordErrors, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    return errorsOf(db, row.id);
  });
  serve(api.clearRecordErrors, async (call) => {
    const row = await findRecord(db, viewerOf(call), call.params.id);
    if (isRefusal(row)) return row;
    await db.delete(recordErrors).where(eq(recordErrors.recordId, row.id));
    return undefined;
  });
}
