import { useEffect, useEffectEvent, useRef } from 'react';
import { isKeyTaken } from '../../base/shortcuts.ts';
import { spanOf, windowBetween, zoomAround } from '../../charts/time-window.ts';
import { type RecordViewState, rangeOfCursors } from './use-record-view.ts';
import { useViewSettings } from './view-settings.ts';

let keyRuns = 0;

/**
 * The keys of the curves, wherever the focus is: arrows, Home and End move the cursor (Shift: ten pixels), plus and minus
 * zoom around it, C shows or hides it, Shift+C plants mark A there, Enter zooms to what lies between mark and cursor, Escape takes the mark away.
 * List them in `shortcut-list.ts` too.
 */
export function useCurveKeys(view: RecordViewState, plotWidthPixels: number): void {
  const run = useRef('');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event, document)) return;
    if (!event.repeat) run.current = `keys ${++keyRuns}`;
    if (act(event, view, plotWidthPixels, run.current)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Whether the key was one of the curves'. */
function act(event: KeyboardEvent, view: RecordViewState, plotWidthPixels: number, gesture: string): boolean {
  const { window, extent, cursor, mark } = view;
  const step = (spanOf(window) / Math.max(plotWidthPixels, 1)) * (event.shiftKey ? 10 : 1);
  const inside = (time: number) => Math.min(Math.max(time, window.from), window.to);
  const at = inside(cursor.time ?? (window.from + window.to) / 2);
  const range = rangeOfCursors(mark, cursor.time);
  switch (event.key) {
    case 'ArrowLeft':
      cursor.move(inside(at - step));
      return true;
    case 'ArrowRight':
      cursor.move(inside(at + step));
      return true;
    case 'Home':
      cursor.move(window.from);
      return true;
    case 'End':
      cursor.move(window.to);
      return true;
    case '+':
    case '=':
      view.look(zoomAround(window, at, 0.5, extent), gesture);
      return true;
    case '-':
      view.look(zoomAround(window, at, 2, extent), gesture);
      return true;
    case 'c':
    case 'C':
      if (!event.shiftKey) {
        useViewSettings.getState().toggle('cursor');
        return true;
      }
      cursor.move(at);
      view.setMark(at);
      return true;
    case 'Enter':
      if (range === undefined || view.mode === 'select') return false;
      view.look(windowBetween(range.from, range.to, extent));
      return true;
    case 'Escape':
      if (mark === undefined) return false;
      view.setMark(undefined);
      return true;
    default:
      return false;
  }
}
