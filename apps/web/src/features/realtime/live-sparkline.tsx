import { type ReactNode, useRef } from 'react';
import { useSize } from '../../charts/use-size.ts';
import { usePainter } from '../../live/frame-loop.ts';
import type { SeriesBuffer } from '../../live/series-buffer.ts';
import styles from './live-sparkline.module.css';

/** px */
const lineWidth = 1.25;

/** The shape of a live series on a canvas that repaints only when its buffer, size or colour has changed. */
export function LiveSparkline(props: {
  buffer: () => SeriesBuffer | undefined;
  colour: string;
  dashed: boolean;
}): ReactNode {
  const { ref, width, height } = useSize<HTMLSpanElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const painted = useRef('');

  usePainter(() => {
    const context = canvas.current?.getContext('2d');
    const buffer = props.buffer();
    const key = `${buffer?.version} ${width} ${height} ${props.colour}`;
    if (!context || width === 0 || key === painted.current) return false;
    painted.current = key;
    const ratio = devicePixelRatio;
    if (context.canvas.width !== Math.round(width * ratio)) context.canvas.width = Math.round(width * ratio);
    if (context.canvas.height !== Math.round(height * ratio)) context.canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.strokeStyle = props.colour;
    context.lineWidth = lineWidth;
    context.lineJoin = 'round';
    context.setLineDash(props.dashed ? [4, 2.5] : []);
    if (buffer !== undefined) trace(context, buffer, width, height);
    return true;
  });

  return (
    <span ref={ref} className={styles.box} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
    </span>
  );
}

function trace(context: CanvasRenderingContext2D, buffer: SeriesBuffer, width: number, height: number): void {
  const extent = buffer.extent();
  if (extent === undefined || buffer.length < 2) return;
  const [low, high] = extent;
  const first = buffer.timeAt(0);
  const span = buffer.timeAt(buffer.length - 1) - first || 1;
  const scale = high > low ? (height - 4) / (high - low) : 0;
  context.beginPath();
  let penDown = false;
  for (let index = 0; index < buffer.length; index++) {
    const value = buffer.valueAt(index);
    if (Number.isNaN(value)) {
      penDown = false;
      continue;
    }
    const x = ((buffer.timeAt(index) - first) / span) * width;
    const y = scale === 0 ? height / 2 : height - 2 - (value - low) * scale;
    if (penDown) context.lineTo(x, y);
    else context.moveTo(x, y);
    penDown = true;
  }
  context.stroke();
}
