import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Translated } from '../errors.ts';
import type { JudgedEntity } from '../field-rights.ts';
import { ChoicesQuery, ClientIdParams, Id, IdParams, listOf, PageQuery, PathId } from '../shapes/primitives.ts';
import {
  Record,
  RecordEdit,
  RecordError,
  RecordFilters,
  RecordList,
  RecordStatistics,
  RecordTotals,
  RecordUpload,
  Selection,
  SelectionCreate,
  SelectionEdit,
} from '../shapes/record.ts';
import {
  DataEntry,
  DataQuery,
  DataReply,
  DownloadLink,
  downloadFormats,
  FileBody,
  FileQuery,
  FileSize,
  FileType,
  RecordDataQuery,
  StatisticsQuery,
} from '../shapes/record-data.ts';

/** What curves are answered in, by `Accept`. */
const curveTypes = ['application/json', 'application/vnd.apache.arrow.stream'];
const fileTypes = [
  ...new Set(Object.values(downloadFormats).map(({ contentType }) => contentType.split(';', 1).join())),
];

const SelectionParams = z.object({ id: PathId, selectionId: PathId });

export const listRecords = endpoint({
  name: 'listRecords',
  method: 'POST',
  path: '/records/all',
  access: 'record.read',
  summary: 'A page of records, newest first unless asked otherwise',
  body: RecordFilters.prefault({}),
  reply: RecordList,
});
export const sumRecords = endpoint({
  name: 'sumRecords',
  method: 'POST',
  path: '/records/all/totals',
  access: 'record.read',
  summary: 'Duration and size of all records that the filters of `POST /records/all` keep; null of more than 10,000',
  body: RecordFilters.prefault({}),
  reply: RecordTotals,
});
export const listClientRecords = endpoint({
  name: 'listClientRecords',
  method: 'GET',
  path: '/clients/:clientId/records',
  access: 'record.read',
  summary: 'A page of the records of a client that the caller may see, newest first',
  params: ClientIdParams,
  query: PageQuery,
  reply: RecordList,
});
export const readRecord = endpoint({
  name: 'readRecord',
  method: 'GET',
  path: '/records/:id',
  access: 'record.read',
  summary: 'One record',
  params: IdParams,
  reply: Record,
});
export const uploadRecord = endpoint({
  name: 'uploadRecord',
  method: 'POST',
  path: '/records',
  access: 'record.create',
  multipart: true,
  status: 201,
  summary:
    'Makes a record of a file: raw device file or CSV. Without a file a session (seance) of the records `record_ids`, which has no task',
  body: RecordUpload,
  reply: z.object({ id: Id, task_id: Id.optional() }),
});
export const editRecord = endpoint({
  name: 'editRecord',
  method: 'PUT',
  path: '/records/:id',
  access: 'record.edit',
  multipart: true,
  summary:
    'Changes athletes, sport, group, exercise, name, date, comment, favourite, timezone, data of other programs; of a session its records',
  params: IdParams,
  body: RecordEdit.loose(),
  reply: Record,
});
export const deleteRecords = endpoint({
  name: 'deleteRecords',
  method: 'DELETE',
  path: '/records',
  access: 'record.delete',
  summary: 'Deletes records and their files; all or none',
  body: z.array(Id).min(1).max(1000),
  reply: 'nothing',
});
/** Whoever may change a record may change all that people say of it. */
export const recordRows = {
  rights: {},
  fields: Object.keys(RecordEdit.shape),
  edit: editRecord,
  delete: deleteRecords,
} satisfies JudgedEntity;
export const decodeRecord = endpoint({
  name: 'decodeRecord',
  method: 'POST',
  path: '/records/:id/decode',
  access: 'record.edit',
  status: 201,
  summary: 'Decodes again from the journal or the uploaded file',
  params: IdParams,
  reply: z.object({ task_id: Id }),
});
export const downloadRecordFromDevice = endpoint({
  name: 'downloadRecordFromDevice',
  method: 'POST',
  path: '/records/:id/download_from_device',
  access: 'record.edit',
  status: 201,
  summary:
    'Asks the device for the blocks that are missing; follow the record. Blocks that were received have been verified and stay: `re_download` is refused with record.notFetchedAnew',
  params: IdParams,
  body: z.object({ re_download: z.boolean().default(false) }).default({ re_download: false }),
  reply: z.object({ id: Id }),
});
export const readRecordData = endpoint({
  name: 'readRecordData',
  method: 'GET',
  path: '/records/:id/data',
  access: 'record.read',
  summary: 'Curves of one record. JSON rows of points, or Arrow with `Accept: application/vnd.apache.arrow.stream`',
  params: IdParams,
  query: RecordDataQuery,
  reply: DataEntry,
  contentTypes: curveTypes,
});
export const queryRecordData = endpoint({
  name: 'queryRecordData',
  method: 'POST',
  path: '/records/data',
  access: 'record.read',
  summary: 'Curves of several records',
  body: DataQuery,
  reply: DataReply,
  contentTypes: curveTypes,
});
export const queryRecordDataMultiple = endpoint({
  name: 'queryRecordDataMultiple',
  method: 'POST',
  path: '/records/data/multiple',
  access: 'record.read',
  summary: 'Same as /records/data',
  body: DataQuery,
  reply: DataReply,
  contentTypes: curveTypes,
});
export const readRecordStatistics = endpoint({
  name: 'readRecordStatistics',
  method: 'GET',
  path: '/records/:id/stats',
  access: 'record.read',
  summary: 'Statistics of raw samples: whole record, a window (t0, t1 in s) or a selection (sel_id)',
  params: IdParams,
  query: StatisticsQuery,
  reply: RecordStatistics,
});
export const listRecordErrors = endpoint({
  name: 'listRecordErrors',
  method: 'GET',
  path: '/records/:id/errors',
  access: 'record.read',
  summary: 'What went wrong while the record was made',
  params: IdParams,
  reply: z.array(RecordError),
});
export const clearRecordErrors = endpoint({
  name: 'clearRecordErrors',
  method: 'DELETE',
  path: '/records/:id/errors',
  access: 'record.edit',
  summary: 'Forgets the errors of a record',
  params: IdParams,
  reply: 'nothing',
});
export const downloadRecordFile = endpoint({
  name: 'downloadRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType',
  access: 'record.read',
  summary: 'A record as a file: raw, decoded (CSV), stats, parquet, mcap or zip; what cannot be made is refused',
  params: z.object({ id: PathId, fileType: FileType }),
  query: FileQuery,
  body: FileBody,
  reply: 'bytes',
  contentTypes: fileTypes,
});
export const linkRecordFile = endpoint({
  name: 'linkRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType/link',
  access: 'record.read',
  summary: 'The same as an address that works once, for a minute and without a session: browsers stream it to the disk',
  params: downloadRecordFile.params,
  query: downloadRecordFile.query,
  body: downloadRecordFile.body,
  reply: DownloadLink,
});
export const estimateRecordFile = endpoint({
  name: 'estimateRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType/size',
  access: 'record.read',
  summary: 'About how large the same file will be; refused as the file would be',
  params: downloadRecordFile.params,
  query: downloadRecordFile.query,
  body: downloadRecordFile.body,
  reply: FileSize,
});
export const followDownloadLink = endpoint({
  name: 'followDownloadLink',
  method: 'GET',
  path: '/downloads/:token',
  access: 'open',
  summary: 'The file of a link',
  params: z.object({ token: z.string().max(100) }),
  reply: 'bytes',
  contentTypes: fileTypes,
});
export const listSelections = endpoint({
  name: 'listSelections',
  method: 'GET',
  path: '/records/:id/selections',
  access: 'record.read',
  summary: 'The selections of a record',
  params: IdParams,
  reply: z.array(Selection),
});
export const createSelection = endpoint({
  name: 'createSelection',
  method: 'POST',
  path: '/records/:id/selections',
  access: 'record.edit',
  status: 201,
  summary: 'Adds a selection',
  params: IdParams,
  body: SelectionCreate,
  reply: Selection,
});
export const readSelection = endpoint({
  name: 'readSelection',
  method: 'GET',
  path: '/records/:id/selections/:selectionId',
  access: 'record.read',
  summary: 'A selection',
  params: SelectionParams,
  reply: Selection,
});
export const editSelection = endpoint({
  name: 'editSelection',
  method: 'PUT',
  path: '/records/:id/selections/:selectionId',
  access: 'record.edit',
  summary: 'Changes what is given of a selection',
  params: SelectionParams,
  body: SelectionEdit,
  reply: Selection,
});
export const deleteSelection = endpoint({
  name: 'deleteSelection',
  method: 'DELETE',
  path: '/records/:id/selections/:selectionId',
  access: 'record.edit',
  summary: 'Deletes a selection',
  params: SelectionParams,
  reply: 'nothing',
});

const Person = z.object({ id: Id, firstname: z.string(), lastname: z.string(), group_ids: z.array(Id) });
export const listClientUsers = endpoint({
  name: 'listClientUsers',
  method: 'GET',
  path: '/clients/:clientId/users',
  access: 'user.read',
  summary: 'The active people of a client that the caller may see, by name; all unless a page is asked for',
  params: ClientIdParams,
  query: ChoicesQuery,
  reply: listOf(Person),
});
export const listClientSports = endpoint({
  name: 'listClientSports',
  method: 'GET',
  path: '/clients/:clientId/sports',
  access: 'client.read',
  summary: 'The sports of a client',
  params: ClientIdParams,
  reply: listOf(z.object({ id: Id, name: z.string(), display_name: Translated, text: z.string(), value: z.string() })),
});
