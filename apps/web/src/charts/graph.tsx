import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import type { ChartSeries, PlotLook, RightAxes } from './chart-options.ts';
import { decimalsFor, valueAt } from './curve.ts';
import type { Band } from './draw-bands.ts';
import type { ExplainedSamples } from './draw-explained.ts';
import { formatFigure } from './format-figure.ts';
import styles from './graph.module.css';
import { type GraphGiven, GraphPlot } from './graph-plot.ts';
import { Plot } from './plot.tsx';
import type { PlotCanvas } from './plot-canvas.ts';
import { bindPlotGestures } from './plot-gestures.ts';
import type { SharedCursor } from './shared-cursor.ts';
import { type GraphView, useGraphGestures } from './use-graph-gestures.ts';
import type { XKind } from './x-marks.ts';
import type { ValueRanges } from './y-axes.ts';

export interface GraphSeries extends ChartSeries {
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  /** Said beside its name: that it is not drawn as it was measured. */
  readonly note: string;
}

export interface GraphProps {
  readonly name: string;
  /** px; its share of the room unless somebody said it. */
  readonly height?: number | undefined;
  /** What stands before the legend, where the curves' own names do not say what is drawn. */
  readonly heading?: ReactNode;
  readonly series: readonly GraphSeries[];
  /** True until the first points are there. */
  readonly loading: boolean;
  readonly view: GraphView;
  readonly bands: readonly Band[];
  /** What an explained number is computed of. */
  readonly explained?: ExplainedSamples | undefined;
  readonly zeroUnified: boolean;
  /** px */
  readonly lineWidth: number;
  readonly timeAxis: boolean;
  readonly rightAxes: RightAxes;
  /** In the legend, not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly cursorShown: boolean;
  /** Ranges that were set, by axis. */
  readonly fixed: ValueRanges | undefined;
  onRanges(ranges: ValueRanges): void;
  /** Said at the end of the legend. */
  readonly help: { readonly text: string; readonly title: string } | undefined;
  /** A name of the legend was pressed; `more` with Shift, Control or Command. */
  onLegend(variable: string, more: boolean): void;
  onSelect(from: number, to: number): void;
  onPlotWidth(pixels: number): void;
}

/** Names from which on a legend takes the least room. */
const denseFrom = 6;

/** One graph: a header that is legend and cursor readout at once, and the curves. */
export function Graph(props: GraphProps): ReactNode {
  const { mode, mark, cursor, x } = props.view;
  const { series, hidden } = props;
  const drawn = useMemo(() => series.filter(({ variable }) => !hidden.has(variable)), [series, hidden]);
  return (
    <figure
      className={styles.graph}
      aria-label={props.name}
      data-mode={mode}
      style={props.height === undefined ? undefined : { flex: `0 0 ${props.height}px` }}
    >
      <Legend
        heading={props.heading}
        series={series}
        hidden={hidden}
        cursor={cursor}
        cursorShown={props.cursorShown}
        mark={mark}
        x={x.kind}
        help={props.help}
        onLegend={props.onLegend}
      />
      <Curves {...props} series={drawn} />
    </figure>
  );
}

interface LegendProps extends Pick<GraphProps, 'heading' | 'series' | 'hidden' | 'cursorShown' | 'help' | 'onLegend'> {
  readonly cursor: SharedCursor;
  readonly mark: number | undefined;
  readonly x: XKind;
}

/** Nothing of it moves with the window. */
const Legend = memo(function Legend(props: LegendProps): ReactNode {
  const { t } = useTranslation('record');
  const { cursor, mark } = props;
  const axes = new Set(props.series.map((one) => one.axis));
  return (
    <figcaption className={styles.header} data-dense={props.series.length > denseFrom}>
      {props.heading}
      {props.series.map((one) => (
        <span key={one.variable} className={styles.item} data-hidden={props.hidden.has(one.variable)}>
          <button
            type="button"
            className={styles.name}
            aria-pressed={!props.hidden.has(one.variable)}
            title={`${one.variable}\n${t('graphs.isolateHint')}`}
            onClick={({ shiftKey, ctrlKey, metaKey }) => props.onLegend(one.variable, shiftKey || ctrlKey || metaKey)}
          >
            <span className={styles.swatch} data-line={one.line} style={{ borderColor: one.stroke }} />
            <span className={styles.label}>{one.label}</span>
          </button>
          {one.note !== '' && (
            <span className={styles.note} data-quiet>
              {one.note}
            </span>
          )}
          {axes.size > 1 && one.axis !== 'y1' && <span className={styles.axis}>{one.axis}</span>}
          <span className={styles.readout}>
            <Readout series={one} cursor={cursor} cursorShown={props.cursorShown} />{' '}
            <span className={styles.unit}>{one.unit}</span>
            {mark !== undefined && props.cursorShown && (
              <Gap series={one} mark={mark} cursor={cursor} unit={props.x === 'time' ? 's' : 'm'} />
            )}
          </span>
        </span>
      ))}
      {props.help && (
        <span className={styles.help} title={props.help.title} data-quiet>
          {props.help.text}
          <span className="visually-hidden">{props.help.title}</span>
        </span>
      )}
    </figcaption>
  );
});

