import type { Language } from '@sillage/contract';
import { formatFigure } from './format-figure.ts';

/** px between the marks of a value axis where there is room. */
const usualSpacePixels = 26;
/** Fewer cannot tell a value between them. */
const fewestMarks = 3;
const steps = [1, 2, 5, 10];

/** The multiples of a step within a range. */
function marksOf(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const mark = (first + index) * step;
    return Math.abs(mark) < step * 1e-9 ? 0 : mark;
  });
}

/** Where a value axis is marked: round values as far apart as can be read, three at least, however low the graph. */
export function valueMarksOf(low: number, high: number, heightPixels: number): number[] {
  if (!(high > low) || !(heightPixels > 0)) return [];
  const wanted = Math.max(fewestMarks, Math.floor(heightPixels / usualSpacePixels));
  const decade = 10 ** Math.floor(Math.log10((high - low) / wanted));
  // From fine to coarse: the first with few enough marks, unless it has too few.
  let finer: number[] = marksOf(decade / 2, low, high);
  for (const step of steps.map((one) => one * decade)) {
    const marks = marksOf(step, low, high);
    if (marks.length < fewestMarks) return finer;
    if (marks.length <= wanted + 1) return marks;
    finer = marks;
  }
  return finer;
}

/** Decimals with which the multiples of a step are told apart. */
export function decimalsOfStep(step: number): number {
  const isWhole = (scaled: number) => Math.abs(scaled - Math.round(scaled)) < 1e-6;
  return [0, 1, 2, 3, 4, 5].find((decimals) => isWhole(step * 10 ** decimals)) ?? 6;
}

const prefixes = [
  { prefix: '', size: 1 },
  { prefix: 'k', size: 1e3 },
  { prefix: 'M', size: 1e6 },
  { prefix: 'G', size: 1e9 },
] as const;

/** Marks with the decimals that tell them apart; `20k` where an axis that has room for so many digits would cut them. */
export function sayValueMarks(marks: readonly number[], room: number, language: Language, isPace: boolean): string[] {
  const step = Math.abs((marks[1] ?? 0) - (marks[0] ?? 0)) || Math.abs(marks[0] ?? 1) || 1;
  const most = Math.max(0, ...marks.map(Math.abs));
  const fits = ({ size }: { size: number }) => most / size < 10 ** (room - 1);
  const { prefix, size } = (isPace ? undefined : prefixes.find(fits)) ?? prefixes[0];
  const decimals = decimalsOfStep(step / size);
  return marks.map((mark) => `${formatFigure(mark / size, decimals, language, isPace)}${prefix}`);
}
