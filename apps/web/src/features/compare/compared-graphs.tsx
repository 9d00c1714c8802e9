import { leastDecimalsOf } from '@sillage/domain';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { curveLines, sidesWidth, usualLineWidth } from '../../charts/chart-options.ts';
import { strokeOf } from '../../charts/colours.ts';
import { decimalsFor, extremesWithin } from '../../charts/curve.ts';
import { Graph, type GraphSeries } from '../../charts/graph.tsx';
import { pressLegend } from '../../charts/press-legend.ts';
import { createCursor } from '../../charts/shared-cursor.ts';
import { clampWindow, type TimeWindow } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import type { GraphView } from '../../charts/use-graph-gestures.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import { timeGap, type Way } from './align-records.ts';
import styles from './compared-graphs.module.css';
import { lookOfRecord } from './record-looks.ts';
import type { ComparedVariable } from './shared-variables.ts';
import type { Aligned } from './use-alignment.ts';
import type { CurvesOf } from './use-compared.ts';

const noBands: never[] = [];
const noFixed = undefined;
const shownRightAxes = 1;
/** px; of many lines on one another, of which none hides the others. */
const thinLine = 1;
const doNothing = () => undefined;

/** Where a record lies on the axis of a comparison: what is added to its own s or m, and how far it reaches. */
export interface OnAxis extends Aligned {
  readonly way: Way | undefined;
  readonly shift: number;
  readonly extent: TimeWindow;
}

/** Each record on the axis; without a way it lies on no distance. */
export function layOnAxis(
  aligned: readonly Aligned[],
  ways: readonly (Way | undefined)[],
  byDistance: boolean,
): OnAxis[] {
  return aligned.map((one, i) => {
    const way = ways[i];
    const extent = { from: 0, to: byDistance ? (way?.metres.at(-1) ?? 0) : one.record.duration };
    return { ...one, way, extent, shift: one.moved - (byDistance ? 0 : one.fromSeconds) };
  });
}

/** One window, one cursor for all graphs. */
export function useComparedView(onAxis: readonly OnAxis[], byDistance: boolean): GraphView {
  const [cursor] = useState(() => createCursor());
  const [looked, setLooked] = useState<TimeWindow>();
  const [mark, setMark] = useState<number>();
  const from = Math.min(0, ...onAxis.map(({ shift }) => shift));
  const to = Math.max(from + 1, ...onAxis.map(({ shift, extent }) => extent.to + shift));
  const extent = useMemo(() => ({ from, to }), [from, to]);
  const window = useMemo(() => (looked === undefined ? extent : clampWindow(looked, extent)), [looked, extent]);
  return {
    x: { kind: byDistance ? 'distance' : 'time' },
    ...{ window, extent, cursor, mark, setMark },
    mode: 'zoomX',
    look: (wanted) => setLooked(clampWindow(wanted, extent)),
    whole: () => setLooked(undefined),
  };
}

interface GraphsProps {
  readonly onAxis: readonly OnAxis[];
  /** As they were answered, in the order of the records. */
  readonly ways: readonly (Way | undefined)[];
  readonly variables: readonly ComparedVariable[];
  readonly view: GraphView;
  readonly curves: readonly (CurvesOf | undefined)[];
  readonly isDrawn: boolean;
  onPlotWidth(pixels: number): void;
}

/** A graph a variable with all records on it, and the gap of time to the reference. */
export function ComparedGraphs(props: GraphsProps): ReactNode {
  const { t } = useTranslation('compare');
  const { onAxis, ways, variables, view, curves, isDrawn, onPlotWidth } = props;
  const compact = useScreenSize() === 'phone';
  const section = useRef<HTMLElement>(null);
  // Before a graph is there to say it: asked for once, at the width that it will have.
  useLayoutEffect(() => {
    const width = section.current?.clientWidth ?? 0;
    onPlotWidth(Math.max(1, width - sidesWidth(shownRightAxes, compact)));
  }, [compact, onPlotWidth]);
  const gaps = useGaps(onAxis, ways, view.x.kind === 'distance');
  const legend = useLegend(onAxis);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section ref={section} className={styles.graphs} aria-label={t('graphs')} aria-busy={!isDrawn} tabIndex={0}>
      {variables.map((variable, i) => (
        <VariableGraph
          key={variable.name}
          {...{ onAxis, variable, curves, view, legend, isDrawn, onPlotWidth }}
          timeAxis={i === variables.length - 1 && gaps.length === 0}
        />
      ))}
      {gaps.length > 0 && <GapGraph {...{ gaps, view, legend }} />}
    </section>
  );
}

/** What a press on a number of a legend hides, in all graphs at once. */
interface Legend {
  readonly hidden: ReadonlySet<string>;
  onLegend(id: string, more: boolean): void;
}

function useLegend(onAxis: readonly OnAxis[]): Legend {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const ids = onAxis.map(({ record }) => String(record.id));
  return { hidden, onLegend: (id, more) => setHidden((now) => pressLegend(now, id, ids, more)) };
}

