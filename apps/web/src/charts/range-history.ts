import { sameWindow, type TimeWindow } from './time-window.ts';

/** The ranges that were looked at: undo goes to the past, redo to the future. */
export interface RangeHistory {
  readonly past: readonly TimeWindow[];
  readonly present: TimeWindow;
  readonly future: readonly TimeWindow[];
  /** The gesture that made `present`: moves of the same gesture are one step. */
  readonly gesture: string | undefined;
}

/** Steps kept; older ones are forgotten. */
export const historyLength = 100;

export function startHistory(window: TimeWindow): RangeHistory {
  return { past: [], present: window, future: [], gesture: undefined };
}

/** Looks at `window`. Moves that share a `gesture` name (one drag, one run of the wheel) become one step. */
export function look(history: RangeHistory, window: TimeWindow, gesture?: string): RangeHistory {
  const continues = gesture !== undefined && gesture === history.gesture;
  if (sameWindow(history.present, window)) return history;
  if (continues) return { ...history, present: window, future: [] };
  const past = [...history.past, history.present].slice(-historyLength);
  return { past, present: window, future: [], gesture };
}

export function undo(history: RangeHistory): RangeHistory {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    gesture: undefined,
  };
}

export function redo(history: RangeHistory): RangeHistory {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest, gesture: undefined };
}

export function canUndo(history: RangeHistory): boolean {
  return history.past.length > 0;
}

export function canRedo(history: RangeHistory): boolean {
  return history.future.length > 0;
}
