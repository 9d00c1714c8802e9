import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { shareLoop } from '../../platform/clock/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { CurvePoints } from '../store/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findReadable, type RecordRow } from './find-records.ts';
import { unknownVariable } from './read-statistics.ts';
import { findSelection } from './selections.ts';

/** First, minimum, maximum and last of a pixel column. */
const pointsAPixel = 4;
/** Points moved along x in one go: 1 ms. */
const movedAtOnce = 65_536;

/** One request for curves, as the contract's DataRequest parses it. */
export interface CurvesRequest {
  readonly x: {
    readonly type: 'range' | 'selection';
    readonly name: 'T' | 'D';
    readonly range: readonly [number, number] | readonly [];
    readonly num?: number | undefined;
    readonly maxData?: number | undefined;
    readonly normalize?: boolean | 'percent' | undefined;
    /** s */
    readonly user_offset?: number | undefined;
    readonly x_sub_range?: readonly [number, number] | readonly [] | undefined;
  };
  readonly y: readonly string[];
  readonly slot_id?: string | number | undefined;
  readonly label?: string | undefined;
}

/** Curves of one request, before they take the form of JSON or Arrow. */
export interface CurvesEntry {
  readonly recordId: number;
  /** Position among the requests for this record. */
  readonly entry: number;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The window on the x axis asked for: s, or % of the range or selection; [0, 0] on an axis that the record lacks. */
  readonly xRange: readonly [number, number];
  readonly selectionNum: number | null;
  readonly slotId: string | number | null;
  readonly label: string | null;
  readonly curves: readonly CurvePoints[];
  readonly variables: RecordRow['availableData'];
}

type Dependencies = Pick<RecordDependencies, 'database' | 'folder' | 'store'>;

/** Answers the requests about one record, all or none. */
export async function readCurves(
  dependencies: Dependencies,
  viewer: Viewer,
  recordId: number,
  requests: readonly CurvesRequest[],
): Promise<CurvesEntry[] | Refusal> {
  const record = await findReadable(dependencies.database.db, viewer, recordId);
  if (isRefusal(record)) return record;
  const entries: CurvesEntry[] = [];
  for (const [entry, request] of requests.entries()) {
    const read = await readEntry(dependencies, record, entry, request);
    if (isRefusal(read)) return renameFields(read, (field) => `data.${recordId}.${entry}.${field}`);
    entries.push(read);
  }
  return entries;
}

/** A refusal with its fields called as the caller sent them. */
export function renameFields(refusal: Refusal, rename: (field: string) => string): Refusal {
  if (refusal.fields === undefined) return refusal;
  const renamed = Object.entries(refusal.fields).map(([field, code]) => [rename(field), code]);
  return refuse(refusal.code, refusal.parameters, Object.fromEntries(renamed));
}

async function readEntry(
  { database, folder, store }: Dependencies,
  record: RecordRow,
  entry: number,
  { x, y, slot_id, label }: CurvesRequest,
): Promise<CurvesEntry | Refusal> {
  const unknown = unknownVariable(record, y);
  if (unknown !== undefined) return refuse('record.unknownVariable', { name: unknown });
  let range: readonly number[] = x.range;
  let selectionNum: number | null = null;
  if (x.type === 'selection') {
    if (x.num === undefined) return refuse('request.invalid', {}, { 'x.num': 'required' });
    const selection = await findSelection(database.db, record.id, { num: x.num });
    if (isRefusal(selection)) return selection;
    range = [selection.t0, selection.t1];
    selectionNum = selection.num;
  }
  const [start = 0, end = record.durationSeconds] = range;
  if (!(end >= start)) return refuse('request.invalid', {}, { 'x.range': 'range' });
  // s that one unit of `x_sub_range` is
  const unit = x.normalize === 'percent' ? (end - start) / 100 : 1;
  const [subStart = 0, subEnd = end - start] = (x.x_sub_range ?? []).map((place) => place * unit);
  const from = start + Math.max(0, subStart);
  const to = Math.min(end, start + subEnd);
  if (!(to >= from)) return refuse('request.invalid', {}, { 'x.x_sub_range': 'range' });
  const pixels = Math.max(1, Math.floor((x.maxData ?? limits.defaultMaxData) / pointsAPixel));
  const about = {
    recordId: record.id,
    entry,
    fromSeconds: from,
    toSeconds: to,
    selectionNum,
    slotId: slot_id ?? null,
    label: label ?? null,
    variables: record.availableData,
  };
  // No record has a distance axis before the issue that computes it: on it there are no points, and the rest is answered.
  if (x.name === 'D') return { ...about, xRange: [0, 0], curves: y.map(withoutPoints) };
  const curves = await store.curves(await folder.files.localPath(stored.signals(record.uid)), y, from, to, pixels);
  const toX = xAxis(x, start, end);
  return {
    ...about,
    xRange: [toX?.(from) ?? from, toX?.(to) ?? to],
    curves: toX ? await moved(curves, toX) : curves,
  };
}

async function moved(curves: readonly CurvePoints[], toX: (seconds: number) => number): Promise<CurvePoints[]> {
  const pause = shareLoop();
  const all: CurvePoints[] = [];
  for (const curve of curves) {
    const places = new Float64Array(curve.timesSeconds.length);
    for (let from = 0; from < places.length; from += movedAtOnce) {
      await pause();
      const to = Math.min(from + movedAtOnce, places.length);
      for (let i = from; i < to; i++) places[i] = toX(curve.timesSeconds[i] ?? 0);
    }
    all.push({ ...curve, timesSeconds: places });
  }
  return all;
}

const withoutPoints = (variable: string): CurvePoints => ({
  variable,
  timesSeconds: new Float64Array(),
  values: new Float64Array(),
});

/** Where a time of the record stands on the x axis asked for; undefined when that is the time itself. */
function xAxis(
  { user_offset = 0, normalize = false }: CurvesRequest['x'],
  startSeconds: number,
  endSeconds: number,
): ((seconds: number) => number) | undefined {
  if (user_offset === 0 && !normalize) return undefined;
  if (!normalize) return (seconds) => seconds + user_offset;
  if (normalize === true) return (seconds) => seconds + user_offset - startSeconds;
  const width = endSeconds - startSeconds;
  return (seconds) => (width > 0 ? ((seconds + user_offset - startSeconds) / width) * 100 : 0);
}
