import type { Language } from '@sillage/contract';
import type { ChartColours } from './colours.ts';
import { formatFigure } from './format-figure.ts';
import { type Ellipse, marksEvery, type PlanePoints, type PlaneScale } from './plane.ts';
import { decimalsOfStep } from './value-marks.ts';

/** px around the plane for its marks. */
export const planeMargin = { left: 46, right: 12, top: 8, bottom: 28 } as const;

export interface DrawnPlane {
  readonly curves: readonly { readonly points: PlanePoints; readonly stroke: string }[];
  readonly scale: PlaneScale;
  readonly ellipse: Ellipse | undefined;
  /** Whether the values of an axis are paces, in s. */
  readonly isPace: { readonly x: boolean; readonly y: boolean };
}

export interface PlaneStyle {
  /** px, with the margins. */
  readonly width: number;
  readonly height: number;
  readonly colours: ChartColours;
  readonly ink: string;
  readonly font: string;
  readonly language: Language;
  readonly lineWidth: number;
}

/** px of a value; the plane's own corner is at its top left. */
export function placeOnPlane({ x, y }: PlaneScale, { width, height }: Pick<PlaneStyle, 'width' | 'height'>) {
  const wide = width - planeMargin.left - planeMargin.right;
  const high = height - planeMargin.top - planeMargin.bottom;
  return {
    left: (value: number) => planeMargin.left + ((value - x[0]) / (x[1] - x[0])) * wide,
    top: (value: number) => planeMargin.top + (1 - (value - y[0]) / (y[1] - y[0])) * high,
  };
}

/** Draws one variable over another, with marks, the lines through zero and the ellipse. */
export function drawPlane(canvas: HTMLCanvasElement, plane: DrawnPlane, style: PlaneStyle): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(style.width * ratio);
  canvas.height = Math.round(style.height * ratio);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, style.width, style.height);
  const place = placeOnPlane(plane.scale, style);
  drawMarks(pen, plane, place, style);
  pen.save();
  pen.beginPath();
  pen.rect(
    planeMargin.left,
    planeMargin.top,
    style.width - planeMargin.left - planeMargin.right,
    style.height - planeMargin.top - planeMargin.bottom,
  );
  pen.clip();
  for (const { points, stroke } of plane.curves) drawPoints(pen, points, place, stroke, style.lineWidth);
  if (plane.ellipse) drawEllipse(pen, plane.ellipse, plane.scale, place, style);
  pen.restore();
}

type Place = ReturnType<typeof placeOnPlane>;

function drawMarks(pen: CanvasRenderingContext2D, plane: DrawnPlane, place: Place, style: PlaneStyle): void {
  const { scale, isPace } = plane;
  const right = style.width - planeMargin.right;
  const bottom = style.height - planeMargin.bottom;
  const text = (mark: number, step: number, isPaced: boolean) => {
    return formatFigure(Math.abs(mark) < step * 1e-9 ? 0 : mark, decimalsOfStep(step), style.language, isPaced);
  };
  pen.font = style.font;
  pen.lineWidth = 1;
  const line = (isZero: boolean, x0: number, y0: number, x1: number, y1: number) => {
    pen.strokeStyle = isZero ? style.colours.outline : style.colours.grid;
    pen.beginPath();
    pen.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
    pen.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    pen.stroke();
  };
  pen.fillStyle = style.colours.axis;
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const mark of marksEvery(scale.stepX, scale.x)) {
    const x = place.left(mark);
    line(Math.abs(mark) < scale.stepX / 2, x, planeMargin.top, x, bottom);
    pen.fillText(text(mark, scale.stepX, isPace.x), x, bottom + 6);
  }
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const mark of marksEvery(scale.stepY, scale.y)) {
    const y = place.top(mark);
    line(Math.abs(mark) < scale.stepY / 2, planeMargin.left, y, right, y);
    pen.fillText(text(mark, scale.stepY, isPace.y), planeMargin.left - 8, y);
  }
}

function drawPoints(
  pen: CanvasRenderingContext2D,
  { xs, ys }: PlanePoints,
  place: Place,
  stroke: string,
  lineWidth: number,
): void {
  pen.strokeStyle = stroke;
  pen.lineWidth = lineWidth;
  pen.lineJoin = 'round';
  pen.beginPath();
  let isDown = false;
  for (const [index, value] of xs.entries()) {
    const other = ys[index] ?? Number.NaN;
    if (!Number.isFinite(value + other)) {
      isDown = false;
      continue;
    }
    if (isDown) pen.lineTo(place.left(value), place.top(other));
    else pen.moveTo(place.left(value), place.top(other));
    isDown = true;
  }
  pen.stroke();
}

function drawEllipse(
  pen: CanvasRenderingContext2D,
  { centre, major, minor, angleRadians }: Ellipse,
  scale: PlaneScale,
  place: Place,
  { ink, width }: PlaneStyle,
): void {
  const perUnit = (width - planeMargin.left - planeMargin.right) / (scale.x[1] - scale.x[0]);
  pen.save();
  pen.translate(place.left(centre[0]), place.top(centre[1]));
  pen.rotate(-angleRadians);
  pen.strokeStyle = ink;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 3]);
  const [a, b] = [(major / 2) * perUnit, (minor / 2) * perUnit];
  pen.beginPath();
  pen.ellipse(0, 0, a, b, 0, 0, 2 * Math.PI);
  pen.stroke();
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  pen.beginPath();
  pen.moveTo(-a, 0);
  pen.lineTo(a, 0);
  pen.moveTo(0, -b);
  pen.lineTo(0, b);
  pen.stroke();
  pen.restore();
}
