import type { Language } from '@sillage/contract';
import { isPaceUnit } from '@sillage/domain';

/** Rates as sport says them: strokes of a rower and turns of a crank are both counted a minute. */
const rates: Readonly<Record<string, { readonly [L in Language]: string }>> = {
  '1/min': { fr: 'cpm', en: 'cpm' },
  spm: { fr: 'cpm', en: 'cpm' },
  rpm: { fr: 'tr/min', en: 'rpm' },
};
const ofPace = '/500\u00a0m';

/** A unit as it is printed: `m/s^2` → `m/s²`, `deg/s` → `°/s`. */
export function printedUnit(unit: string, language: Language): string {
  if (isPaceUnit(unit)) return ofPace;
  const rate = Object.hasOwn(rates, unit) ? rates[unit]?.[language] : undefined;
  return (
    rate ??
    unit
      .replace(/\^2/g, '²')
      .replace(/\^3/g, '³')
      .replace(/\bdeg\b/g, '°')
      .replace(/\./g, '·')
  );
}
