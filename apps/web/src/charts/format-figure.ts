import type { Language } from '@sillage/contract';
import { parsePace } from '@sillage/domain';
import { formatNumber } from '../ui/format-number.ts';
import { formatPace } from '../ui/format-quantity.ts';
import { readTypedNumber } from '../ui/typed-number.ts';

const decimalSigns: { readonly [L in Language]: string } = { fr: ',', en: '.' };

/** A figure as it is printed: a number, or min:s of a pace. */
export function formatFigure(
  value: number | null | undefined,
  decimals: number,
  language: Language,
  isPace: boolean,
): string {
  return isPace ? formatPace(value, decimals, language) : formatNumber(value, decimals, language);
}

/** A figure as people type it, with a comma or a point, a pace as min:s; undefined for none. */
export function parseFigure(text: string, isPace: boolean): number | undefined {
  if (isPace) return parsePace(text);
  return readTypedNumber(text);
}

/** A figure to be changed in a field: as it is printed, without spaces between thousands. */
export function editableFigure(value: number, decimals: number, language: Language, isPace: boolean): string {
  if (isPace) return formatPace(value, 1, language);
  return String(Number(value.toFixed(decimals))).replace('.', decimalSigns[language]);
}
