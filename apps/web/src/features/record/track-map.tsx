import { mdiCrosshairsGps, mdiMapMarkerPath } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { findTrackVariables } from '@sillage/domain';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { decimalsFor, nearestIndex } from '../../charts/curve.ts';
import { drawTrack } from '../../charts/draw-track.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import type { CurveTile } from '../../charts/time-window.ts';
import {
  colourRange,
  placeTrack,
  scaleBarMetres,
  type Track,
  trackColour,
  trackOf,
  valueBetween,
} from '../../charts/track.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useSize } from '../../charts/use-size.ts';
import { Icon } from '../../ui/icon.tsx';
import { useCurves } from './fetch-curves.ts';
import { placedNames } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import { useRecordDisplay } from './record-display.ts';
import styles from './track-map.module.css';
import { looksOf, type VariableLook } from './variable-look.ts';

/** Points of each curve at least; a picture 300 px wide shows no more. */
const mostPoints = 3000;
/** Of the way from the ground to the colour of a variable its smallest value is drawn at. */
const palest = 0.3;

interface Shown {
  readonly track: Track;
  /** Of each point of the way. */
  readonly values: Float64Array | undefined;
}

/** Where the record went, and what its colours say: the speed first, and whatever is drawn. */
function useTrack() {
  const { record, view } = useOpenRecord();
  const [chosen, choose] = useState<string>();
  const found = useMemo(() => findTrackVariables(record.available_data), [record]);
  const telling = [found.speed, found.altitude, found.heartRate, found.cadence, found.power].flatMap(
    (one) => one?.variable ?? [],
  );
  const names = [...new Set([...telling, ...placedNames(view.layout)])].filter((name) => name in record.available_data);
  const coloured = chosen !== undefined && names.includes(chosen) ? chosen : names[0];
  const [latitude, longitude] = [found.latitude?.variable, found.longitude?.variable];
  const has = latitude !== undefined && longitude !== undefined;
  const wanted = has ? [latitude, longitude, ...(coloured === undefined ? [] : [coloured])] : [];
  const tile: CurveTile = { ...view.x.timeExtent, maxData: mostPoints };
  const { data } = useCurves(record.id, wanted, tile, 'time', has);
  const shown = useMemo((): Shown | undefined => {
    const [north, east] = [data?.curves.get(latitude ?? ''), data?.curves.get(longitude ?? '')];
    const track = north && east && trackOf(north, east);
    const curve = data?.curves.get(coloured ?? '');
    return track && { track, values: curve && track.timesSeconds.map((time) => valueBetween(curve, time)) };
  }, [data, latitude, longitude, coloured]);
  return { has, isFetched: data !== undefined, shown, names, coloured, choose };
}

/** The way of a record seen from above, north up, with the cursor of the graphs; nothing for one without positions. */
export function TrackMap(): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const { curves: colours, chart } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const { sayings } = useRecordDisplay();
  const [follows, setFollows] = useState(false);
  const { has, isFetched, shown, names, coloured, choose } = useTrack();
  const range = useMemo(() => shown?.values && colourRange([...shown.values]), [shown]);
  if (!has) return null;
  const looks = looksOf(
    names.map((name) => ({ name, axis: 'y1' })),
    record.available_data,
    colours,
    language,
  );
  const look = looks[names.indexOf(coloured ?? '')];
  const scale = scaleOf(look, chart.plot, chart.axis);
  const figure = (value: number) =>
    formatFigure(value, decimalsFor(range), language, sayings.get(coloured ?? '')?.isPace === true);
  return (
    <figure className={styles.map} aria-label={t('map.title')}>
      <figcaption className={styles.head}>
        <TextField
          select
          variant="standard"
          value={coloured ?? ''}
          onChange={(event) => choose(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': t('map.colour') } }}
        >
          {names.map((name, index) => (
            <MenuItem key={name} value={name}>
              {looks[index]?.label}
            </MenuItem>
          ))}
        </TextField>
        <span className={styles.grow} />
        {range && (
          <span className={styles.scale} title={t('map.beyond')}>
            {figure(range[0])}
            <span style={{ background: `linear-gradient(90deg, ${scale[0]}, ${scale[1]})` }} />
            {figure(range[1])} {look?.unit}
          </span>
        )}
        <IconButton
          aria-label={t('map.follow')}
          title={t('map.follow')}
          aria-pressed={follows}
          onClick={() => setFollows(!follows)}
        >
          <Icon path={follows ? mdiCrosshairsGps : mdiMapMarkerPath} size={20} />
        </IconButton>
      </figcaption>
      {shown && <TrackCanvas shown={shown} range={range} scale={scale} follows={follows} />}
      {isFetched && !shown && <p className={styles.none}>{t('map.none')}</p>}
    </figure>
  );
}

function scaleOf(look: VariableLook | undefined, plot: string, axis: string): readonly [string, string] {
  const stroke = look?.stroke ?? axis;
  return [trackColour(plot, stroke, palest), stroke];
}

/** px from the pointer within which a point takes the cursor. */
const nearPixels = 30;
const barPixels = 90;

function TrackCanvas(props: {
  shown: Shown;
  range: ReturnType<typeof colourRange>;
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
  const place = useMemo(
    () => placeTrack(track, { width, height }, follows ? window : timeExtent),
    [track, width, height, follows, window, timeExtent],
  );
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
      <canvas ref={canvas} />
      <div ref={dot} className={styles.dot} aria-hidden="true" />
      {height > 0 && (
        <p className={styles.foot}>
          <span className={styles.bar} style={{ width: barMetres * place.pixelsPerMetre }} />
          {formatFigure(Number(bar[0]), 0, language, false)} {bar[1]}
          <span className={styles.grow} />
          {t('map.legend')}
        </p>
      )}
    </div>
  );
}
