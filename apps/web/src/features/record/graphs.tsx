import type { Record } from '@sillage/contract';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import type { Band } from '../../charts/chart-options.ts';
import { formatChrono } from '../../charts/chrono.ts';
import { type Curve, decimalsFor, extremesWithin } from '../../charts/curve.ts';
import { Graph, type GraphSeries } from '../../charts/graph.tsx';
import { spanOf, tileOf, zoomAround } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useCurves } from './fetch-curves.ts';
import type { GraphPlan, Layout } from './graph-layout.ts';
import styles from './graphs.module.css';
import type { RecordViewState } from './use-record-view.ts';
import { lookOf } from './variable-look.ts';
import { useViewSettings } from './view-settings.ts';

interface GraphsProps {
  readonly record: Record;
  readonly layout: Layout;
  readonly view: RecordViewState;
  readonly bands: readonly Band[];
  readonly compact: boolean;
  onSelect(from: number, to: number): void;
  onFailed(): void;
}

let keyRuns = 0;

/** The graphs under one another, with one time axis, one cursor and the keys that move them. */
export function Graphs(props: GraphsProps): ReactNode {
  const { t } = useTranslation('record');
  const { view, layout } = props;
  const [plotWidth, setPlotWidth] = useState(0);
  const shown = layout.filter((graph) => graph.variables.length > 0);
  const onPlotWidth = useCallback((pixels: number) => setPlotWidth(pixels), []);

  function onKeyDown(event: KeyboardEvent): void {
    const { window, extent, cursor } = view;
    const step = (spanOf(window) / Math.max(plotWidth, 1)) * (event.shiftKey ? 10 : 1);
    const at = cursor.time ?? (window.from + window.to) / 2;
    const inside = (time: number) => Math.min(Math.max(time, window.from), window.to);
    if (!event.repeat) keyRuns += 1;
    const zoom = (factor: number) => view.look(zoomAround(window, inside(at), factor, extent), `keys ${keyRuns}`);
    if (event.key === 'ArrowLeft') cursor.move(inside(at - step));
    else if (event.key === 'ArrowRight') cursor.move(inside(at + step));
    else if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-') zoom(2);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the curves take the keys that move cursor and window
    <section className={styles.graphs} aria-label={t('graphs.label')} tabIndex={0} onKeyDown={onKeyDown}>
      {shown.map((graph, index) => (
        <LoadedGraph
          key={graph.id}
          {...props}
          graph={graph}
          number={index + 1}
          timeAxis={index === shown.length - 1}
          plotWidth={plotWidth}
          onPlotWidth={onPlotWidth}
        />
      ))}
      <CursorFlag view={view} compact={props.compact} />
      <SpokenCursor view={view} />
    </section>
  );
}

type LoadedProps = GraphsProps & {
  graph: GraphPlan;
  number: number;
  timeAxis: boolean;
  plotWidth: number;
  onPlotWidth(pixels: number): void;
};

function LoadedGraph(props: LoadedProps): ReactNode {
  const { t } = useTranslation('record');
  const { record, graph, view, plotWidth, onFailed } = props;
  const language = useAppearance((appearance) => appearance.language);
  const settings = useViewSettings();
  const names = graph.variables.map((one) => one.name);
  const tile = tileOf(view.window, plotWidth || 1024, view.extent);
  const { data, isError } = useCurves(record.id, names, tile, plotWidth > 0);
  useEffect(() => {
    if (isError) onFailed();
  }, [isError, onFailed]);
  const series = useGraphSeries(record, graph, data);
  return (
    <Graph
      name={t('graphs.graph', { number: props.number, names: series.map((one) => one.label).join(', ') })}
      series={series}
      loading={data === undefined}
      window={view.window}
      extent={view.extent}
      bands={props.bands}
      zeroUnified={settings.zero}
      timeAxis={props.timeAxis}
      compact={props.compact}
      mode={view.mode}
      cursor={view.cursor}
      cursorShown={settings.cursor}
      language={language}
      onLook={view.look}
      onWhole={view.whole}
      onSelect={props.onSelect}
      onPlotWidth={props.onPlotWidth}
    />
  );
}

const noPoints = new Float64Array(0);

function useGraphSeries(
  record: Record,
  graph: GraphPlan,
  curves: ReadonlyMap<string, Curve> | undefined,
): GraphSeries[] {
  const language = useAppearance((appearance) => appearance.language);
  const theme = useChartTheme();
  return useMemo(
    () =>
      graph.variables.map((placed) => {
        const curve = curves?.get(placed.name);
        const range = curve && extremesWithin(curve, { from: 0, to: Number.POSITIVE_INFINITY });
        return {
          variable: placed.name,
          timesSeconds: curve?.timesSeconds ?? noPoints,
          values: curve?.values ?? noPoints,
          axis: placed.axis,
          decimals: decimalsFor(range),
          ...lookOf(placed, record.available_data, theme.curves, language),
        };
      }),
    [graph, curves, record.available_data, theme, language],
  );
}

/** The cursor's time on the time axis. */
function CursorFlag(props: { view: RecordViewState; compact: boolean }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const { cursor, window } = props.view;
  const shown = useViewSettings((settings) => settings.cursor);
  useEffect(() => {
    const place = () => {
      const flag = ref.current;
      if (flag === null) return;
      const share = cursor.time === undefined ? Number.NaN : (cursor.time - window.from) / spanOf(window);
      flag.style.display = shown && share >= 0 && share <= 1 ? 'block' : 'none';
      flag.textContent = formatChrono(cursor.time ?? 0);
      flag.style.left = `${share * 100}%`;
    };
    place();
    return cursor.subscribe(place);
  }, [cursor, window, shown]);
  return (
    <div className={styles.flagLane} data-compact={props.compact}>
      <span className={styles.flag} ref={ref} />
    </div>
  );
}

/** ms of rest after which the cursor's time is spoken. */
const restMilliseconds = 700;

function SpokenCursor(props: { view: RecordViewState }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const { cursor } = props.view;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = cursor.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const figures = [...(ref.current?.closest('section')?.querySelectorAll('figcaption') ?? [])];
        const readouts = figures.map((one) => one.textContent).join(', ');
        if (ref.current) ref.current.textContent = `${formatChrono(cursor.time ?? 0)} ${readouts}`;
      }, restMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [cursor]);
  return <span className="visually-hidden" aria-live="polite" ref={ref} />;
}
