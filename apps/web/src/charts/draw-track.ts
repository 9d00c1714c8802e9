import type { ChartColours } from './colours.ts';
import type { ValueRange } from './curve.ts';
import type { TimeWindow } from './time-window.ts';
import { type Track, type TrackPlace, trackColour } from './track.ts';

export interface DrawnTrack {
  readonly track: Track;
  readonly place: TrackPlace;
  /** Of each point what its colour says, NaN without a value; undefined: one colour. */
  readonly values: ArrayLike<number> | undefined;
  readonly range: ValueRange | undefined;
  /** The rest of the way is drawn thin. */
  readonly window: TimeWindow;
}

export interface TrackStyle {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly colours: ChartColours;
  readonly ink: string;
  /** `#rrggbb` of the smallest and the largest value. */
  readonly scale: readonly [string, string];
}

/** Steps of the colour that an eye tells apart; points of one are drawn at once. */
const steps = 16;
const widthPixels = 4;
const markPixels = 5;

/** Draws a way: its window in colours, the rest thin, an open mark where it starts and a full one where it ends. */
export function drawTrack(canvas: HTMLCanvasElement, drawn: DrawnTrack, style: TrackStyle): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(style.width * ratio);
  canvas.height = Math.round(style.height * ratio);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, style.width, style.height);
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  drawLines(pen, drawn, () => 0, [style.colours.axis], 1);
  drawLines(pen, drawn, stepsOf(drawn), coloursOf(style), widthPixels);
  drawEnds(pen, drawn, style);
}

function coloursOf({ scale: [low, high] }: TrackStyle): string[] {
  return Array.from({ length: steps }, (_, step) => trackColour(low, high, step / (steps - 1)));
}

/** The step of the colour of the line that ends at a point; undefined where none is drawn. */
function stepsOf({ track, values, range, window }: DrawnTrack): (index: number) => number | undefined {
  return (index) => {
    const time = track.timesSeconds[index] ?? Number.NaN;
    if (!(time >= window.from && time <= window.to)) return undefined;
    if (values === undefined || range === undefined) return steps - 1;
    const value = values[index] ?? Number.NaN;
    if (!Number.isFinite(value)) return undefined;
    const share = range[1] > range[0] ? (value - range[0]) / (range[1] - range[0]) : 1;
    return Math.round(Math.min(1, Math.max(0, share)) * (steps - 1));
  };
}

function drawLines(
  pen: CanvasRenderingContext2D,
  { track: { xs, ys }, place }: DrawnTrack,
  stepOf: (index: number) => number | undefined,
  colours: readonly string[],
  width: number,
): void {
  pen.lineWidth = width;
  let drawn: number | undefined;
  const end = () => drawn !== undefined && pen.stroke();
  for (let index = 1; index < xs.length; index++) {
    const [x0, y0] = [xs[index - 1] ?? Number.NaN, ys[index - 1] ?? Number.NaN];
    const [x1, y1] = [xs[index] ?? Number.NaN, ys[index] ?? Number.NaN];
    const step = Number.isFinite(x0 + y0 + x1 + y1) ? stepOf(index) : undefined;
    if (step !== drawn) {
      end();
      if (step !== undefined) {
        pen.beginPath();
        pen.strokeStyle = colours[step] ?? '';
        pen.moveTo(place.left(x0), place.top(y0));
      }
      drawn = step;
    }
    if (step !== undefined) pen.lineTo(place.left(x1), place.top(y1));
  }
  end();
}

function drawEnds(pen: CanvasRenderingContext2D, { track, place }: DrawnTrack, style: TrackStyle): void {
  const first = track.xs.findIndex(Number.isFinite);
  const last = track.xs.findLastIndex(Number.isFinite);
  pen.strokeStyle = style.ink;
  pen.lineWidth = 2;
  for (const [index, fill] of [
    [first, style.colours.plot],
    [last, style.ink],
  ] as const) {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(place.left(track.xs[index] ?? 0), place.top(track.ys[index] ?? 0), markPixels, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }
}
