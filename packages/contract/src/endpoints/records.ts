import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { JudgedEntity } from '../field-rights.ts';
import { FusionProposal, FusionQuestion } from '../shapes/fusion.ts';
import { ClientIdParams, Id, IdParams, PageQuery, PathId } from '../shapes/primitives.ts';
import {
  Record,
  RecordEdit,
  RecordError,
  RecordFilters,
  RecordList,
  RecordTotals,
  RecordUpload,
} from '../shapes/record.ts';
import { DecodeWanted } from '../shapes/record-steps.ts';
import { Sha256 } from '../shapes/upload.ts';

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
    'Makes a record of a file: raw device file, FIT, GPX, TCX, Parquet, MCAP or CSV of any program, also as .gz; a film (mp4, mov, webm). With `upload` of a file that was sent in pieces (`POST /uploads`). Without either a session (seance) of the records `record_ids`, which has no task',
  body: RecordUpload,
  reply: z.object({ id: Id, task_id: Id.optional() }),
});
export const findSameFile = endpoint({
  name: 'findSameFile',
  method: 'GET',
  path: '/records/same_file/:sha256',
  access: 'record.read',
  summary:
    'Records that were made of exactly this file, newest first, ten at most; `sha256` of the file as it was sent',
  params: z.object({ sha256: Sha256 }),
  query: z.object({ client_id: PathId.optional() }),
  reply: z.array(z.object({ id: Id, basename: z.string(), date: z.string() })),
});
export const readRecordHead = endpoint({
  name: 'readRecordHead',
  method: 'GET',
  path: '/records/:id/head',
  access: 'record.read',
  summary:
    'The first 256 kB of the CSV that a record was made of, to say anew what its cells mean (`csv_mapping` of its decoding)',
  params: IdParams,
  reply: 'bytes',
  contentTypes: ['text/csv'],
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
export const proposeFusion = endpoint({
  name: 'proposeFusion',
  method: 'POST',
  path: '/records/fusion',
  access: 'record.edit',
  summary:
    'Where records would lie on one clock, by a type of fusion, with the correlation that says so; the task `record.fuse` does it',
  body: FusionQuestion,
  reply: FusionProposal,
});
export const decodeRecord = endpoint({
  name: 'decodeRecord',
  method: 'POST',
  path: '/records/:id/decode',
  access: 'record.edit',
  status: 201,
  summary:
    'Decodes again from the journal or the uploaded file. What the body says otherwise of the record becomes a step of its history, which can be switched off',
  params: IdParams,
  body: DecodeWanted.prefault({}),
  /** `step_id`: the step that what is said otherwise became. */
  reply: z.object({ task_id: Id, step_id: Id.nullable() }),
});
export const downloadRecordFromDevice = endpoint({
  name: 'downloadRecordFromDevice',
  method: 'POST',
  path: '/records/:id/download_from_device',
  access: 'record.edit',
  status: 201,
  summary:
    'Asks the device for the blocks that are missing, with `re_download` for all of them; follow the record, which is decoded again. Blocks that are here were verified by their CRC and stay: a journal never loses one',
  params: IdParams,
  body: z.object({ re_download: z.boolean().default(false) }).default({ re_download: false }),
  reply: z.object({ id: Id }),
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
