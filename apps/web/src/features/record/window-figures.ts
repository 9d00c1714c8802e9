import type { Language } from '@sillage/contract';
import { type Curve, decimalsFor } from '../../charts/curve.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** Figures of a window that may stand beside its mean and its extremes. */
export const figureNames = ['count', 'median', 'timeOfMax', 'timeOfMin', 'slope', 'integral'] as const;
export type FigureName = (typeof figureNames)[number];

/** Those that samples of the window say, not its statistics. */
export const ofLandmarks: ReadonlySet<FigureName> = new Set(['timeOfMax', 'timeOfMin', 'slope']);

interface Sample {
  /** s */
  readonly time: number;
  readonly value: number;
}

/** Samples of a window that say where it begins, ends and turns. */
export interface Landmarks {
  readonly first: Sample;
  readonly last: Sample;
  /** The first of several that are as high. */
  readonly highest: Sample;
  readonly lowest: Sample;
}

/** Of a curve that has at least its first, highest, lowest and last sample; undefined where it has no value. */
export function landmarksOf({ timesSeconds, values }: Pick<Curve, 'timesSeconds' | 'values'>): Landmarks | undefined {
  let marks: Landmarks | undefined;
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) continue;
    const last = { time: timesSeconds[index] ?? 0, value };
    const { first, highest, lowest } = marks ?? { first: last, highest: last, lowest: last };
    marks = {
      ...{ first, last },
      highest: value > highest.value ? last : highest,
      lowest: value < lowest.value ? last : lowest,
    };
  }
  return marks;
}

/** What is known of a variable in a window. */
export interface OfWindow {
  readonly row:
    | {
        readonly num: number;
        readonly mean: number | null;
        readonly median?: number | null | undefined;
      }
    | undefined;
  readonly marks: Landmarks | undefined;
  readonly window: TimeWindow;
}

/** The number behind a figure: s, unit per s, or unit times s; undefined where nothing says it, as the slope of a pace. */
export function figureOf(name: FigureName, { row, marks, window }: OfWindow, isPace: boolean): number | undefined {
  if (name === 'count') return row?.num;
  if (name === 'median') return row?.median ?? undefined;
  if (name === 'timeOfMax') return marks?.highest.time;
  if (name === 'timeOfMin') return marks?.lowest.time;
  if (isPace) return undefined;
  if (name === 'integral') return row?.mean === null || row === undefined ? undefined : row.mean * spanOf(window);
  const seconds = marks === undefined ? 0 : marks.last.time - marks.first.time;
  return marks === undefined || seconds === 0 ? undefined : (marks.last.value - marks.first.value) / seconds;
}

/** `12,3 N·s`, `00:12.340`; a dash where there is none. @param isPace the variable's figures are s of a pace */
export function formatFigureOf(
  name: FigureName,
  value: number | undefined,
  { unit, isPace, decimals }: { readonly unit: string; readonly isPace: boolean; readonly decimals: number },
  language: Language,
): string {
  if (value === undefined) return '–';
  if (name === 'count') return formatNumber(value, 0, language);
  if (name === 'timeOfMax' || name === 'timeOfMin') return formatChrono(value);
  if (name === 'median') return `${formatFigure(value, decimals, language, isPace)}\u00a0${unit}`.trim();
  const printed = name === 'slope' ? `${unit}/s` : unit.endsWith('/s') ? unit.slice(0, -2) : `${unit}·s`;
  return `${formatNumber(value, decimalsFor([-Math.abs(value), Math.abs(value)]), language)}\u00a0${printed.replace(/^·/, '')}`;
}
