import type { Language } from '@sillage/contract';
import { isPaceUnit, sayPace } from '@sillage/domain';
import { formatNumber } from './format-number.ts';

const decimalSigns: { readonly [L in Language]: string } = { fr: ',', en: '.' };

/** `1:53,7`: s as min:s. */
export function formatPace(seconds: number | null | undefined, decimals: number, language: Language): string {
  return sayPace(seconds, decimals, decimalSigns[language]);
}

/** A number of a unit that stands beside it as `printedUnit` says it: a time for 500 m is read as min:s. */
export function formatQuantity(
  value: number | null | undefined,
  { unit, decimals }: { readonly unit: string; readonly decimals: number },
  language: Language,
): string {
  return isPaceUnit(unit) ? formatPace(value, decimals, language) : formatNumber(value, decimals, language);
}
