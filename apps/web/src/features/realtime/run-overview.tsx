import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useSize } from '../../charts/use-size.ts';
import { usePainter } from '../../live/frame-loop.ts';
import type { SeriesBuffer } from '../../live/series-buffer.ts';
import { formatChrono } from '../../ui/chrono.ts';
import type { LiveLine } from './curve-groups.ts';
import styles from './curves.module.css';
import { endOf, type Freezing, keptOf } from './freeze.ts';
import { useSamples } from './samples.tsx';
import { useEndedNumbers } from './use-ended.ts';

/** ms between drawings while it runs: it moves by less than a pixel. */
const drawEvery = 1000;
/** s back or forth by an arrow key. */
const arrowSeconds = 10;

/** All that this page has of what runs, with the part that the graphs show: press or drag to go back. */
export function RunOverview(props: {
  line: LiveLine | undefined;
  freezing: Freezing;
  windowSeconds: number;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const { line, freezing, windowSeconds } = props;
  const { frozen } = freezing;
  const { chart } = useChartTheme();
  const samples = useSamples();
  const ended = useEndedNumbers();
  const { ref, width, height } = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const drawn = useRef<{ readonly of: string; readonly atMs: number }>({ of: '', atMs: Number.NEGATIVE_INFINITY });
  const extent = useRef<TimeWindow>({ from: -windowSeconds, to: 0 });
  const held = useRef<number | undefined>(undefined);
  const number = line?.device.number;
  const shown = frozen?.window ?? { from: -windowSeconds, to: 0 };

  usePainter((now) => {
    const context = canvas.current?.getContext('2d');
    if (!context || width === 0 || line === undefined || number === undefined) return false;
    const of = [number, line.variable.name, width, frozen?.atMs, shown.from, shown.to, chart.sel].join();
    if (of === drawn.current.of && (frozen !== undefined || now - drawn.current.atMs < drawEvery)) return false;
    drawn.current = { of, atMs: now };
    const name = line.variable.name;
    const watched = [{ number, names: [name] }];
    extent.current = frozen?.extent ?? { from: -Math.max(windowSeconds, keptOf(samples, watched, now)), to: 0 };
    const kept = ended.has(number) ? samples.kept(number, name) : undefined;
    const end = frozen?.ends.get(number) ?? endOf(samples, number, [name], now);
    fit(context.canvas, width, height);
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.fillStyle = chart.primaryInk;
    context.globalAlpha = 0.22;
    fillShape(context, kept ?? samples.series(number, name), { end, extent: extent.current, width, height });
    placeBox(box.current, shown, extent.current);
    return true;
  });

  const timeAt = (clientX: number): number => {
    const bounds = ref.current?.getBoundingClientRect();
    const { from } = extent.current;
    return bounds === undefined || bounds.width === 0 ? 0 : from + ((clientX - bounds.left) / bounds.width) * -from;
  };
  const goTo = (at: number) => freezing.pan(at - (shown.from + shown.to) / 2);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = timeAt(event.clientX);
    if (held.current < shown.from || held.current > shown.to) goTo(held.current);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (held.current === undefined) return;
    const at = timeAt(event.clientX);
    if (at !== held.current) freezing.pan(at - held.current);
    held.current = at;
  };
  const onPointerUp = () => {
    held.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') freezing.pan(-arrowSeconds);
    else if (event.key === 'ArrowRight' && frozen !== undefined) freezing.pan(arrowSeconds);
    else if (event.key === 'Home') freezing.pan(extent.current.from);
    else if (event.key === 'End' && frozen !== undefined) freezing.pan(-shown.to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={ref}
      className={styles.overview}
      role="slider"
      tabIndex={0}
      aria-label={t('curves.overview')}
      aria-valuemin={Math.round(frozen?.extent.from ?? -windowSeconds)}
      aria-valuemax={0}
      aria-valuenow={Math.round(shown.to)}
      aria-valuetext={t('curves.back', { time: formatChrono(Math.round(-shown.to), 0) })}
      title={t('curves.overviewHint')}
      {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }}
    >
      <canvas ref={canvas} className={styles.overviewShape} />
      <span ref={box} className={styles.overviewBox} />
    </div>
  );
}

function fit(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [w, h] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
}

function placeBox(element: HTMLElement | null, shown: TimeWindow, extent: TimeWindow): void {
  if (element === null) return;
  const percent = (seconds: number) => `${(seconds / spanOf(extent)) * 100}%`;
  element.style.left = percent(shown.from - extent.from);
  element.style.width = percent(spanOf(shown));
}

interface ShapePlace {
  /** s, of the device; the right end. */
  readonly end: number;
  readonly extent: TimeWindow;
  readonly width: number;
  readonly height: number;
}

/** A column a pixel, as high as its highest value; nothing where nothing came. */
function fillShape(context: CanvasRenderingContext2D, buffer: SeriesBuffer | undefined, place: ShapePlace): void {
  const { end, extent, width, height } = place;
  const range = buffer?.extent();
  if (buffer === undefined || range === undefined) return;
  const [low, high] = range;
  const scale = high > low ? (height - 6) / (high - low) : 0;
  let index = buffer.indexFrom(end + extent.from);
  for (let x = 0; x < width; x++) {
    const until = buffer.indexFrom(end + extent.from + ((x + 1) / width) * spanOf(extent));
    const column = buffer.extent(index, Math.max(until, index + 1));
    index = until;
    if (column === undefined) continue;
    const top = scale === 0 ? height / 2 : 3 + (column[1] - low) * scale;
    context.fillRect(x, height - top, 1, top);
  }
}
