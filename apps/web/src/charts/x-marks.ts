import type { Language } from '@sillage/contract';
import { formatChrono } from '../ui/chrono.ts';
import { formatNumber } from '../ui/format-number.ts';
import { decimalsOfStep } from './value-marks.ts';
import { clockTexts, type WallClock } from './wall-clock.ts';

/** What stands along the graphs: s since the record's start, or m. */
export type XKind = 'time' | 'distance';

/** s between the marks of a time axis: what people count in. */
const timeSteps = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
  14_400,
];

function timeMarks(marks: readonly number[], clock: WallClock | undefined): string[] {
  const step = (marks[1] ?? 1) - (marks[0] ?? 0);
  const decimals = step >= 0.999 ? 0 : step >= 0.0999 ? 1 : step >= 0.00999 ? 2 : 3;
  if (clock !== undefined) return clockTexts(clock, marks, decimals);
  // Before the start there is no time to tell.
  return marks.map((mark) => (mark < -1e-9 ? '' : formatChrono(mark, decimals)));
}

/** m between the marks of a distance axis. */
const metreSteps = [0.01, 0.1, 1, 10, 100, 1000, 10_000].flatMap((decade) => [1, 2, 2.5, 5].map((one) => one * decade));

/** `5,2 m`, from a kilometre on `1,235 km`. */
export function formatDistance(metres: number, language: Language): string {
  const isLong = Math.abs(metres) >= 999.95;
  return `${formatNumber(isLong ? metres / 1000 : metres, isLong ? 3 : 1, language)}\u00a0${isLong ? 'km' : 'm'}`;
}

/** The unit stands beside the last one. */
function metreMarks(marks: readonly number[], language: Language): string[] {
  const step = (marks[1] ?? 1) - (marks[0] ?? 0);
  const isLong = step >= 1000;
  const shown = isLong ? step / 1000 : step;
  const decimals = decimalsOfStep(shown);
  return marks.map((mark, index) => {
    const unit = index === marks.length - 1 ? ` ${isLong ? 'km' : 'm'}` : '';
    return `${formatNumber(isLong ? mark / 1000 : mark, decimals, language)}${unit}`;
  });
}

export const xSteps: { readonly [K in XKind]: number[] } = { time: timeSteps, distance: metreSteps };

/** Along the graphs: what, and which time of day it was, where that is asked for. */
export interface AlongGraphs {
  readonly x: XKind;
  readonly clock?: WallClock | undefined;
}

/** Texts beside the marks of the axis below the graphs. */
export function xMarks({ x, clock }: AlongGraphs, marks: readonly number[], language: Language): string[] {
  return x === 'time' ? timeMarks(marks, clock) : metreMarks(marks, language);
}
