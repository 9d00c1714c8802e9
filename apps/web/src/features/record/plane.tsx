import { mdiLock, mdiLockOpenOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Record } from '@sillage/contract';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { decimalsFor, nearestIndex } from '../../charts/curve.ts';
import { drawPlane, placeOnPlane, planeMargin } from '../../charts/draw-plane.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import { ellipseOf, type PlanePoints, pairCurves, planeScale } from '../../charts/plane.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useSize } from '../../charts/use-size.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { useCurves } from './fetch-curves.ts';
import type { Layout, Placed } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './plane.module.css';
import { useRecordDisplay } from './record-display.ts';
import { looksOf, moduleOf, type VariableLook } from './variable-look.ts';

/** Points asked for at most; above that only the extremes of each moment are drawn. */
const mostPoints = 60_000;
const mostCurves = 3;
/** ms that the window rests before its points are fetched: a pan or a wheel goes through many. */
const restMilliseconds = 250;

/** What is drawn over `x`: the variables of its unit, else those of the first graph. */
export function overPlane(x: string, layout: Layout, available: Record['available_data']): readonly Placed[] {
  const all = layout.flatMap(({ variables }) => variables).filter(({ name }) => name !== x);
  const unit = available[x]?.unit ?? '';
  const alike = all.filter(({ name }) => unit !== '' && available[name]?.unit === unit);
  const first = layout.flatMap(({ variables }) => [variables.filter(({ name }) => name !== x)]);
  return (alike.length > 0 ? alike : (first.find((some) => some.length > 0) ?? [])).slice(0, mostCurves);
}

interface Over {
  readonly name: string;
  readonly look: VariableLook;
  readonly points: PlanePoints;
}

/** Curves of the window over the chosen variable; undefined until they are there. */
function usePlane(x: string): { readonly over: readonly Over[]; readonly isWhole: boolean } | undefined {
  const { record, view, layout } = useOpenRecord();
  const { curves: colours } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const placed = useMemo(() => overPlane(x, layout, record.available_data), [x, layout, record]);
  const window: TimeWindow = useSettled(view.history.present, restMilliseconds);
  const names = [x, ...placed.map(({ name }) => name)];
  const rate = Math.max(...names.map((name) => record.modules[moduleOf(name)]?.rate ?? 0));
  // Every sample of a pixel column is sent up to three.
  const wanted = Math.ceil(rate * spanOf(window) * 1.4) + 64;
  const tile = { ...window, maxData: Math.min(wanted, mostPoints) };
  const { data } = useCurves(record, names, tile, 'time', true);
  return useMemo(() => {
    const along = data?.curves.get(x);
    if (along === undefined) return undefined;
    const isWhole = data !== undefined && data.tile.maxData < mostPoints;
    const looks = looksOf(placed, record.available_data, colours, language);
    const over = placed.flatMap(({ name }, index) => {
      const [curve, look] = [data?.curves.get(name), looks[index]];
      return curve && look ? [{ name, look, points: pairCurves(along, curve) }] : [];
    });
    return { over, isWhole };
  }, [data, x, placed, record, colours, language]);
}

/** One variable over another: a plane with the cursor of the graphs, and the ellipse where both have one unit. */
export function Plane(props: { x: string }): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const { curves } = useChartTheme();
  const plane = usePlane(props.x);
  const [along] = looksOf([{ name: props.x, axis: 'y1' }], record.available_data, curves, language);
  const isOneUnit =
    plane !== undefined &&
    along !== undefined &&
    along.unit !== '' &&
    plane.over.every(({ look }) => look.unit === along.unit);
  const [freed, setFreed] = useState(false);
  const equal = isOneUnit && !freed;
  // Extremes alone scatter more than what they are the extremes of.
  const ellipse = useMemo(
    () => (isOneUnit && plane?.isWhole && plane.over[0] ? ellipseOf(plane.over[0].points) : undefined),
    [isOneUnit, plane],
  );
  const label = along?.label ?? props.x;
  const title = plane?.over.map(({ look }) => t('plane.over', { y: look.label, x: label })).join(', ') ?? label;
  // Of two variables with one unit, both are paces or none is.
  const isPace = useRecordDisplay().sayings.get(props.x)?.isPace === true;
  const figure = (value: number) => formatFigure(value, isPace ? 1 : decimalsFor([-value, value]), language, isPace);
  return (
    <figure className={styles.plane} aria-label={title}>
      <figcaption className={styles.head}>
        {plane?.over.map(({ name, look }) => (
          <span key={name} className={styles.item}>
            <span className={styles.swatch} style={{ borderColor: look.stroke }} />
            {t('plane.over', { y: look.label, x: label })} <span className={styles.unit}>{look.unit}</span>
          </span>
        ))}
        {ellipse && along && (
          <span className={styles.item}>
            {t('plane.ellipse')}{' '}
            {!isPace && (
              <>
                <b>{figure(ellipse.area)}</b> <span className={styles.unit}>{squared(along.unit)}</span>{' '}
              </>
            )}
            <span className={styles.unit}>
              {t('plane.axes', { major: figure(ellipse.major), minor: figure(ellipse.minor), unit: along.unit })}
            </span>
          </span>
        )}
        {plane && !plane.isWhole && <span className={styles.note}>{t('plane.preview')}</span>}
        <span className={styles.grow} />
        {isOneUnit && (
          <Button
            size="small"
            aria-pressed={equal}
            onClick={() => setFreed(!freed)}
            startIcon={<Icon path={equal ? mdiLock : mdiLockOpenOutline} size={16} />}
          >
            {t('plane.equal')}
          </Button>
        )}
      </figcaption>
      {plane && plane.over.length === 0 && <p className={styles.none}>{t('plane.none')}</p>}
      {plane && plane.over.length > 0 && <PlaneCanvas x={props.x} over={plane.over} equal={equal} ellipse={ellipse} />}
    </figure>
  );
}

