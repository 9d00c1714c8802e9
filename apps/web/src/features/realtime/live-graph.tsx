import { limits } from '@sillage/contract';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { type PlotLook, usualLineWidth } from '../../charts/chart-options.ts';
import type { ValueRange } from '../../charts/curve.ts';
import { Plot } from '../../charts/plot.tsx';
import type { PlotCanvas } from '../../charts/plot-canvas.ts';
import type { SharedCursor } from '../../charts/shared-cursor.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import { useInView } from '../../charts/use-in-view.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { CurveGroup, LiveLine } from './curve-groups.ts';
import styles from './curves.module.css';
import { endOf, type Frozen } from './freeze.ts';
import { holdRange, type LineData, rangeOf, readLine, sameVersions } from './graph-data.ts';
import { GraphLegend } from './graph-legend.tsx';
import { useLiveSayings } from './live-sayings.ts';
import { useSamples } from './samples.tsx';
import { useTargetOf } from './targets/use-target-of.ts';
import { useEndedNumbers } from './use-ended.ts';

/** px by which a curve moves from one drawing to the next, at least: less is not seen and costs as much. */
const stepPixels = 3;

export interface LiveGraphProps {
  readonly group: CurveGroup;
  /** Lines of other graphs that have the same value axis. */
  readonly alike?: readonly LiveLine[] | undefined;
  /** s; the same for all graphs. */
  readonly windowSeconds: number;
  readonly frozen?: Frozen | undefined;
  readonly cursor?: SharedCursor | undefined;
  /** Stands over the plot: what is done with the pointer. */
  readonly children?: ReactNode;
}

/** One graph that moves with the data; its header is legend and readout. */
export function LiveGraph(props: LiveGraphProps): ReactNode {
  const figure = useRef<HTMLElement>(null);
  const visible = useInView(figure);
  const { title, lines } = props.group;
  return (
    <figure ref={figure} className={styles.graph} aria-label={`${title}, ${lines.map(({ name }) => name).join(', ')}`}>
      <GraphLegend group={props.group} frozen={props.frozen} cursor={props.cursor} />
      <MovingCurves {...props} visible={visible} />
    </figure>
  );
}

interface Drawn {
  readonly versions: readonly number[];
  readonly atMs: number;
  readonly points: number;
  /** What it was drawn for. */
  readonly of: unknown;
}

const nothingDrawn: Drawn = { versions: [-1], atMs: Number.NEGATIVE_INFINITY, points: 0, of: undefined };

/** Reads what lines show now: their buffers, each with its window on the axis of its device. */
function useLineData(frozen: Frozen | undefined, windowSeconds: number) {
  const samples = useSamples();
  const ended = useEndedNumbers();
  const link = useLiveLink();
  const sayingOf = useLiveSayings();
  const relative: TimeWindow = frozen?.window ?? { from: -windowSeconds, to: 0 };
  return (lines: readonly LiveLine[], nowMs: number): LineData[] => {
    const at = link.lost ? Math.min(link.heardAtMs, nowMs) : nowMs;
    return lines.map(({ device: { number }, variable }) => {
      const kept = ended.has(number) ? samples.kept(number, variable.name) : undefined;
      const isKept = kept !== undefined && kept.length > 0;
      const buffer = isKept ? kept : samples.series(number, variable.name);
      const end =
        frozen?.ends.get(number) ??
        (isKept ? kept.timeAt(kept.length - 1) : endOf(samples, number, [variable.name], at));
      const window = { from: end + relative.from, to: end + relative.to };
      return { buffer, window, say: sayingOf(variable).say };
    });
  };
}

/** The curves; painted, not rendered: each in the frame in which it has moved far enough. */
function MovingCurves(props: LiveGraphProps & { visible: RefObject<boolean> }): ReactNode {
  const { group, alike, windowSeconds, frozen, visible } = props;
  const { lines } = group;
  const canvas = useRef<PlotCanvas | undefined>(undefined);
  const drawn = useRef<Drawn>(nothingDrawn);
  const held = useRef<ValueRange | undefined>(undefined);
  const link = useLiveLink();
  const ended = useEndedNumbers();
  const sayingOf = useLiveSayings();
  const stripe = useTargetOf(lines)?.target;
  const read = useLineData(frozen, windowSeconds);
  const said = useMemo(() => lines.map(({ variable }) => sayingOf(variable)), [lines, sayingOf]);
  const isPace = said.some(({ say }) => say?.isPace);
  const leastSpan = Math.max(...said.map((one) => one.leastSpan));
  const stops = frozen !== undefined || link.lost || lines.every(({ device }) => ended.has(device.number));
  // Another window, unit, target or moment is another drawing.
  const of = useMemo(
    () => ({ windowSeconds, said, frozen, alike, stripe }),
    [windowSeconds, said, frozen, alike, stripe],
  );
  const look: PlotLook = {
    series: lines.map(({ stroke, line }) => ({ stroke, axis: 'y1', line, isPace })),
    lineWidth: usualLineWidth,
    x: 'time',
    timeAxis: true,
    rightAxes: 1,
    dotsBelow: limits.liveMarkersBelow,
  };

  usePainter((now) => {
    if (canvas.current === undefined || !visible.current) return false;
    const before = drawn.current;
    const isAnother = before.of !== of;
    const stepMs = (stepPixels * windowSeconds * 1000) / canvas.current.width;
    if (!isAnother && now - before.atMs < stepMs) return false;
    const data = read(lines, now);
    const versions = data.map(({ buffer }) => buffer?.version ?? 0);
    const moves = !stops && before.points > 0;
    if (!isAnother && !moves && (frozen !== undefined || sameVersions(versions, before.versions))) return false;
    const window = data[0]?.window ?? { from: 0, to: 1 };
    const curves = data.map((one) => readLine(one, window));
    const wanted = rangeOf(alike === undefined ? data : read(alike, now), leastSpan);
    held.current = holdRange(isAnother ? undefined : held.current, wanted);
    const points = curves.reduce((sum, { values }) => sum + values.length, 0);
    drawn.current = { versions, atMs: now, points, of };
    canvas.current.showCurves({ window, ranges: { y1: held.current }, bands: [], stripe }, curves);
    return true;
  });

  function onMade(made: PlotCanvas): () => void {
    canvas.current = made;
    drawn.current = nothingDrawn;
    return () => {
      canvas.current = undefined;
    };
  }
  return (
    <Plot look={look} still onMade={onMade}>
      {props.children}
    </Plot>
  );
}
