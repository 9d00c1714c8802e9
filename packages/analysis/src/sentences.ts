import { reasons, refusals } from './refusal-words.ts';
import type { Translated } from './translated.ts';
import { warnings } from './warning-words.ts';

export type RefusalCode = keyof typeof refusals;
export type ReasonCode = keyof typeof reasons;
export type WarningCode = keyof typeof warnings;

/** A warning with its numbers. */
export interface Notice {
  readonly code: WarningCode;
  readonly numbers: Readonly<Record<string, number | string>>;
}

/** In the order of their sentences. */
export const refusalCodes = codesIn(refusals);
export const warningCodes = codesIn(warnings);
export const reasonCodes = codesIn(reasons);

export const reasonSentence = (code: ReasonCode): Translated => filled(reasons[code], {});

export function refusalSentence(code: RefusalCode, numbers: Notice['numbers']): Translated {
  return filled(refusals[code], numbers);
}

export function warningSentence({ code, numbers }: Notice): Translated {
  return filled(warnings[code], numbers);
}

function codesIn<C extends string>(sentences: Readonly<Record<C, Translated>>): readonly C[] {
  return Object.keys(sentences) as C[];
}

/** A unit, or a sign that French sets apart, never begins a line. */
const beforeUnit = / (?=(?:N|s|m|kg|W|Hz|min|ms|%|m\/s²?|°\/s|N·m)(?![\p{L}\d]))/gu;
const beforeSign = / (?=[:;!?%])/g;

/** Numbers with 4 significant digits, a comma in French. */
function filled(template: Translated, numbers: Notice['numbers']): Translated {
  const said = (value: number | string) => (typeof value === 'number' ? String(Number(value.toPrecision(4))) : value);
  const fill = (text: string, asSaid: (text: string) => string) =>
    text.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = numbers[name];
      return value === undefined ? hole : asSaid(said(value));
    });
  return {
    fr: fill(template.fr.replace(beforeUnit, '\u00a0').replace(beforeSign, '\u00a0'), (text) => text.replace('.', ',')),
    en: fill(template.en.replace(beforeUnit, '\u00a0'), (text) => text),
  };
}
