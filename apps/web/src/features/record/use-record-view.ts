import type { Record, Variable } from '@sillage/contract';
import { distanceSource, type Saying } from '@sillage/domain';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PlotMode } from '../../charts/plot-gestures.ts';
import { pressLegend } from '../../charts/press-legend.ts';
import { look, type RangeHistory, redo, startHistory, undo } from '../../charts/range-history.ts';
import { createCursor, type SharedCursor } from '../../charts/shared-cursor.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { XKind } from '../../charts/x-marks.ts';
import { withoutChannels } from './computed-channels.ts';
import { useDistance } from './fetch-distance.ts';
import { freeRanges, type Layout, onlyAvailable, placedNames } from './graph-layout.ts';
import { distanceAxisOf, type RecordAxis, timeAxisOf } from './record-axis.ts';
import { type RecordDisplay, useRecordDisplay } from './record-display.ts';
import { readViewAddress } from './view-address.ts';
import { useSaysClock } from './view-settings.ts';
import { wantedLayout } from './wanted-layout.ts';

export interface RecordViewState {
  readonly history: RangeHistory;
  /** What window, extent, cursor and mark are of. */
  readonly x: RecordAxis;
  /** Whether the record says how far it came. */
  readonly hasDistance: boolean;
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  readonly layout: Layout;
  readonly mode: PlotMode;
  readonly activeSelection: number | undefined;
  readonly cursor: SharedCursor;
  /** The variable over which others are drawn, beside the graphs. */
  readonly plane: string | undefined;
  /** Variables that are placed but not drawn for now. */
  readonly hidden: ReadonlySet<string>;
  /** Planted, a gap is measured from here to the cursor. */
  readonly mark: number | undefined;
  look(window: TimeWindow, gesture?: string): void;
  undo(): void;
  redo(): void;
  whole(): void;
  setLayout(change: (layout: Layout) => Layout): void;
  /** Draws other graphs, with all of their variables. */
  draw(layout: Layout): void;
  setMode(mode: PlotMode): void;
  activate(selection: number | undefined): void;
  setX(kind: XKind): void;
  setPlane(variable: string | undefined): void;
  setMark(x: number | undefined): void;
  /** Isolates a variable among those of its graph, or with `more` hides it alone; again undoes it. */
  pressLegend(name: string, graph: readonly string[], more: boolean): void;
  /** After a failed fetch: whole range, T on x, no y variables. */
  reset(): void;
}

/** What lies between the mark and the cursor, in either order; undefined while they are not two moments. */
export function rangeOfCursors(mark: number | undefined, cursor: number | undefined): TimeWindow | undefined {
  if (mark === undefined || cursor === undefined || mark === cursor) return undefined;
  return { from: Math.min(mark, cursor), to: Math.max(mark, cursor) };
}

/** s; a record of no length still needs an axis. */
const shortestExtentSeconds = 0.01;

/** Whether a record says how far it came; what is said as km/h or a pace was measured as a speed. */
function saysDistance(
  { available_data, distance_source }: Pick<Record, 'available_data' | 'distance_source'>,
  sayings: RecordDisplay['sayings'],
): boolean {
  const isSpeed = (say: Saying | undefined) => say !== undefined && (say.isInverse || !say.isPace);
  const unitOf = ([name, { unit }]: [string, Variable]) =>
    [name, { unit: isSpeed(sayings.get(name)) ? 'm/s' : unit }] as const;
  return distanceSource(Object.fromEntries(Object.entries(available_data).map(unitOf)), distance_source) !== undefined;
}

/** The axis that is wanted, time until the distance is there. */
function useRecordAxis(record: Record, extent: TimeWindow, first: XKind) {
  const { timestamp, timezone } = record;
  const [kind, setX] = useState(first);
  const { sayings } = useRecordDisplay();
  const hasDistance = useMemo(() => saysDistance(record, sayings), [record, sayings]);
  const way = useDistance(record, hasDistance && kind === 'distance');
  const saysClock = useSaysClock(record);
  const time = useMemo(
    () => timeAxisOf(extent, saysClock ? { timestamp, timezone } : undefined),
    [extent, saysClock, timestamp, timezone],
  );
  const distance = useMemo(() => way && distanceAxisOf(way, extent), [way, extent]);
  return { x: kind === 'distance' && distance ? distance : time, setX, hasDistance };
}

/** The cursor, in seconds at first, stays at its moment when the axis is another. */
function useCursorOn(cursor: SharedCursor, x: RecordAxis): void {
  const before = useRef(timeAxisOf(x.timeExtent));
  useLayoutEffect(() => {
    const { time } = cursor;
    if (time !== undefined && before.current !== x) cursor.move(x.ofTime(before.current.toTime(time)));
    before.current = x;
  }, [cursor, x]);
}

/** What the record view shows: range history, graphs, pointer mode. It lives above the graphs. */
export function useRecordView(record: Record): RecordViewState {
  const { duration } = record;
  const { variables, sayings } = useRecordDisplay();
  const { available_data: available } = record;
  const extent = useMemo(() => ({ from: 0, to: Math.max(duration, shortestExtentSeconds) }), [duration]);
  const [linked] = useState(() => readViewAddress(location.search, available, extent, sayings));
  const { x, setX, hasDistance } = useRecordAxis(record, extent, linked.x ?? 'time');
  const [history, setHistory] = useState(() => startHistory(linked.window ?? extent));
  const [kept, setLayout] = useState<Layout>(() => linked.layout ?? wantedLayout(withoutChannels(record), variables));
  // A channel that was deleted is drawn again when that is undone.
  const layout = useMemo(() => onlyAvailable(kept, available), [kept, available]);
  const [keptPlane, setPlane] = useState(linked.plane);
  const plane = keptPlane !== undefined && Object.hasOwn(available, keptPlane) ? keptPlane : undefined;
  const [mode, setMode] = useState<PlotMode>('zoomX');
  const [activeSelection, activate] = useState(linked.selection);
  const [cursor] = useState(() => createCursor(linked.cursor));
  const [markSeconds, setMarkSeconds] = useState(linked.mark);
  const mark = markSeconds === undefined ? undefined : x.ofTime(markSeconds);
  useCursorOn(cursor, x);
  const [hidden, setHidden] = useState(linked.hidden);
  const placed = placedNames(layout);
  // A variable that was taken away is drawn when it comes back.
  if ([...hidden].some((name) => !placed.includes(name))) {
    setHidden(new Set([...hidden].filter((name) => placed.includes(name))));
  }
  return {
    history,
    x,
    setX,
    hasDistance,
    window: useMemo(() => x.ofTimes(history.present), [x, history.present]),
    extent: x.extent,
    layout,
    mode,
    activeSelection,
    cursor,
    mark,
    setMark: (at) => setMarkSeconds(at === undefined ? undefined : x.toTime(at)),
    plane,
    setPlane,
    hidden,
    pressLegend: useCallback(
      (name: string, graph: readonly string[], more: boolean) =>
        setHidden((now) => pressLegend(now, name, graph, more)),
      [],
    ),
    look: useCallback(
      (window: TimeWindow, gesture?: string) => setHistory((now) => look(now, x.times(window), gesture)),
      [x],
    ),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    whole: () => {
      setHistory((now) => look(now, extent));
      setLayout(freeRanges);
    },
    setLayout,
    draw: (given) => {
      setLayout(given);
      setHidden(new Set());
    },
    setMode,
    activate,
    reset: useCallback(() => {
      setHistory(startHistory(extent));
      setLayout([]);
      setX('time');
      setPlane(undefined);
    }, [extent, setX]),
  };
}
