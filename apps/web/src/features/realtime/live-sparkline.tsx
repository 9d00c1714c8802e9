import { quantityOf, recordTimeAt } from '@sillage/domain';
import { type ReactNode, useRef } from 'react';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useSize } from '../../charts/use-size.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { SeriesBuffer } from '../../live/series-buffer.ts';
import styles from './live-sparkline.module.css';
import { useSamples } from './samples.tsx';

/** px */
const lineWidth = 1.25;

/** s that the width stands for: as the curves, so that two points do not make a ramp. */
export const sparklineSeconds = 30;

/** The seconds that the width stands for, and the values of floor and ceiling. */
export interface SparklineScale {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
}

/** The last seconds of a live series on a canvas that repaints only when its buffer, size or colour has changed. */
export function LiveSparkline(props: {
  deviceNumber: number;
  name: string;
  colour: string;
  dashed: boolean;
  /** As high as what it shows, unless said. */
  scale?: SparklineScale;
}): ReactNode {
  const { ref, width, height } = useSize<HTMLSpanElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const painted = useRef('');
  const samples = useSamples();
  const { chart } = useChartTheme();
  const link = useLiveLink();

  usePainter((now) => {
    const context = canvas.current?.getContext('2d');
    const buffer = samples.series(props.deviceNumber, props.name);
    const edge = samples.edge(props.deviceNumber);
    const key = `${buffer?.version} ${width} ${height} ${link.lost ? chart.axis : props.colour} ${chart.outline}`;
    if (!context || width === 0 || key === painted.current) return false;
    painted.current = key;
    const ratio = devicePixelRatio;
    if (context.canvas.width !== Math.round(width * ratio)) context.canvas.width = Math.round(width * ratio);
    if (context.canvas.height !== Math.round(height * ratio)) context.canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawFloor(context, chart.outline, width, height);
    context.strokeStyle = link.lost ? chart.axis : props.colour;
    context.lineWidth = lineWidth;
    context.lineJoin = 'round';
    context.setLineDash(props.dashed ? [4, 2.5] : []);
    if (buffer !== undefined && edge !== undefined) {
      const to = recordTimeAt(edge, link.lost ? link.heardAtMs : now);
      const leastSpan = quantityOf(props.name)?.leastSpan ?? 0;
      trace(context, buffer, { to, width, height, leastSpan, scale: props.scale });
    }
    return true;
  });

  return (
    <span ref={ref} className={styles.box} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
    </span>
  );
}

/** As wide as the window: what is empty is time of which nothing was heard yet. */
function drawFloor(context: CanvasRenderingContext2D, colour: string, width: number, height: number): void {
  context.save();
  context.setLineDash([]);
  context.globalAlpha = 0.25;
  context.lineWidth = 1;
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(0, height - 0.5);
  context.lineTo(width, height - 0.5);
  context.stroke();
  context.restore();
}

interface Box {
  /** s, at the right end. */
  readonly to: number;
  /** px */
  readonly width: number;
  readonly height: number;
  readonly leastSpan: number;
  readonly scale: SparklineScale | undefined;
}

function trace(context: CanvasRenderingContext2D, buffer: SeriesBuffer, box: Box): void {
  const { to, width, height, scale: fixed } = box;
  const seconds = fixed?.seconds ?? sparklineSeconds;
  const from = to - seconds;
  const first = buffer.indexFrom(from);
  const extent = buffer.extent(first);
  if (extent === undefined) return;
  const [low, high] = fixed ? [fixed.low, fixed.high] : extent;
  const span = Math.max(high - low, box.leastSpan);
  const middle = (low + high) / 2;
  const scale = span > 0 ? (height - 6) / span : 0;
  context.beginPath();
  let penDown = false;
  for (let index = first; index < buffer.length; index++) {
    const value = buffer.valueAt(index);
    if (Number.isNaN(value)) {
      penDown = false;
      continue;
    }
    const x = ((buffer.timeAt(index) - from) / seconds) * width;
    const y = height / 2 - (value - middle) * scale;
    if (penDown) context.lineTo(x, y);
    else context.moveTo(x, y);
    penDown = true;
  }
  context.stroke();
}
