import { endpoint } from '../endpoint.ts';
import { LikenessQuery, RecordLikeness } from '../shapes/fusion.ts';
import { IdParams } from '../shapes/primitives.ts';
import { RecordStatistics } from '../shapes/record.ts';
import {
  DataEntry,
  DataQuery,
  DataReply,
  RecordDataQuery,
  RecordDistance,
  StatisticsQuery,
} from '../shapes/record-data.ts';

/** What curves are answered in, by `Accept`. */
const curveTypes = ['application/json', 'application/vnd.apache.arrow.stream'];

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
export const readRecordDistance = endpoint({
  name: 'readRecordDistance',
  method: 'GET',
  path: '/records/:id/distance',
  access: 'record.read',
  summary: 'How far a record has come (D, m) at times (T, s), by straight lines between; the axis `D` of its data',
  params: IdParams,
  reply: RecordDistance,
});
export const readRecordLikeness = endpoint({
  name: 'readRecordLikeness',
  method: 'GET',
  path: '/records/:id/likeness',
  access: 'record.read',
  summary:
    'Where a record lies on another one (s that it begins after it), by how a variable of each moves, at 100 Hz from all samples. Nothing is kept',
  params: IdParams,
  query: LikenessQuery,
  reply: RecordLikeness,
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