/** The value under the cursor, written straight into the page at pointer speed. */
function Readout(props: { series: GraphSeries; cursor: SharedCursor; cursorShown: boolean }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const language = useAppearance((appearance) => appearance.language);
  const { series, cursor, cursorShown } = props;
  useLayoutEffect(() => {
    const write = () => {
      const value = cursor.time === undefined || !cursorShown ? undefined : valueAt(series, cursor.time);
      if (ref.current) ref.current.textContent = formatFigure(value, series.decimals, language, series.isPace === true);
    };
    write();
    return cursor.subscribe(write);
  }, [series, cursor, language, cursorShown]);
  return <span className={styles.value} ref={ref} data-cursor />;
}

/** How much more the value is under the cursor than at the mark, and how much it grows a second or metre between them. */
function Gap(props: { series: GraphSeries; mark: number; cursor: SharedCursor; unit: string }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const language = useAppearance((appearance) => appearance.language);
  const { series, mark, cursor, unit } = props;
  useLayoutEffect(() => {
    const signed = (value: number | undefined, decimals = series.decimals) =>
      `${value !== undefined && value > 0 ? '+' : ''}${formatFigure(value, decimals, language, series.isPace === true)}`;
    const write = () => {
      const here = cursor.time === undefined ? undefined : valueAt(series, cursor.time);
      const there = valueAt(series, mark);
      const gap = here === undefined || there === undefined ? undefined : here - there;
      const seconds = (cursor.time ?? mark) - mark;
      const slope = gap === undefined || seconds === 0 ? undefined : gap / seconds;
      const growth =
        slope === undefined || series.isPace ? '' : ` (${signed(slope, decimalsFor([-slope, slope]))}/${unit})`;
      if (ref.current) ref.current.textContent = gap === undefined ? '' : ` Δ ${signed(gap)}${growth}`;
    };
    write();
    return cursor.subscribe(write);
  }, [series, mark, cursor, unit, language]);
  return <span className={styles.gap} ref={ref} data-cursor />;
}

const classes = {
  cursor: styles.cursor ?? '',
  mark: styles.mark ?? '',
  point: styles.point ?? '',
  zoomBand: styles.zoomBand ?? '',
  selectBand: styles.selectBand ?? '',
};

function Curves(props: GraphProps): ReactNode {
  const graph = useRef<GraphPlot | undefined>(undefined);
  const { series, view, bands, explained, zeroUnified, cursorShown, fixed } = props;
  const { window, mark, cursor } = view;
  const given: GraphGiven = { series, window, bands, explained, zeroUnified, fixed, mark };
  const bind = useGraphGestures(view, props.onSelect, props.onRanges);
  const look: PlotLook = {
    series: series.map(({ stroke, axis, line, width, isPace = false }) => ({
      stroke,
      axis,
      line,
      isPace,
      ...(width && { width }),
    })),
    lineWidth: props.lineWidth,
    x: view.x.kind,
    clock: view.x.clock,
    timeAxis: props.timeAxis,
    rightAxes: props.rightAxes,
    dotsBelow: 0,
  };

  function onMade(canvas: PlotCanvas): () => void {
    const made = new GraphPlot(canvas, given, classes);
    made.showCursor(cursorShown ? cursor.time : undefined);
    graph.current = made;
    // The whole column: a drag that begins on the legend or beside the plot counts as one on it.
    const release = bindPlotGestures(canvas.surface.closest('figure') ?? canvas.surface, canvas.surface, bind(made));
    return () => {
      release();
      graph.current = undefined;
    };
  }

  useLayoutEffect(() => {
    graph.current?.update({ series, window, bands, explained, zeroUnified, fixed, mark });
    graph.current?.showCursor(cursorShown ? cursor.time : undefined);
  }, [series, window, bands, explained, zeroUnified, fixed, mark, cursor, cursorShown]);

  useEffect(
    () => cursor.subscribe(() => graph.current?.showCursor(cursorShown ? cursor.time : undefined)),
    [cursor, cursorShown],
  );

  return (
    <Plot look={props.loading ? undefined : look} onMade={onMade} onWidth={props.onPlotWidth}>
      {props.loading && (
        <div className={styles.waiting}>
          <span className={styles.skeletonLabel} />
          <span className={styles.skeletonLine} />
        </div>
      )}
    </Plot>
  );
}
