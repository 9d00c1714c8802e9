import type { FormulaProblem, Place } from './formula.ts';

export type Token = Place &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'name'; readonly name: string; readonly isQuoted: boolean }
    | { readonly kind: 'sign'; readonly sign: string }
    | { readonly kind: 'end' }
  );

/** Signs as keyboards and documents have them. */
const plainSigns: ReadonlyMap<string, string> = new Map([
  ...[...'+-*/^(),'].map((sign): [string, string] => [sign, sign]),
  ['−', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
]);

const space = /[\s\u00a0\u202f]+/y;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** A name with its module; whatever else a name holds stands in brackets. */
const name = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/uy;
const quoted = /\[([^[\]]*)\]/y;

/** A variable as a formula writes it. */
export function writeVariable(variable: string): string {
  name.lastIndex = 0;
  const plain = name.exec(variable)?.[0] === variable && variable.includes('.');
  return plain ? variable : `[${variable}]`;
}

/** Whether a formula can name it: brackets do not stand in brackets. */
export function canBeWritten(variable: string): boolean {
  return variable !== '' && !/[[\]]/.test(variable);
}

/** The words of a formula, with an end; or the first sign that none has. */
export function splitFormula(text: string): Token[] | FormulaProblem {
  const tokens: Token[] = [];
  let from = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = from;
    return pattern.exec(text);
  };
  while (from < text.length) {
    const blank = take(space);
    if (blank) {
      from += blank[0].length;
      continue;
    }
    const found = tokenAt(text, from, take);
    if ('code' in found) return found;
    tokens.push(found);
    from = found.to;
  }
  tokens.push({ kind: 'end', from: text.length, to: text.length });
  return tokens;
}

function tokenAt(
  text: string,
  from: number,
  take: (pattern: RegExp) => RegExpExecArray | null,
): Token | FormulaProblem {
  const figures = take(number);
  if (figures) return { kind: 'number', value: Number(figures[0]), from, to: from + figures[0].length };
  const word = take(name);
  if (word) return { kind: 'name', name: word[0], isQuoted: false, from, to: from + word[0].length };
  const bracketed = take(quoted);
  if (bracketed) {
    return { kind: 'name', name: bracketed[1] ?? '', isQuoted: true, from, to: from + bracketed[0].length };
  }
  const written = String.fromCodePoint(text.codePointAt(from) ?? 0);
  const to = from + written.length;
  if (written === '[')
    return { code: 'unclosed', from, to: text.length, words: { sign: ']' }, instead: `${text.slice(from)}]` };
  const sign = plainSigns.get(written);
  return sign === undefined
    ? { code: 'unknownSign', from, to, words: { sign: written } }
    : { kind: 'sign', sign, from, to };
}
