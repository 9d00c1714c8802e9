import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Language } from '../base/appearance.ts';
import { type Band, type ChartSeries, sideWidth } from './chart-options.ts';
import { valueAt } from './curve.ts';
import { formatFigure } from './format-figure.ts';
import styles from './graph.module.css';
import { GraphPlot } from './graph-plot.ts';
import { bindPlotGestures, type PlotMode } from './plot-gestures.ts';
import type { SharedCursor } from './shared-cursor.ts';
import { panBy, pinch, type TimeWindow, windowBetween, zoomAround } from './time-window.ts';
import { useChartTheme } from './use-chart-theme.ts';
import { useSize } from './use-size.ts';

export interface GraphSeries extends ChartSeries {
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  /** Said beside its name: that it is not drawn as it was measured. */
  readonly note: string;
}

export interface GraphProps {
  readonly name: string;
  readonly series: readonly GraphSeries[];
  /** True until the first points are there. */
  readonly loading: boolean;
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  readonly bands: readonly Band[];
  readonly zeroUnified: boolean;
  /** px */
  readonly lineWidth: number;
  readonly timeAxis: boolean;
  readonly compact: boolean;
  readonly mode: PlotMode;
  readonly cursor: SharedCursor;
  readonly cursorShown: boolean;
  /** s; the other end of a gap that is measured from here to the cursor. */
  readonly mark: number | undefined;
  readonly language: Language;
  /** Moves that share a gesture are one step of the history. */
  onLook(window: TimeWindow, gesture?: string): void;
  onWhole(): void;
  onSelect(from: number, to: number): void;
  onMark(time: number): void;
  onPlotWidth(pixels: number): void;
}

/** One graph: a header that is legend and cursor readout at once, and the curves. */
export function Graph(props: GraphProps): ReactNode {
  const axes = new Set(props.series.map((one) => one.axis));
  return (
    <figure className={styles.graph} aria-label={props.name} data-mode={props.mode}>
      <figcaption className={styles.header}>
        {props.series.map((one) => (
          <span key={one.variable} className={styles.item}>
            <span className={styles.swatch} data-line={one.line} style={{ borderColor: one.stroke }} />
            <span className={styles.label} title={one.variable}>
              {one.label}
            </span>
            {one.note !== '' && <span className={styles.note}>{one.note}</span>}
            {axes.size > 1 && one.axis === 'y2' && <span className={styles.axis}>y2</span>}
            <span className={styles.readout}>
              <Readout series={one} cursor={props.cursor} language={props.language} shown={props.cursorShown} />{' '}
              <span className={styles.unit}>{one.unit}</span>
              {props.mark !== undefined && props.cursorShown && (
                <Gap series={one} mark={props.mark} cursor={props.cursor} language={props.language} />
              )}
            </span>
          </span>
        ))}
      </figcaption>
      <Plot {...props} />
    </figure>
  );
}

/** The value under the cursor, written straight into the page at pointer speed. */
function Readout(props: { series: GraphSeries; cursor: SharedCursor; language: Language; shown: boolean }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const { series, cursor, language, shown } = props;
  useLayoutEffect(() => {
    const write = () => {
      const value = cursor.time === undefined || !shown ? undefined : valueAt(series, cursor.time);
      if (ref.current) ref.current.textContent = formatFigure(value, series.decimals, language, series.isPace === true);
    };
    write();
    return cursor.subscribe(write);
  }, [series, cursor, language, shown]);
  return <span className={styles.value} ref={ref} />;
}

/** How much more the value is under the cursor than at the mark. */
function Gap(props: { series: GraphSeries; mark: number; cursor: SharedCursor; language: Language }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const { series, mark, cursor, language } = props;
  useLayoutEffect(() => {
    const write = () => {
      const here = cursor.time === undefined ? undefined : valueAt(series, cursor.time);
      const there = valueAt(series, mark);
      const gap = here === undefined || there === undefined ? undefined : here - there;
      const sign = gap !== undefined && gap > 0 ? '+' : '';
      if (ref.current)
        ref.current.textContent = ` Δ ${sign}${formatFigure(gap, series.decimals, language, series.isPace === true)}`;
    };
    write();
    return cursor.subscribe(write);
  }, [series, mark, cursor, language]);
  return <span className={styles.gap} ref={ref} />;
}

const classes = {
  cursor: styles.cursor ?? '',
  mark: styles.mark ?? '',
  point: styles.point ?? '',
  zoomBand: styles.zoomBand ?? '',
  selectBand: styles.selectBand ?? '',
};