/** `mm²`; of what is no plain unit `(m/s²)²`. */
function squared(unit: string): string {
  return /^[\p{L}°]+$/u.test(unit) ? `${unit}²` : `(${unit})²`;
}

/** px from the pointer within which a point takes the cursor. */
const nearPixels = 30;

function PlaneCanvas(props: {
  x: string;
  over: readonly Over[];
  equal: boolean;
  ellipse: ReturnType<typeof ellipseOf>;
}): ReactNode {
  const { view } = useOpenRecord();
  const { chart: colours, curves, font } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const { lineWidth, sayings } = useRecordDisplay();
  const { ref, width, height } = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const dot = useRef<HTMLDivElement>(null);
  const { over, equal, ellipse } = props;
  const isPaceX = sayings.get(props.x)?.isPace === true;
  const isPaceY = sayings.get(over[0]?.name ?? '')?.isPace === true;
  const scale = useMemo(() => {
    const box = {
      width: Math.max(1, width - planeMargin.left - planeMargin.right),
      height: Math.max(1, height - planeMargin.top - planeMargin.bottom),
    };
    return planeScale(
      over.map(({ points }) => points),
      box,
      equal,
    );
  }, [over, equal, width, height]);
  useLayoutEffect(() => {
    if (canvas.current === null || width === 0 || height === 0) return;
    const drawn = over.map(({ points, look }) => ({ points, stroke: look.stroke }));
    const style = { width, height, colours, ink: curves.ink, font, language, lineWidth };
    drawPlane(canvas.current, { curves: drawn, scale, ellipse, isPace: { x: isPaceX, y: isPaceY } }, style);
  }, [over, scale, ellipse, isPaceX, isPaceY, width, height, colours, curves, font, language, lineWidth]);

  const place = placeOnPlane(scale, { width, height });
  const [first] = over;
  const { cursor, x } = view;
  useEffect(() => {
    const show = () => {
      const seconds = cursor.time === undefined ? undefined : x.toTime(cursor.time);
      const index = seconds === undefined || !first ? -1 : nearestIndex(first.points.timesSeconds, seconds);
      const [left, top] = [first?.points.xs[index] ?? Number.NaN, first?.points.ys[index] ?? Number.NaN];
      if (dot.current === null) return;
      const isShown = Number.isFinite(left + top);
      dot.current.style.display = isShown ? 'block' : 'none';
      if (!isShown) return;
      dot.current.style.transform = `translate(${place.left(left)}px, ${place.top(top)}px)`;
      dot.current.textContent = formatChrono(seconds ?? 0);
    };
    show();
    return cursor.subscribe(show);
  }, [cursor, x, first, place]);

  /** The moment of the point nearest to the pointer. */
  function point(clientX: number, clientY: number): void {
    const box = ref.current?.getBoundingClientRect();
    if (box === undefined || first === undefined) return;
    const [left, top] = [clientX - box.left, clientY - box.top];
    let [nearest, at] = [nearPixels ** 2, -1];
    for (const [index, value] of first.points.xs.entries()) {
      const [dx, dy] = [place.left(value) - left, place.top(first.points.ys[index] ?? Number.NaN) - top];
      const apart = dx * dx + dy * dy;
      if (apart < nearest) [nearest, at] = [apart, index];
    }
    const seconds = first.points.timesSeconds[at];
    if (seconds !== undefined) cursor.move(x.ofTime(seconds));
  }
  return (
    <div
      ref={ref}
      className={styles.canvas}
      aria-hidden="true"
      onPointerMove={(event) => point(event.clientX, event.clientY)}
      onPointerDown={(event) => point(event.clientX, event.clientY)}
    >
      <canvas ref={canvas} />
      <div ref={dot} className={styles.dot} />
    </div>
  );
}
