import type { AnalysisAbout, AnalysisOutcome, Language } from '@sillage/contract';
import { formatNumber } from '../../../ui/format-number.ts';

/** A formula as it is read: with its symbols, and, where numbers of the trial go into it, with those. */
export interface FilledFormula {
  readonly symbols: string;
  readonly figures: string | undefined;
}

const hole = /\{(\w+)(?::([^}]*))?\}/g;
/** Digits that a number in a formula has at least, so that the result can be found again. */
const digits = 4;

/** Undefined where a number has no formula, or is missing itself. */
export function fillFormula(
  about: AnalysisAbout,
  outcome: AnalysisOutcome,
  id: string,
  language: Language,
): FilledFormula | undefined {
  const formula = about.outputs[id]?.formula?.[language];
  if (formula == null || outcome.values[id]?.value == null) return undefined;
  const numberOf = (name: string): string | undefined => {
    const value = outcome.values[name]?.value ?? outcome.parameters[name]?.value;
    return typeof value === 'number' ? sayFigure(value, language) : undefined;
  };
  const written = formula.replace(/\d\.\d+/g, (number) => (language === 'fr' ? number.replace('.', ',') : number));
  const counted = written.replaceAll('{n}', formatNumber(outcome.samples[id] ?? 0, 0, language));
  const names = [...counted.matchAll(hole)].map(([, name = '']) => name);
  const symbols = counted.replace(hole, (_, __, symbol: string) => symbol);
  const isKnown = names.length > 0 && names.every((name) => numberOf(name) !== undefined);
  const right = counted.slice(counted.indexOf('=') + 1).trim();
  return { symbols, figures: isKnown ? right.replace(hole, (_, name: string) => numberOf(name) ?? '') : undefined };
}

function sayFigure(value: number, language: Language): string {
  const whole = value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value))) + 1;
  const decimals = Math.min(6, Math.max(0, digits - whole));
  const said = formatNumber(Number(value.toFixed(decimals)), decimalsNeeded(value, decimals), language);
  return value < 0 ? `(${said})` : said;
}

/** No zeros at the end: 9.81, not 9.810. */
function decimalsNeeded(value: number, most: number): number {
  for (let decimals = 0; decimals < most; decimals++) {
    if (Number(value.toFixed(decimals)) === Number(value.toFixed(most))) return decimals;
  }
  return most;
}
