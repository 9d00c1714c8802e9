import type { Record } from '@sillage/contract';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { RightAxes } from '../../charts/chart-options.ts';
import { decimalsFor } from '../../charts/curve.ts';
import type { Band } from '../../charts/draw-bands.ts';
import type { ExplainedSamples } from '../../charts/draw-explained.ts';
import { Graph, type GraphSeries } from '../../charts/graph.tsx';
import { smoothCurve } from '../../charts/smooth-curve.ts';
import { type CurveTile, sameWindow, type TimeWindow, tileOf, windowsAround } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { useAngleHelp } from './angle-help.ts';
import { useRates } from './computed-channels.ts';
import { CropOverGraphs } from './crop-edges.tsx';
import { CursorFlags, SpokenCursor } from './cursor-flags.tsx';
import { type FetchedCurves, useCurves, usePrefetchedCurves } from './fetch-curves.ts';
import { GraphDivider } from './graph-divider.tsx';
import { fixRanges, type GraphPlan, rightAxesOf } from './graph-layout.ts';
import styles from './graphs.module.css';
import { useOpenRecord } from './open-record.ts';
import { useRecordDisplay } from './record-display.ts';
import { useCurveKeys } from './use-curve-keys.ts';
import { looksOf } from './variable-look.ts';
import { useViewSettings } from './view-settings.ts';

