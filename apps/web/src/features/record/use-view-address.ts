import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type RecordDisplay, useRecordDisplay } from './record-display.ts';
import type { RecordViewState } from './use-record-view.ts';
import { writeViewAddress } from './view-address.ts';
import { useViewSettings } from './view-settings.ts';

/** ms that the view rests before the address says it. */
const restMilliseconds = 600;

/** The address of the view as it is now, after the path. */
function searchOf(view: RecordViewState, single: boolean, sayings: RecordDisplay['sayings']): string {
  const { x, plane, history, layout, hidden, activeSelection: selection } = view;
  const secondsOf = (at: number | undefined) => (at === undefined ? undefined : x.toTime(at));
  const [cursor, mark] = [secondsOf(view.cursor.time), secondsOf(view.mark)];
  const places = { window: history.present, extent: x.timeExtent, cursor, mark };
  const said = { x: x.kind, plane, ...places, layout, hidden, selection, single };
  return `?${new URLSearchParams(writeViewAddress(said, sayings))}`;
}

/** Keeps the address saying the view once something of it was changed; answers how to read the whole link. */
export function useViewAddress(view: RecordViewState): () => string {
  const { history } = useRouter();
  const single = useViewSettings((settings) => !settings.multiple);
  const { sayings } = useRecordDisplay();
  const { x, plane, window, layout, hidden, cursor, mark, activeSelection } = view;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(false);
  const write = useEffectEvent(() => {
    const search = searchOf(view, single, sayings);
    if (search !== location.search) history.replace(`${location.pathname}${search}`);
  });
  const later = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(write, restMilliseconds);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is in the address
  useEffect(() => {
    // A record that was only opened keeps its plain address.
    if (isOpen.current) later();
    isOpen.current = true;
  }, [x, plane, window, layout, hidden, mark, activeSelection, single]);
  useEffect(() => {
    const stop = cursor.subscribe(() => later());
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [cursor]);
  return () => `${location.origin}${location.pathname}${searchOf(view, single, sayings)}`;
}
