import { type DataEntry, isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import type { CurvePoints } from '../store/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findReadable, type RecordRow } from './find-records.ts';
import { unknownVariable } from './read-statistics.ts';
import { findSelection } from './selections.ts';

/** First, minimum, maximum and last of a pixel column. */
const pointsAPixel = 4;

/** One request for curves, as the contract's DataRequest parses it. */
export interface CurvesRequest {
  readonly x: {
    readonly type: 'range' | 'selection';
    readonly name: 'T' | 'D';
    readonly range: readonly [number, number] | readonly [];
    readonly num?: number | undefined;
    readonly maxData?: number | undefined;
    readonly normalize?: boolean | undefined;
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
  /** The window on the x axis asked for: s, or % of the range or selection. */
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
    if (isRefusal(read)) return read;
    entries.push(read);
  }
  return entries;
}

async function readEntry(
  { database, folder, store }: Dependencies,
  record: RecordRow,
  entry: number,
  { x, y, slot_id, label }: CurvesRequest,
): Promise<CurvesEntry | Refusal> {
  // No record has a distance axis before the issue that computes it.
  const unknown = x.name === 'D' ? 'D' : unknownVariable(record, y);
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
  const [subStart = 0, subEnd = end - start] = x.x_sub_range ?? [];
  const from = start + Math.max(0, subStart);
  const to = Math.min(end, start + subEnd);
  if (!(to >= from)) return refuse('request.invalid', {}, { 'x.x_sub_range': 'range' });
  const pixels = Math.max(1, Math.floor((x.maxData ?? limits.defaultMaxData) / pointsAPixel));
  const curves = await store.curves(folder.signals(record.uid), y, from, to, pixels);
  const toX = xAxis(x, start, end);
  return {
    recordId: record.id,
    entry,
    fromSeconds: from,
    toSeconds: to,
    xRange: [toX?.(from) ?? from, toX?.(to) ?? to],
    selectionNum,
    slotId: slot_id ?? null,
    label: label ?? null,
    curves: toX ? curves.map((curve) => ({ ...curve, timesSeconds: curve.timesSeconds.map(toX) })) : curves,
    variables: record.availableData,
  };
}

/** Where a time of the record stands on the x axis asked for; undefined when that is the time itself. */
function xAxis(
  { user_offset = 0, normalize = false }: CurvesRequest['x'],
  startSeconds: number,
  endSeconds: number,
): ((seconds: number) => number) | undefined {
  if (user_offset === 0 && !normalize) return undefined;
  if (!normalize) return (seconds) => seconds + user_offset;
  const width = endSeconds - startSeconds;
  return (seconds) => (width > 0 ? ((seconds + user_offset - startSeconds) / width) * 100 : 0);
}

/** The row-of-points form of interface.md. */
export function presentEntry(entry: CurvesEntry): DataEntry {
  const range: [number, number] = [entry.fromSeconds, entry.toSeconds];
  const series = entry.curves.map((curve) => [curve.variable, presentSeries(curve, entry.variables)] as const);
  return {
    data: Object.fromEntries(series),
    xrange: { T: range, D: [], x: [...entry.xRange] },
    selectionNum: entry.selectionNum,
    slot_id: entry.slotId,
    label: entry.label,
  };
}

function presentSeries({ variable, timesSeconds, values }: CurvePoints, variables: CurvesEntry['variables']) {
  const about = variables[variable];
  const data: { x: number; y: number | null }[] = [];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < timesSeconds.length; i++) {
    const y = values[i] ?? Number.NaN;
    const isNumber = Number.isFinite(y);
    data.push({ x: timesSeconds[i] ?? 0, y: isNumber ? y : null });
    if (isNumber && y < low) low = y;
    if (isNumber && y > high) high = y;
  }
  const yRange: [number, number] | [] = low <= high ? [low, high] : [];
  const label = about && about.unit !== '' ? `${variable} (${about.unit})` : variable;
  return { id: variable, label, title: variable, data, yRange, color: null, type: 'number' as const };
}