const noPoints = new Float64Array(0);

function VariableGraph(props: {
  onAxis: readonly OnAxis[];
  variable: ComparedVariable;
  curves: readonly (CurvesOf | undefined)[];
  view: GraphView;
  legend: Legend;
  isDrawn: boolean;
  timeAxis: boolean;
  onPlotWidth(pixels: number): void;
}): ReactNode {
  const { t } = useTranslation('compare');
  const language = useAppearance((appearance) => appearance.language);
  const theme = useChartTheme();
  const { onAxis, variable, curves, view, legend } = props;
  const label = labelOf(`.${variable.name}`, variable.about, language);
  const unit = printedUnit(variable.about.unit, language);
  const key = onAxis.map(({ record, shift }) => `${record.id} ${shift}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which records lie where
  const series = useMemo((): GraphSeries[] => {
    const own = strokeOf(`.${variable.name}`, [], theme.curves);
    return onAxis.flatMap(({ record, shift }, place): GraphSeries[] => {
      const name = variable.of.get(record.id);
      if (name === undefined) return [];
      const curve = curves[place]?.get(name);
      const range = curve && extremesWithin(curve, { from: -Infinity, to: Infinity });
      return [
        {
          variable: String(record.id),
          timesSeconds: curve?.timesSeconds.map((t) => t + shift) ?? noPoints,
          values: curve?.values ?? noPoints,
          axis: 'y1',
          label: String(place + 1),
          note: '',
          unit: '',
          decimals: Math.max(decimalsFor(range), leastDecimalsOf(name, record.available_data[name]?.unit ?? '')),
          ...lookOfRecord(place, own, theme.curves),
        },
      ];
    });
  }, [key, curves, variable, theme]);
  return (
    <Graph
      {...shown(view, onAxis.length)}
      {...legend}
      heading={
        <h3 className={styles.title}>
          {label} <span>{unit}</span>
        </h3>
      }
      name={t('graph', { name: label })}
      series={series}
      loading={!props.isDrawn && curves.every((curve) => curve === undefined)}
      timeAxis={props.timeAxis}
      onPlotWidth={props.onPlotWidth}
    />
  );
}

/** What all graphs of a comparison have in common. */
function shown(view: GraphView, records: number) {
  return {
    view,
    bands: noBands,
    zeroUnified: false,
    lineWidth: records > curveLines.length ? thinLine : usualLineWidth,
    rightAxes: shownRightAxes,
    cursorShown: true,
    fixed: noFixed,
    help: undefined,
    onRanges: doNothing,
    onSelect: doNothing,
  } as const;
}

interface PlacedGap {
  readonly place: number;
  readonly id: number;
  readonly x: Float64Array;
  readonly gaps: Float64Array;
}

/** The gap of each record to the reference, over what the graphs stand on. */
function useGaps(onAxis: readonly OnAxis[], ways: readonly (Way | undefined)[], byDistance: boolean): PlacedGap[] {
  const key = onAxis.map(({ record, fromSeconds, moved }) => `${record.id} ${fromSeconds} ${moved}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says how they are aligned
  return useMemo(() => {
    const [reference] = onAxis;
    if (reference?.way === undefined) return [];
    // Moved by hand on a distance, a record keeps its times.
    const from = (one: OnAxis) => one.fromSeconds - (byDistance ? 0 : one.moved);
    const ofReference = { ...reference.way, fromSeconds: from(reference) };
    return onAxis.slice(1).flatMap((one, i): PlacedGap[] => {
      const gap = one.way && timeGap(ofReference, { ...one.way, fromSeconds: from(one) });
      if (gap === undefined) return [];
      return [{ place: i + 1, id: one.record.id, x: byDistance ? gap.metres : gap.seconds, gaps: gap.gaps }];
    });
  }, [key, byDistance, ways]);
}

function GapGraph({ gaps, view, legend }: { gaps: readonly PlacedGap[]; view: GraphView; legend: Legend }): ReactNode {
  const { t } = useTranslation('compare');
  const theme = useChartTheme();
  const series = useMemo(
    () =>
      gaps.map(
        ({ place, id, x, gaps: values }): GraphSeries => ({
          variable: String(id),
          timesSeconds: x,
          values,
          axis: 'y1',
          label: String(place + 1),
          note: '',
          unit: '',
          decimals: 2,
          // Differences between records are drawn in ink.
          ...lookOfRecord(place, theme.curves.ink, theme.curves),
        }),
      ),
    [gaps, theme],
  );
  return (
    <Graph
      {...shown(view, gaps.length + 1)}
      {...legend}
      heading={
        <h3 className={styles.title}>
          {t('gap')} <span>s</span> <small>{t('gapHint')}</small>
        </h3>
      }
      name={t('gap')}
      series={series}
      loading={false}
      timeAxis
      onPlotWidth={doNothing}
    />
  );
}
