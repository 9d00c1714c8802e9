import { reasons, refusals } from './refusal-words.ts';
import type { Translated } from './translated.ts';
import { warnings } from './warning-words.ts';

export type RefusalCode = keyof typeof refusals;
export type ReasonCode = keyof typeof reasons;
export type WarningCode = keyof typeof warnings;

/** What fills a gap of a sentence. */
export type Hole = number | string | Translated;

/** A warning with its numbers. */
export interface Notice {
  readonly code: WarningCode;
  readonly numbers: Readonly<Record<string, Hole>>;
}

/** Parameters of an analysis, by id: a sentence says their titles. */
type Titled = Readonly<Record<string, { readonly name: Translated }>>;

interface Missing {
  readonly reason: ReasonCode;
  readonly parameters?: readonly string[] | undefined;
}
interface Refused {
  readonly refused: RefusalCode;
  readonly numbers: Notice['numbers'];
  readonly parameters?: readonly string[] | undefined;
}

/** In the order of their sentences. */
export const refusalCodes = codesIn(refusals);
export const warningCodes = codesIn(warnings);
export const reasonCodes = codesIn(reasons);

/** @param all parameters of the analysis */
export function reasonSentence({ reason, parameters }: Missing, all: Titled): Translated {
  return filled(reasons[reason], namesOf(parameters, all));
}

/** @param all parameters of the analysis */
export function refusalSentence({ refused, numbers, parameters }: Refused, all: Titled): Translated {
  return filled(refusals[refused], { ...numbers, ...namesOf(parameters, all) });
}

export function warningSentence({ code, numbers }: Notice): Translated {
  return filled(warnings[code], numbers);
}

/** Titles as the screen shows them, in the quotes of each language. */
function namesOf(parameters: readonly string[] | undefined, all: Titled): Notice['numbers'] {
  if (parameters === undefined) return {};
  const titles = parameters.map((id) => all[id]?.name ?? { fr: id, en: id });
  const names = {
    fr: titles.map(({ fr }) => `«\u00a0${fr}\u00a0»`).join(', '),
    en: titles.map(({ en }) => `“${en}”`).join(', '),
  };
  return { names };
}

function codesIn<C extends string>(sentences: Readonly<Record<C, Translated>>): readonly C[] {
  return Object.keys(sentences) as C[];
}

/** A unit, or a sign that French sets apart, never begins a line. */
const beforeUnit = / (?=(?:N|s|m|kg|W|Hz|min|ms|%|m\/s²?|°\/s|N·m)(?![\p{L}\d]))/gu;
const beforeSign = / (?=[:;!?%])/g;

/** Numbers with 4 significant digits, a comma in French. */
function filled(template: Translated, numbers: Notice['numbers']): Translated {
  const said = (value: Hole, language: keyof Translated) => {
    if (typeof value !== 'number') return typeof value === 'string' ? value : value[language];
    const numeral = String(Number(value.toPrecision(4)));
    return language === 'fr' ? numeral.replace('.', ',') : numeral;
  };
  const fill = (text: string, language: keyof Translated) =>
    text.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = numbers[name];
      return value === undefined ? hole : said(value, language);
    });
  return {
    fr: fill(template.fr.replace(beforeUnit, '\u00a0').replace(beforeSign, '\u00a0'), 'fr'),
    en: fill(template.en.replace(beforeUnit, '\u00a0'), 'en'),
  };
}