/** The graphs under one another, with one time axis, one cursor and the keys that move them. */
export function Graphs(props: { onFailed(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { view, layout, graphs } = useOpenRecord();
  const [plotWidth, setPlotWidth] = useState(0);
  /** px, of graphs that somebody made higher or lower. */
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const setHeight = (id: number, pixels: number | undefined) =>
    setHeights((now) => {
      const others = [...now].filter(([one]) => one !== id);
      return new Map(pixels === undefined ? others : [...others, [id, pixels]]);
    });
  const shown = layout.filter((graph) => graph.variables.length > 0);

  const rightAxes = rightAxesOf(shown);

  useCurveKeys(view, plotWidth);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and says which keys move cursor and window
    <section ref={graphs} className={styles.graphs} aria-label={t('graphs.label')} tabIndex={0}>
      {shown.map((graph, index) => (
        <Fragment key={graph.id}>
          <LoadedGraph
            graph={graph}
            height={heights.get(graph.id)}
            number={index + 1}
            timeAxis={index === shown.length - 1}
            rightAxes={rightAxes}
            plotWidth={plotWidth}
            onPlotWidth={setPlotWidth}
            onFailed={props.onFailed}
          />
          {index < shown.length - 1 && (
            <GraphDivider
              number={index + 1}
              height={heights.get(graph.id)}
              onHeight={(pixels) => setHeight(graph.id, pixels)}
            />
          )}
        </Fragment>
      ))}
      <CropOverGraphs rightAxes={rightAxes} />
      <CursorFlags rightAxes={rightAxes} />
      <SpokenCursor />
    </section>
  );
}

interface LoadedProps {
  readonly graph: GraphPlan;
  /** px */
  readonly height: number | undefined;
  readonly number: number;
  readonly timeAxis: boolean;
  readonly rightAxes: RightAxes;
  /** px; 0 until it is laid out. */
  readonly plotWidth: number;
  onPlotWidth(pixels: number): void;
  onFailed(): void;
}

function LoadedGraph(props: LoadedProps): ReactNode {
  const { t } = useTranslation('record');
  const { record, view, selections, statistics } = useOpenRecord();
  const { graph, plotWidth, onFailed } = props;
  const settings = useViewSettings();
  const names = useMemo(() => graph.variables.map((one) => one.name), [graph]);
  const { smoothingSeconds } = useRecordDisplay();
  const rateOf = useRates(record);
  const asked = (window: TimeWindow) => {
    const one = tileOf(window, plotWidth || 1024, view.extent);
    return smoothingSeconds > 0 && view.x.kind === 'time' ? tileToSmooth(rateOf, names, one) : one;
  };
  const tile = asked(view.window);
  const { data, isError } = useCurves(record, names, tile, view.x.kind, plotWidth > 0);
  const around = windowsAround(view.window, view.extent).map(asked);
  usePrefetchedCurves(record, names, around, view.x.kind, plotWidth > 0 && isShown(data?.tile, tile));
  useEffect(() => {
    if (isError) onFailed();
  }, [isError, onFailed]);
  const display = useRecordDisplay();
  const series = useGraphSeries(record, graph, data, statistics.decimals, rateOf);
  const { pressLegend } = view;
  const onLegend = useCallback((name: string, more: boolean) => pressLegend(name, names, more), [pressLegend, names]);
  return (
    <Graph
      height={props.height}
      name={t('graphs.graph', { number: props.number, names: series.map((one) => one.label).join(', ') })}
      series={series}
      loading={data === undefined}
      view={view}
      bands={useBands()}
      explained={useExplainedSamples()}
      zeroUnified={settings.zero}
      lineWidth={display.lineWidth}
      timeAxis={props.timeAxis}
      rightAxes={props.rightAxes}
      hidden={view.hidden}
      onLegend={onLegend}
      cursorShown={settings.cursor}
      fixed={graph.fixed}
      onRanges={(ranges) => view.setLayout((now) => fixRanges(now, graph.id, ranges))}
      help={useAngleHelp(names)}
      onSelect={selections.create}
      onPlotWidth={props.onPlotWidth}
    />
  );
}

/** Whether the curves on the graph are those that were asked for. */
function isShown(tile: CurveTile | undefined, asked: CurveTile): boolean {
  return tile !== undefined && sameWindow(tile, asked) && tile.maxData === asked.maxData;
}

/** More bands that stand out would hide the curves. */
const mostStandingOut = 40;

/** Each selection; the active one stands out, what is proposed, and the phases of an analysis. */
function useBands(): Band[] {
  const { view, selections, proposal, analysis } = useOpenRecord();
  return useMemo(
    () => [
      ...analysis.phases.map(({ t0, t1 }, i) => ({
        ...view.x.ofTimes({ from: t0, to: t1 }),
        active: i === analysis.activePhase,
      })),
      ...selections.selections.map(({ id, t0, t1 }) => ({
        ...view.x.ofTimes({ from: t0, to: t1 }),
        active: id === view.activeSelection,
      })),
      ...proposal.proposed
        .filter(({ isTaken }) => isTaken)
        .map(({ t0, t1 }) => ({
          ...view.x.ofTimes({ from: t0, to: t1 }),
          active: proposal.proposed.length <= mostStandingOut,
        })),
    ],
    [selections.selections, view.activeSelection, view.x, proposal.proposed, analysis.phases, analysis.activePhase],
  );
}

/** What the number that is explained is computed of, as the axis has it. */
function useExplainedSamples(): ExplainedSamples | undefined {
  const { view, analysis } = useOpenRecord();
  const { marked } = analysis;
  return useMemo(
    () =>
      marked && {
        ...marked,
        pieces: marked.pieces.map(({ t0, t1 }) => view.x.ofTimes({ from: t0, to: t1 })),
      },
    [marked, view.x],
  );
}

/** Points asked for at most, so that curves can be averaged. */
const mostSmoothedPoints = 60_000;
/** Samples of a pixel column up to which the server sends them all, by the rate that a module says; a little less. */
const sentWhole = 3.5;
const pointsAColumn = 4;

/** Hz; undefined where nobody says. */
type RateOf = (variable: string) => number | undefined;

/** Where curves are averaged, all samples are asked for, as long as they are not too many. */
function tileToSmooth(rateOf: RateOf, names: readonly string[], tile: CurveTile): CurveTile {
  const rate = Math.max(0, ...names.map((name) => rateOf(name) ?? 0));
  const samples = rate * (tile.to - tile.from);
  const wanted = Math.ceil((samples * pointsAColumn) / sentWhole) + pointsAColumn;
  return wanted > mostSmoothedPoints || wanted <= tile.maxData ? tile : { ...tile, maxData: wanted };
}

/** Whether a tile has every sample of a variable, not only the extremes of each pixel column. */
function holdsEverySample(rateOf: RateOf, name: string, tile: CurveTile | undefined): boolean {
  if (tile === undefined) return false;
  const rate = rateOf(name) ?? Number.POSITIVE_INFINITY;
  return rate * (tile.to - tile.from) <= (sentWhole * tile.maxData) / pointsAColumn;
}

const noPoints = new Float64Array(0);

function useGraphSeries(
  record: Record,
  graph: GraphPlan,
  fetched: FetchedCurves | undefined,
  decimals: ReadonlyMap<string, number>,
  rateOf: RateOf,
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
      const isSmoothed =
        smoothingSeconds > 0 && fetched?.x === 'time' && holdsEverySample(rateOf, placed.name, fetched.tile);
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
  }, [graph, fetched, decimals, record, theme, language, smoothingSeconds, sayings, seconds, rateOf, t]);
}
