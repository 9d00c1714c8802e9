import type { Language } from '@sillage/contract';
import { formatNumber } from './format-number.ts';

/** A number to be changed in a field: as it is printed, without signs between thousands. */
export function typedNumber(value: number, decimals: number, language: Language): string {
  const printed = formatNumber(value, decimals, language);
  return language === 'en' ? printed.replaceAll(',', '') : printed.replaceAll(/\s/g, '');
}

/** What somebody typed or pasted in either language, `1 234,5`, `1,234.5` or `−0.06`; undefined where it is no number. */
export function readTypedNumber(text: string): number | undefined {
  const plain = text.replaceAll(/\s/g, '').replace('−', '-');
  if (!/^[-+]?[\d.,]+(e[-+]?\d+)?$/i.test(plain)) return undefined;
  // Of two kinds of signs the last one is that of decimals; one kind that comes twice stands between thousands.
  const signs = plain.match(/[.,]/g) ?? [];
  const last = signs.at(-1) ?? '.';
  const isGrouped = signs.length > 1 && signs.every((sign) => sign === last);
  const decimal = isGrouped ? '' : last;
  const written = [...plain].filter((sign) => !/[.,]/.test(sign) || sign === decimal).join('');
  const value = Number(written.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** Decimals that a number has as it is said, 6 at most. */
export function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < 6; decimals++) if (Number(value.toFixed(decimals)) === value) return decimals;
  return 6;
}
