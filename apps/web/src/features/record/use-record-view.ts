import type { Record } from '@sillage/contract';
import { useCallback, useMemo, useState } from 'react';
import type { PlotMode } from '../../charts/plot-gestures.ts';
import { look, type RangeHistory, redo, startHistory, undo } from '../../charts/range-history.ts';
import { createCursor, type SharedCursor } from '../../charts/shared-cursor.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { Layout } from './graph-layout.ts';
import { useRecordDisplay } from './record-display.ts';
import { wantedLayout } from './wanted-layout.ts';

export interface RecordViewState {
  readonly history: RangeHistory;
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  readonly layout: Layout;
  readonly mode: PlotMode;
  readonly activeSelection: number | undefined;
  readonly cursor: SharedCursor;
  /** s; planted, a gap is measured from here to the cursor. */
  readonly mark: number | undefined;
  look(window: TimeWindow, gesture?: string): void;
  undo(): void;
  redo(): void;
  whole(): void;
  setLayout(change: (layout: Layout) => Layout): void;
  setMode(mode: PlotMode): void;
  activate(selection: number | undefined): void;
  setMark(time: number | undefined): void;
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

/** What the record view shows: range history, graphs, pointer mode. It lives above the graphs. */
export function useRecordView(record: Record): RecordViewState {
  const { duration } = record;
  const { variables } = useRecordDisplay();
  const extent = useMemo(() => ({ from: 0, to: Math.max(duration, shortestExtentSeconds) }), [duration]);
  const [history, setHistory] = useState(() => startHistory(extent));
  const [layout, setLayout] = useState<Layout>(() => wantedLayout(record.available_data, variables));
  const [mode, setMode] = useState<PlotMode>('zoomX');
  const [activeSelection, activate] = useState<number>();
  const [cursor] = useState(createCursor);
  const [mark, setMark] = useState<number>();
  return {
    history,
    window: history.present,
    extent,
    layout,
    mode,
    activeSelection,
    cursor,
    mark,
    setMark,
    look: useCallback((window: TimeWindow, gesture?: string) => setHistory((now) => look(now, window, gesture)), []),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    whole: () => setHistory((now) => look(now, extent)),
    setLayout,
    setMode,
    activate,
    reset: useCallback(() => {
      setHistory(startHistory(extent));
      setLayout([]);
    }, [extent]),
  };
}
