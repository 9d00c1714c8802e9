import type { Figure } from '@sillage/contract';

type Series = Pick<Figure['series'][number], 'kind' | 'side' | 'shade'>;

/** How a line is drawn, in px. */
export interface LineLook {
  readonly colour: string;
  readonly width: number;
  readonly isDashed: boolean;
}

/** How much thicker the last of a scale is than the first, and the last of lines without a scale. */
const [ofScale, ofOrder] = [2.5, 1];

/**
 * How the lines of a figure are told apart without hues: from thin and grey to thick and indigo, by their scale where they have one, else
 * by their order, what was recorded being before what is made of it. The sides of a body have their own colours; a line that is
 * alone needs nothing.
 */
export function lookOfLines<S extends Series>(all: readonly S[]): ReadonlyMap<S, LineLook> {
  const plain = all.filter(({ kind, side, shade }) => kind === 'line' && side === null && shade === null);
  const looks = new Map<S, LineLook>();
  for (const series of all) if (series.shade !== null) looks.set(series, lookOf(series.shade, ofScale, false));
  if (plain.length < 2) return looks;
  const last = plain.length - 1;
  for (const [i, series] of plain.entries()) looks.set(series, lookOf(i / last, ofOrder, i % 2 === 1 && i < last));
  return looks;
}

const lookOf = (shade: number, more: number, isDashed: boolean): LineLook => ({
  colour: `color-mix(in oklab, var(--primary-ink) ${Math.round(shade * 100)}%, color-mix(in oklab, var(--ink-2) 75%, var(--surface)))`,
  width: 1 + more * shade,
  isDashed,
});
