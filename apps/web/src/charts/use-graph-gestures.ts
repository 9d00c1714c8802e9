import { useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { GraphPlot } from './graph-plot.ts';
import type { PlotHandlers, PlotMode } from './plot-gestures.ts';
import type { SharedCursor } from './shared-cursor.ts';
import { panBy, pinch, spanOf, type TimeWindow, windowBetween, zoomAround } from './time-window.ts';
import type { WallClock } from './wall-clock.ts';
import type { XKind } from './x-marks.ts';
import type { ValueRanges } from './y-axes.ts';

/** Where all graphs of a record look, and how they are moved. */
export interface GraphView {
  /** What window, cursor and mark are of: s or m. */
  readonly x: { readonly kind: XKind; readonly clock?: WallClock | undefined };
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  readonly mode: PlotMode;
  readonly cursor: SharedCursor;
  /** s; the other end of a gap that is measured from here to the cursor. */
  readonly mark: number | undefined;
  /** Moves that share a gesture are one step of the history. */
  look(window: TimeWindow, gesture?: string): void;
  whole(): void;
  setMark(time: number): void;
}

type Select = (from: number, to: number) => void;
type SetRanges = (ranges: ValueRanges) => void;

/** Each range between two shares of its height, counted from the top. */
export function rangesBetween(ranges: ValueRanges, top: number, bottom: number): ValueRanges {
  return Object.fromEntries(
    Object.entries(ranges).flatMap(([axis, range]) => {
      if (range === undefined) return [];
      const [low, high] = range;
      return [[axis, [high - bottom * (high - low), high - top * (high - low)]]];
    }),
  );
}

/** The handlers of a plot; each reads the properties of the last rendering. */
export function useGraphGestures(
  view: GraphView,
  onSelect: Select,
  onRanges: SetRanges,
): (graph: Pick<GraphPlot, 'ranges' | 'showBand'>) => PlotHandlers {
  const { window, extent } = view;
  const timeOf = (share: number) => window.from + share * spanOf(window);
  const pinched = useRef<{ window: TimeWindow; shares: readonly [number, number] } | undefined>(undefined);
  const mode = useEffectEvent(() => view.mode);
  const hover = useEffectEvent((share: number | undefined) => {
    if (share !== undefined) view.cursor.move(timeOf(share));
  });
  // Drawn, and what is not there asked for, before the frame of the event: left to itself React asks after it.
  const look = (next: TimeWindow, gesture?: string) => flushSync(() => view.look(next, gesture));
  const zoomTo = useEffectEvent((from: number, to: number) => look(windowBetween(timeOf(from), timeOf(to), extent)));
  const select = useEffectEvent((from: number, to: number) => {
    const range = windowBetween(timeOf(from), timeOf(to), extent);
    onSelect(range.from, range.to);
  });
  const setRanges = useEffectEvent((ranges: ValueRanges) => onRanges(ranges));
  const mark = useEffectEvent((share: number) => view.setMark(timeOf(share)));
  const move = useEffectEvent((share: number, gesture: string) =>
    look(panBy(window, share * spanOf(window), extent), gesture),
  );
  const zoom = useEffectEvent((share: number, factor: number, gesture: string) =>
    look(zoomAround(window, timeOf(share), factor, extent), gesture),
  );
  const startPinch = useEffectEvent((shares: readonly [number, number]) => {
    pinched.current = { window, shares };
  });
  const pinchTo = useEffectEvent((shares: readonly [number, number], gesture: string) => {
    const start = pinched.current;
    if (start) look(pinch(start.window, start.shares, shares, extent), gesture);
  });
  const whole = useEffectEvent(() => view.whole());
  return (graph) => ({
    mode: () => mode(),
    hover: (share) => hover(share),
    band: (band) => graph.showBand(band),
    zoomTo: (from, to) => zoomTo(from, to),
    zoomBox: (from, to, top, bottom) => {
      if (from > 0 || to < 1) zoomTo(from, to);
      if (top > 0 || bottom < 1) setRanges(rangesBetween(graph.ranges(), top, bottom));
    },
    zoomValues: (share, factor) =>
      setRanges(rangesBetween(graph.ranges(), share - share * factor, share + (1 - share) * factor)),
    select: (from, to) => select(from, to),
    mark: (share) => mark(share),
    panBy: (share, gesture) => move(share, gesture),
    zoomAround: (share, factor, gesture) => zoom(share, factor, gesture),
    pinchStart: (shares) => startPinch(shares),
    pinchTo: (shares, gesture) => pinchTo(shares, gesture),
    whole: () => whole(),
  });
}
