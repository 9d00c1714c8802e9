import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { nearestIndex, type ValueRange } from '../../charts/curve.ts';
import { drawTrack } from '../../charts/draw-track.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import { placeTrack, scaleBarMetres } from '../../charts/track.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useSize } from '../../charts/use-size.ts';
import type { ShownTrack } from './fetch-track.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './track-map.module.css';
import { useGround } from './use-ground.ts';

const TileMap = lazy(() => import('./tile-map.tsx'));

/** px from the pointer within which a point takes the cursor. */
const nearPixels = 30;
const barPixels = 90;

/** The picture of a way, its scale, and the cursor of the graphs on it. */
export function TrackCanvas(props: {
  shown: ShownTrack;
  range: ValueRange | undefined;
  scale: readonly [string, string];
  follows: boolean;
}): ReactNode {
  const { t } = useTranslation('record');
  const { view } = useOpenRecord();
  const { chart: colours, curves } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const { ref, width, height } = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const dot = useRef<HTMLDivElement>(null);
  const { range, follows } = props;
  const { track, values } = props.shown;
  const [pale, full] = props.scale;
  const { present: window } = view.history;
  const { timeExtent } = view.x;
  const plain = useMemo(
    () => placeTrack(track, { width, height }, follows ? window : timeExtent),
    [track, width, height, follows, window, timeExtent],
  );
  const ground = useGround(track, plain, { width, height });
  const { place } = ground;
  useLayoutEffect(() => {
    if (canvas.current === null || width === 0 || height === 0) return;
    const style = { width, height, colours, ink: curves.ink, scale: [pale, full] as const };
    drawTrack(canvas.current, { track, place, values, range, window }, style);
  }, [track, place, values, range, window, width, height, colours, curves.ink, pale, full]);

  const { cursor, x } = view;
  useEffect(() => {
    const show = () => {
      const seconds = cursor.time === undefined ? undefined : x.toTime(cursor.time);
      const index = seconds === undefined ? -1 : nearestIndex(track.timesSeconds, seconds);
      const [east, north] = [track.xs[index] ?? Number.NaN, track.ys[index] ?? Number.NaN];
      if (dot.current === null) return;
      dot.current.style.display = Number.isFinite(east) ? 'block' : 'none';
      dot.current.style.transform = `translate(${place.left(east)}px, ${place.top(north)}px)`;
    };
    show();
    return cursor.subscribe(show);
  }, [cursor, x, track, place]);

  /** The moment of the point nearest to the pointer. */
  function point(clientX: number, clientY: number): void {
    const box = ref.current?.getBoundingClientRect();
    if (box === undefined) return;
    let [nearest, at] = [nearPixels, -1];
    for (const [index, east] of track.xs.entries()) {
      const north = track.ys[index] ?? Number.NaN;
      const apart = Math.hypot(place.left(east) - clientX + box.left, place.top(north) - clientY + box.top);
      if (apart < nearest) [nearest, at] = [apart, index];
    }
    const seconds = track.timesSeconds[at];
    if (seconds !== undefined) cursor.move(x.ofTime(seconds));
  }
  const barMetres = scaleBarMetres(place.pixelsPerMetre, barPixels);
  const bar = barMetres >= 1000 ? [barMetres / 1000, 'km'] : [barMetres, 'm'];
  return (
    <div
      ref={ref}
      className={styles.canvas}
      onPointerMove={(event) => point(event.clientX, event.clientY)}
      onPointerDown={(event) => point(event.clientX, event.clientY)}
    >
      {ground.map && width > 0 && (
        <Suspense fallback={null}>
          <TileMap {...ground.map} />
        </Suspense>
      )}
      <canvas ref={canvas} />
      <div ref={dot} className={styles.dot} aria-hidden="true" />
      {height > 0 && (
        <p className={`${styles.foot} ${ground.credit === undefined ? '' : styles.onGround}`}>
          <span className={styles.bar} style={{ width: barMetres * place.pixelsPerMetre }} />
          {formatFigure(Number(bar[0]), 0, language, false)} {bar[1]}
          <span className={styles.grow} />
          {t('map.legend')}
        </p>
      )}
      {ground.credit !== undefined && <p className={styles.credit}>{ground.credit}</p>}
      {ground.isAway && <p className={styles.credit}>{t('map.noTiles')}</p>}
    </div>
  );
}