function Plot(props: GraphProps): ReactNode {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const plot = useRef<GraphPlot | undefined>(undefined);
  const theme = useChartTheme();
  const { series, window, bands, zeroUnified, mark } = props;
  const given = { series, window, bands, zeroUnified, mark };
  const latest = useRef(given);
  latest.current = given;
  const { language, timeAxis, compact, lineWidth, cursor, cursorShown } = props;
  const shape = props.series
    .map((one) => `${one.variable} ${one.stroke} ${one.axis} ${one.line} ${one.isPace}`)
    .join('|');
  const built = props.loading ? '' : shape;
  const laidOut = width > 0 && height > 0;
  const gestures = useGestures(props);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `built` names what of the series needs a new plot
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || !laidOut || built === '') return;
    const style = { width, height, colours: theme.chart, font: theme.font, language, timeAxis, compact, lineWidth };
    const made = new GraphPlot(element, style, latest.current, classes);
    plot.current = made;
    // The whole column: a drag that begins on the legend or beside the plot counts as one on it.
    const column = element.closest('figure') ?? element;
    const release = bindPlotGestures(column, made.surface, gestures(made));
    made.showCursor(cursorShown ? cursor.time : undefined);
    return () => {
      release();
      made.destroy();
      plot.current = undefined;
    };
  }, [built, laidOut, theme, language, timeAxis, compact, lineWidth]);

  useLayoutEffect(() => {
    if (!laidOut) return;
    plot.current?.resize(width, height);
    props.onPlotWidth(Math.max(1, width - 2 * sideWidth(compact)));
  }, [width, height, laidOut, compact, props.onPlotWidth]);

  useLayoutEffect(() => {
    plot.current?.update({
      series: props.series,
      window: props.window,
      bands: props.bands,
      zeroUnified: props.zeroUnified,
      mark: props.mark,
    });
    plot.current?.showCursor(cursorShown ? cursor.time : undefined);
  }, [props.series, props.window, props.bands, props.zeroUnified, props.mark, cursor, cursorShown]);

  useEffect(
    () => cursor.subscribe(() => plot.current?.showCursor(cursorShown ? cursor.time : undefined)),
    [cursor, cursorShown],
  );

  return (
    <div className={styles.plot} ref={ref}>
      {props.loading && (
        <div className={styles.waiting} aria-hidden="true">
          <span className={styles.skeletonLabel} />
          <span className={styles.skeletonLine} />
        </div>
      )}
    </div>
  );
}

/** The handlers of a plot; each reads the properties of the last rendering. */
function useGestures(props: GraphProps) {
  const timeOf = (share: number) => props.window.from + share * (props.window.to - props.window.from);
  const pinched = useRef<{ window: TimeWindow; shares: readonly [number, number] } | undefined>(undefined);
  const mode = useEffectEvent(() => props.mode);
  const hover = useEffectEvent((share: number | undefined) => {
    if (share !== undefined) props.cursor.move(timeOf(share));
  });
  const zoomTo = useEffectEvent((from: number, to: number) =>
    props.onLook(windowBetween(timeOf(from), timeOf(to), props.extent)),
  );
  const select = useEffectEvent((from: number, to: number) => {
    const window = windowBetween(timeOf(from), timeOf(to), props.extent);
    props.onSelect(window.from, window.to);
  });
  const mark = useEffectEvent((share: number) => props.onMark(timeOf(share)));
  const move = useEffectEvent((share: number, gesture: string) =>
    props.onLook(panBy(props.window, share * (props.window.to - props.window.from), props.extent), gesture),
  );
  const zoom = useEffectEvent((share: number, factor: number, gesture: string) =>
    props.onLook(zoomAround(props.window, timeOf(share), factor, props.extent), gesture),
  );
  const startPinch = useEffectEvent((shares: readonly [number, number]) => {
    pinched.current = { window: props.window, shares };
  });
  const pinchTo = useEffectEvent((shares: readonly [number, number], gesture: string) => {
    const start = pinched.current;
    if (start) props.onLook(pinch(start.window, start.shares, shares, props.extent), gesture);
  });
  const whole = useEffectEvent(() => props.onWhole());
  return (plot: GraphPlot) => ({
    mode: () => mode(),
    hover: (share: number | undefined) => hover(share),
    band: (band: { from: number; to: number; selecting: boolean } | undefined) => plot.showBand(band),
    zoomTo: (from: number, to: number) => zoomTo(from, to),
    select: (from: number, to: number) => select(from, to),
    mark: (share: number) => mark(share),
    panBy: (share: number, gesture: string) => move(share, gesture),
    zoomAround: (share: number, factor: number, gesture: string) => zoom(share, factor, gesture),
    pinchStart: (shares: readonly [number, number]) => startPinch(shares),
    pinchTo: (shares: readonly [number, number], gesture: string) => pinchTo(shares, gesture),
    whole: () => whole(),
  });
}
