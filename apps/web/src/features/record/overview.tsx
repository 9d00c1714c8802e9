import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { axisRange, type Curve } from '../../charts/curve.ts';
import { panBy, spanOf, type TimeWindow, tileOf, windowBetween, zoomAround } from '../../charts/time-window.ts';
import { useSize } from '../../charts/use-size.ts';
import { CropEdges } from './crop-edges.tsx';
import { useCurves } from './fetch-curves.ts';
import { placedNames } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './overview.module.css';

interface Marked {
  readonly id: number;
  readonly num: number;
  /** On the axis of the record. */
  readonly t0: number;
  readonly t1: number;
}

/** The curve as a filled shape in a box of 1000 × 44. */
export function overviewPath(curve: Curve, extent: TimeWindow): string {
  const range = axisRange([curve], extent);
  if (range === undefined) return '';
  const [low, high] = range;
  let path = '';
  let pen = 'M';
  for (const [index, time] of curve.timesSeconds.entries()) {
    const value = curve.values[index] ?? Number.NaN;
    if (!Number.isFinite(value)) {
      pen = 'M';
      continue;
    }
    const x = ((time - extent.from) / spanOf(extent)) * 1000;
    const y = 44 - ((value - low) / (high - low)) * 40;
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = 'L';
  }
  return path;
}

/** px that a selection's number, and the duration at the right end, take. */
const numberPixels = 24;
const durationPixels = 76;

/** The selections whose numbers have room beside each other and before the duration, by their start. */
export function labelledSelections(selections: readonly Marked[], extent: TimeWindow, widthPixels: number): Marked[] {
  const labelled: Marked[] = [];
  let free = 0;
  for (const selection of [...selections].sort((a, b) => a.t0 - b.t0 || a.num - b.num)) {
    const x = ((selection.t0 - extent.from) / spanOf(extent)) * widthPixels;
    if (x < free || x > widthPixels - durationPixels - numberPixels) continue;
    labelled.push(selection);
    free = x + numberPixels;
  }
  return labelled;
}

/** px; the curve of the whole record is asked for once at this width. */
const overviewPixels = 1024;

/** The first variable that is drawn. */
function useWholeCurve(): Curve | undefined {
  const { record, view, layout } = useOpenRecord();
  const first = placedNames(layout)[0];
  const tile = tileOf(view.extent, overviewPixels, view.extent);
  const { data } = useCurves(record, first === undefined ? [] : [first], tile, view.x.kind, true);
  return first === undefined ? undefined : data?.curves.get(first);
}

type Part = 'from' | 'to' | 'all';
let drags = 0;

/** The whole record with the window that the graphs show: drag it, or its edges, or press elsewhere to go there. */
export function Overview(): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections } = useOpenRecord();
  const curve = useWholeCurve();
  const { x, extent, window, look } = view;
  const language = useAppearance((appearance) => appearance.language);
  const format = (at: number) => x.format(at, language);
  const marked = useMemo(
    () => selections.selections.map((one) => ({ ...one, t0: x.ofTime(one.t0), t1: x.ofTime(one.t1) })),
    [selections.selections, x],
  );
  const { ref: strip, width } = useSize<HTMLDivElement>();
  const drag = useRef<{ part: Part; at: number; window: TimeWindow; gesture: string } | undefined>(undefined);
  const path = useMemo(() => (curve ? overviewPath(curve, extent) : ''), [curve, extent]);
  const percent = (time: number) => `${((time - extent.from) / spanOf(extent)) * 100}%`;
  const timeAt = (clientX: number) => {
    const box = strip.current?.getBoundingClientRect();
    return box === undefined ? 0 : extent.from + ((clientX - box.left) / box.width) * spanOf(extent);
  };

  function start(event: PointerEvent<HTMLElement>, part: Part): void {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drags += 1;
    drag.current = { part, at: timeAt(event.clientX), window, gesture: `overview ${drags}` };
  }

  function startElsewhere(event: PointerEvent<HTMLDivElement>): void {
    const at = timeAt(event.clientX);
    const moved = panBy(window, at - (window.from + window.to) / 2, extent);
    start(event, 'all');
    if (drag.current) drag.current = { ...drag.current, window: moved, at };
    look(moved, drag.current?.gesture);
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const held = drag.current;
    if (held === undefined) return;
    const time = timeAt(event.clientX);
    if (held.part === 'all') look(panBy(held.window, time - held.at, extent), held.gesture);
    else {
      const [from, to] = held.part === 'from' ? [time, held.window.to] : [held.window.from, time];
      look(windowBetween(from, to, extent), held.gesture);
    }
  }

  /** The arrows move the window by a tenth of itself, Shift by all of it; plus and minus zoom. */
  function onKeyDown(event: KeyboardEvent): void {
    const step = spanOf(window) * (event.shiftKey ? 1 : 0.1);
    const middle = (window.from + window.to) / 2;
    if (!event.repeat) drags += 1;
    const to = (next: TimeWindow) => look(next, `overview ${drags}`);
    if (event.key === 'ArrowLeft') to(panBy(window, -step, extent));
    else if (event.key === 'ArrowRight') to(panBy(window, step, extent));
    else if (event.key === 'Home') to(panBy(window, extent.from - window.from, extent));
    else if (event.key === 'End') to(panBy(window, extent.to - window.to, extent));
    else if (event.key === '+' || event.key === '=') to(zoomAround(window, middle, 0.5, extent));
    else if (event.key === '-') to(zoomAround(window, middle, 2, extent));
    else return;
    event.preventDefault();
  }

  const end = () => {
    drag.current = undefined;
  };
  const edge = { onPointerMove: move, onPointerUp: end, onPointerCancel: end };
  return (
    <div className={styles.overview} title={t('overview.hint')}>
      <div className={styles.strip} ref={strip} onPointerDown={startElsewhere} {...edge}>
        <svg viewBox="0 0 1000 44" preserveAspectRatio="none" aria-hidden="true">
          {path !== '' && <path d={path} className={styles.line} />}
        </svg>
        {marked.map((selection) => (
          <span
            key={selection.id}
            className={styles.bar}
            data-active={selection.id === view.activeSelection}
            style={{ left: percent(selection.t0), width: percent(extent.from + selection.t1 - selection.t0) }}
          />
        ))}
        {labelledSelections(marked, extent, width).map((selection) => (
          <span key={selection.id} className={styles.number} style={{ left: percent(selection.t0) }}>
            S{selection.num}
          </span>
        ))}
        <span className={styles.duration}>{format(extent.to)}</span>
        <div
          className={styles.window}
          style={{ left: percent(window.from), width: percent(extent.from + spanOf(window)) }}
          role="slider"
          tabIndex={0}
          aria-label={t('overview.window')}
          aria-valuemin={extent.from}
          aria-valuemax={extent.to}
          aria-valuenow={window.from}
          aria-valuetext={t('overview.range', { from: format(window.from), to: format(window.to) })}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => start(event, 'all')}
          {...edge}
        >
          <span className={styles.handle} data-edge="from" onPointerDown={(event) => start(event, 'from')} {...edge} />
          <span className={styles.handle} data-edge="to" onPointerDown={(event) => start(event, 'to')} {...edge} />
        </div>
        <CropEdges window={extent} />
      </div>
    </div>
  );
}
