import type { Language } from '../app/appearance.ts';

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

/** `mm:ss` of a duration in s, hours joined from one hour on. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const text = `${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
  return hours > 0 ? `${hours}:${text}` : text;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
