import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { shareLoop } from '../../platform/clock/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type CurvePoints, metresAt, secondsAt } from '../store/index.ts';
import { curveOver, extentOfX } from './curve-over-variable.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findReadable, type RecordRow } from './find-records.ts';
import { saidDistance } from './read-distance.ts';
import { findSelection } from './selections.ts';

/** First, minimum, maximum and last of a pixel column. */
const pointsAPixel = 4;
/** Points moved along x in one go: 1 ms. */
const movedAtOnce = 65_536;

/** One request for curves, as the contract's DataRequest parses it. */
export interface CurvesRequest {
  readonly x: {
    readonly type: 'range' | 'selection';
    /** `T`, `D`, or a variable of the record: the window is one of `T` then. */
    readonly name: string;
    readonly range: readonly [number, number] | readonly [];
    readonly num?: number | undefined;
    readonly maxData?: number | undefined;
    readonly normalize?: boolean | 'percent' | undefined;
    /** s or m */
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
  /** The window on the distance axis where that was asked for. */
  readonly metres: readonly [number, number] | readonly [];
  /** The window on the x axis asked for: s or m, or % of the range or selection; [0, 0] on an axis that the record lacks. */
  readonly xRange: readonly [number, number];
  readonly selectionNum: number | null;
  readonly slotId: string | number | null;
  readonly label: string | null;
  readonly curves: readonly CurvePoints[];
  readonly variables: RecordRow['availableData'];
}

type Dependencies = Pick<RecordDependencies, 'database' | 'folder' | 'store' | 'computed'>;

/** Answers the requests about one record, all or none. @param until when nobody waits for the answer any more */
export async function readCurves(
  dependencies: Dependencies,
  viewer: Viewer,
  recordId: number,
  requests: readonly CurvesRequest[],
  until: AbortSignal,
): Promise<CurvesEntry[] | Refusal> {
  const record = await findReadable(dependencies.database.db, viewer, recordId);
  if (isRefusal(record)) return record;
  const entries: CurvesEntry[] = [];
  for (const [entry, request] of requests.entries()) {
    const read = await readEntry(dependencies, { viewer, until }, record, entry, request);
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
  { database, folder, store, computed }: Dependencies,
  { viewer, until }: { readonly viewer: Viewer; readonly until: AbortSignal },
  record: RecordRow,
  entry: number,
  { x, y, slot_id, label }: CurvesRequest,
): Promise<CurvesEntry | Refusal> {
  const over = variableOfX(x);
  const wanted = over === undefined || y.includes(over) ? y : [...y, over];
  const opened = await computed.open(viewer, record, wanted, until);
  if (isRefusal(opened)) return opened;
  const signals = await folder.files.localPath(stored.signals(record.uid));
  const place = await placeOnX(store, signals, record, x.name === 'D' ? 'D' : 'T');
  const looked = await windowOf(database, record, x, place);
  if (isRefusal(looked)) return looked;
  const window = narrowed(x, looked.range, place?.end ?? record.durationSeconds);
  if (isRefusal(window)) return window;
  const { from, to } = window;
  const pixels = Math.max(1, Math.floor((x.maxData ?? limits.defaultMaxData) / pointsAPixel));
  const labels = { slotId: slot_id ?? null, label: label ?? null };
  const about = { recordId: record.id, entry, selectionNum: looked.selectionNum, ...labels };
  if (place === undefined) {
    // Nothing says how far it came: on that axis there are no points, and the rest of the request is answered.
    const nothing = { fromSeconds: 0, toSeconds: record.durationSeconds, metres: [] as const, xRange: [0, 0] as const };
    return { ...about, ...nothing, variables: opened.available, curves: y.map(withoutPoints) };
  }
  const edges = place.edges(from, to, pixels);
  const [fromSeconds, toSeconds] = [place.toTime(from, false), place.toTime(to, true)];
  const read = { fromSeconds, toSeconds, variables: opened.available };
  // Where it never came to there are no points: in time that would be those of its end.
  const isBeyond = edges !== undefined && (from > place.end || to < 0);
  const curves = isBeyond ? y.map(withoutPoints) : await opened.curves(fromSeconds, toSeconds, pixels, edges);
  if (isRefusal(curves)) return curves;
  if (over !== undefined) {
    return { ...about, ...read, ...(await overVariable(curves, y, over, x.user_offset ?? 0)) };
  }
  const shifted = xAxis(x, window.start, window.end);
  const toX = edges === undefined ? shifted : (seconds: number) => (shifted ?? ((one) => one))(place.ofTime(seconds));
  return {
    ...about,
    ...read,
    metres: edges === undefined ? [] : [from, to],
    xRange: [shifted?.(from) ?? from, shifted?.(to) ?? to],
    curves: toX ? await moved(curves, toX) : curves,
  };
}

/** The range asked for on the x axis, or the one of a selection. */
async function windowOf(
  database: Dependencies['database'],
  record: RecordRow,
  x: CurvesRequest['x'],
  place: XPlace | undefined,
): Promise<{ readonly range: readonly number[]; readonly selectionNum: number | null } | Refusal> {
  if (x.type !== 'selection') return { range: x.range, selectionNum: null };
  if (x.num === undefined) return refuse('request.invalid', {}, { 'x.num': 'required' });
  const selection = await findSelection(database.db, record.id, { num: x.num });
  if (isRefusal(selection)) return selection;
  const range = [selection.t0, selection.t1].map((seconds) => place?.ofTime(seconds) ?? seconds);
  return { range, selectionNum: selection.num };
}

const variableOfX = ({ name }: CurvesRequest['x']) => (name === 'T' || name === 'D' ? undefined : name);

/** The window on the x axis (s or m): the range or selection, and the part of it that is asked for. */
function narrowed(
  x: CurvesRequest['x'],
  range: readonly number[],
  extentEnd: number,
): { readonly start: number; readonly end: number; readonly from: number; readonly to: number } | Refusal {
  if (x.normalize && variableOfX(x) !== undefined) return refuse('request.invalid', {}, { 'x.normalize': 'either' });
  const [start = 0, end = extentEnd] = range;
  if (!(end >= start)) return refuse('request.invalid', {}, { 'x.range': 'range' });
  // What one unit of `x_sub_range` is on the axis.
  const unit = x.normalize === 'percent' ? (end - start) / 100 : 1;
  const [subStart = 0, subEnd = end - start] = (x.x_sub_range ?? []).map((one) => one * unit);
  const from = start + Math.max(0, subStart);
  const to = Math.min(end, start + subEnd);
  return to >= from ? { start, end, from, to } : refuse('request.invalid', {}, { 'x.x_sub_range': 'range' });
}

/** An x axis of a record. */
interface XPlace {
  readonly end: number;
  ofTime(seconds: number): number;
  /** s; where the axis stands still, the first moment or the last. */
  toTime(x: number, last: boolean): number;
  /** s; the pixel columns of a window, undefined where they are equally long in time. */
  edges(from: number, to: number, pixelColumns: number): Float64Array | undefined;
}

/** Undefined when the record does not say how far it came. */
async function placeOnX(
  store: RecordDependencies['store'],
  signals: string,
  record: RecordRow,
  name: 'T' | 'D',
): Promise<XPlace | undefined> {
  const { durationSeconds } = record;
  if (name === 'T') {
    return { end: durationSeconds, ofTime: (t) => t, toTime: (t) => t, edges: () => undefined };
  }
  const source = saidDistance(record);
  const axis = source && (await store.distance(signals, source));
  if (axis === undefined) return undefined;
  const end = axis.metres.at(-1) ?? 0;
  // What was measured before and after the distance belongs to its ends.
  const toTime = (x: number, last: boolean) =>
    x <= 0 && !last ? 0 : x >= end && last ? durationSeconds : secondsAt(axis, x, last);
  const edges = (from: number, to: number, columns: number) =>
    Float64Array.from({ length: columns + 1 }, (_, column) =>
      column === columns ? toTime(to, true) : toTime(from + ((to - from) * column) / columns, false),
    );
  return { end, ofTime: (seconds) => metresAt(axis, seconds), toTime, edges };
}

/** The curves asked for with the values of a variable as their x, moved by the offset. */
async function overVariable(
  curves: readonly CurvePoints[],
  y: readonly string[],
  over: string,
  offset: number,
): Promise<Pick<CurvesEntry, 'metres' | 'xRange' | 'curves'>> {
  const x = curves.find(({ variable }) => variable === over) ?? withoutPoints(over);
  const pause = shareLoop();
  const all: CurvePoints[] = [];
  for (const curve of curves) {
    if (!y.includes(curve.variable)) continue;
    await pause();
    const laid = curveOver(x, curve);
    all.push({ ...laid, timesSeconds: laid.timesSeconds.map((one) => one + offset) });
  }
  return { metres: [], xRange: extentOfX(all), curves: all };
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

/** Where a time or distance stands once it is moved and normalized as asked; undefined when it stays where it is. */
function xAxis(
  { user_offset = 0, normalize = false }: CurvesRequest['x'],
  start: number,
  end: number,
): ((x: number) => number) | undefined {
  if (user_offset === 0 && !normalize) return undefined;
  if (!normalize) return (x) => x + user_offset;
  if (normalize === true) return (x) => x + user_offset - start;
  const width = end - start;
  return (x) => (width > 0 ? ((x + user_offset - start) / width) * 100 : 0);
}
