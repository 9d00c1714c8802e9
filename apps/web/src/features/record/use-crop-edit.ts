import type { Record } from '@sillage/contract';
import { useState } from 'react';
import { useShortcut } from '../../base/shortcuts.ts';
import { sameWindow, type TimeWindow } from '../../charts/time-window.ts';
import { useStepActions } from './step-queries.ts';
import type { RecordViewState } from './use-record-view.ts';

/** s; what a crop keeps at least. */
const shortestCropSeconds = 0.01;

/** A crop while it is drawn; nothing of it is done before it is applied. */
export interface CropEdit {
  /** s of the record; undefined while nothing is cropped. */
  readonly window: TimeWindow | undefined;
  /** Whether it would keep all of the record. */
  readonly keepsAll: boolean;
  readonly pending: boolean;
  /** Begins with what the graphs show. */
  begin(): void;
  set(window: TimeWindow): void;
  cancel(): void;
  apply(): void;
}

export function useCropEdit(record: Record, view: RecordViewState): CropEdit {
  const [drawn, setDrawn] = useState<{ readonly window: TimeWindow; readonly signals_version: number }>();
  const window = drawn?.window;
  const setWindow = (next: TimeWindow) => setDrawn({ window: next, signals_version: record.signals_version });
  const { crop } = useStepActions(record.id);
  const { timeExtent } = view.x;
  const cancel = () => setDrawn(undefined);
  const keepsAll = window !== undefined && sameWindow(window, timeExtent);
  const apply = () => {
    if (drawn === undefined || keepsAll || crop.isPending) return;
    const { signals_version } = drawn;
    crop.mutate({ start: drawn.window.from, end: drawn.window.to, signals_version }, { onSuccess: cancel });
  };
  useShortcut('Escape', cancel, window !== undefined);
  useShortcut('Enter', apply, window !== undefined);
  return {
    window,
    keepsAll,
    pending: crop.isPending,
    begin: () => {
      setWindow(view.x.times(view.window));
      view.whole();
    },
    set(wanted) {
      const from = Math.min(Math.max(wanted.from, timeExtent.from), timeExtent.to);
      const to = Math.min(Math.max(wanted.to, timeExtent.from), timeExtent.to);
      if (to - from >= shortestCropSeconds) setWindow({ from, to });
    },
    cancel,
    apply,
  };
}
