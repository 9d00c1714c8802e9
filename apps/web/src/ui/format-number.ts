import type { Language } from '@sillage/contract';

const formats = new Map<string, Intl.NumberFormat>();

/** `1 234,5` in French, `1,234.5` in English, with a fixed count of decimals; a dash for a missing value. */
export function formatNumber(value: number | null | undefined, decimals: number, language: Language): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const key = `${language}${decimals}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    formats.set(key, format);
  }
  // −0,0 is noise; the sign of the type scale is the true minus.
  return format
    .format(value)
    .replace(/^-(?=[0.,]*$)/, '')
    .replace('-', '−');
}

/** `95 %` in French, `95%` in English. */
export function formatPercent(percent: number, language: Language): string {
  return `${formatNumber(percent, 0, language)}${language === 'fr' ? '\u00a0' : ''}%`;
}

/** How many there are; `≈ 1 234` when that is an estimate. */
export function countText(count: number, isEstimate: boolean | undefined, language: Language): string {
  return `${isEstimate ? '≈ ' : ''}${formatNumber(count, 0, language)}`;
}
