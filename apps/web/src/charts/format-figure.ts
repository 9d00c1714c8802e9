import type { Language } from '@sillage/contract';
import { sayPace } from '@sillage/domain';
import { formatNumber } from '../ui/format-number.ts';

const decimalSigns: { readonly [L in Language]: string } = { fr: ',', en: '.' };

/** A figure as it is printed: a number, or min:s of a pace. */
export function formatFigure(
  value: number | null | undefined,
  decimals: number,
  language: Language,
  isPace: boolean,
): string {
  return isPace ? sayPace(value, decimals, decimalSigns[language]) : formatNumber(value, decimals, language);
}
