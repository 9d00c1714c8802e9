import type { Record } from '@sillage/contract';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { Band } from '../../charts/chart-options.ts';
import { decimalsFor } from '../../charts/curve.ts';
import { Graph, type GraphSeries } from '../../charts/graph.tsx';
import { smoothCurve } from '../../charts/smooth-curve.ts';
import { type CurveTile, tileOf } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { CursorFlags, SpokenCursor } from './cursor-flags.tsx';
import { type FetchedCurves, useCurves } from './fetch-curves.ts';
import type { GraphPlan, Layout } from './graph-layout.ts';
import styles from './graphs.module.css';
import { useRecordDisplay } from './record-display.ts';
import { useCurveKeys } from './use-curve-keys.ts';
import type { RecordViewState } from './use-record-view.ts';
import { looksOf, moduleOf } from './variable-look.ts';
import { useViewSettings } from './view-settings.ts';

interface GraphsProps {
  readonly record: Record;
  readonly layout: Layout;
  readonly view: RecordViewState;
  readonly bands: readonly Band[];
  /** By variable: the same whatever the window. */
  readonly decimals: ReadonlyMap<string, number>;
  readonly compact: boolean;
  onSelect(from: number, to: number): void;
  onFailed(): void;
}

/** The graphs under one another, with one time axis, one cursor and the keys that move them. */
export function Graphs(props: GraphsProps): ReactNode {
  const { t } = useTranslation('record');
  const { view, layout } = props;
  const [plotWidth, setPlotWidth] = useState(0);
  const shown = layout.filter((graph) => graph.variables.length > 0);
  const onPlotWidth = useCallback((pixels: number) => setPlotWidth(pixels), []);

  useCurveKeys(view, plotWidth);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and says which keys move cursor and window
    <section className={styles.graphs} aria-label={t('graphs.label')} tabIndex={0}>
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
      <CursorFlags view={view} compact={props.compact} />
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
  const tile = useTile(record, names, tileOf(view.window, plotWidth || 1024, view.extent));
  const { data, isError } = useCurves(record.id, names, tile, plotWidth > 0);
  useEffect(() => {
    if (isError) onFailed();
  }, [isError, onFailed]);
  const display = useRecordDisplay();
  const series = useGraphSeries(record, graph, data, props.decimals);
  return (
    <Graph
      name={t('graphs.graph', { number: props.number, names: series.map((one) => one.label).join(', ') })}
      series={series}
      loading={data === undefined}
      window={view.window}
      extent={view.extent}
      bands={props.bands}
      zeroUnified={settings.zero}
      lineWidth={display.lineWidth}
      timeAxis={props.timeAxis}
      compact={props.compact}
      mode={view.mode}
      cursor={view.cursor}
      cursorShown={settings.cursor}
      mark={view.mark}
      language={language}
      onLook={view.look}
      onWhole={view.whole}
      onSelect={props.onSelect}
      onMark={view.setMark}
      onPlotWidth={props.onPlotWidth}
    />
  );
}

/** Points asked for at most, so that curves can be averaged. */
const mostSmoothedPoints = 60_000;
/** Samples of a pixel column up to which the server sends them all, by the rate that a module says; a little less. */
const sentWhole = 3.5;
const pointsAColumn = 4;

/** Where curves are averaged, all samples are asked for, as long as they are not too many. */
function useTile(record: Record, names: readonly string[], tile: CurveTile): CurveTile {
  const { smoothingSeconds } = useRecordDisplay();
  if (smoothingSeconds === 0) return tile;
  const rate = Math.max(0, ...names.map((name) => record.modules[moduleOf(name)]?.rate ?? 0));
  const samples = rate * (tile.to - tile.from);
  const wanted = Math.ceil((samples * pointsAColumn) / sentWhole) + pointsAColumn;
  return wanted > mostSmoothedPoints || wanted <= tile.maxData ? tile : { ...tile, maxData: wanted };
}

/** Whether a tile has every sample of a variable, not only the extremes of each pixel column. */
function holdsEverySample(record: Record, name: string, tile: CurveTile | undefined): boolean {
  if (tile === undefined) return false;
  const { rate } = record.modules[moduleOf(name)] ?? { rate: Number.POSITIVE_INFINITY };
  return rate * (tile.to - tile.from) <= (sentWhole * tile.maxData) / pointsAColumn;
}

const noPoints = new Float64Array(0);

function useGraphSeries(
  record: Record,
  graph: GraphPlan,
  fetched: FetchedCurves | undefined,
  decimals: ReadonlyMap<string, number>,
): GraphSeries[] {
  const { t } = useTranslation('record');
  const { smoothingSeconds, sayings } = useRecordDisplay();
  const language = useAppearance((appearance) => appearance.language);
  const theme = useChartTheme();
  const seconds = formatNumber(smoothingSeconds, decimalsFor([0, smoothingSeconds]), language);
  return useMemo(() => {
    const looks = looksOf(graph.variables, record.available_data, theme.curves, language);
    return graph.variables.flatMap((placed, index) => {
      const look = looks[index];
      if (look === undefined) return [];
      const whole = fetched?.curves.get(placed.name);
      const isSmoothed = smoothingSeconds > 0 && holdsEverySample(record, placed.name, fetched?.tile);
      const curve = whole && isSmoothed ? smoothCurve(whole, smoothingSeconds) : whole;
      const note = smoothingSeconds > 0 ? t(isSmoothed ? 'graphs.smoothed' : 'graphs.notSmoothed', { seconds }) : '';
      return {
        variable: placed.name,
        timesSeconds: curve?.timesSeconds ?? noPoints,
        values: curve?.values ?? noPoints,
        axis: placed.axis,
        isPace: sayings.get(placed.name)?.isPace === true,
        note,
        decimals: decimals.get(placed.name) ?? decimalsFor(undefined),
        ...look,
      };
    });
  }, [graph, fetched, decimals, record, theme, language, smoothingSeconds, sayings, seconds, t]);
}
