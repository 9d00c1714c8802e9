import { LineProblem, type Place, type Problem, problemAt, refuseAt } from './problems.ts';
import { scenarioBounds } from './program.ts';
import { parseUnit, unitPattern } from './units.ts';

export type Token = Place &
  (
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'number'; readonly text: string; readonly value: number; readonly unit: string | null }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'sign'; readonly text: string }
    | { readonly kind: 'end'; readonly text: '' }
  );

/** A line that says something. */
export interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
  readonly tokens: readonly Token[];
}

export const mostLineCharacters = 1000;

const word = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const number = /\d+(?:\.\d+)?/y;
const sign = /<=|>=|!=|[<>=+\-*/(),]/y;
/** Signs as documents have them. */
const plain: ReadonlyMap<string, string> = new Map([
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['−', '-'],
  ['×', '*'],
  ['÷', '/'],
]);

/** The lines of a program without those that say nothing, and what cannot be read of them. */
export function splitLines(source: string): { readonly lines: readonly Line[]; readonly problems: readonly Problem[] } {
  const lines: Line[] = [];
  const problems: Problem[] = [];
  for (const [i, text] of source.split(/\r\n|\n|\r/).entries()) {
    try {
      const line = splitLine(text.trimEnd(), i + 1);
      if (line.tokens.length > 1) lines.push(line);
    } catch (problem) {
      if (!(problem instanceof LineProblem)) throw problem;
      problems.push(problem.problem);
    }
  }
  return { lines, problems };
}

function splitLine(text: string, lineNumber: number): Line {
  const at = (from: number, to: number): Place => ({ line: lineNumber, column: from + 1, endColumn: to + 1 });
  if (text.length > mostLineCharacters)
    refuseAt(at(mostLineCharacters, text.length), 'lineTooLong', { fills: { most: mostLineCharacters } });
  const indent = /^\s*/.exec(text)?.[0] ?? '';
  if (indent.includes('\t')) refuseAt(at(0, indent.length), 'tabIndent');
  const tokens: Token[] = [];
  let from = indent.length;
  while (from < text.length && text[from] !== '#') {
    if (/\s/.test(text[from] ?? '')) {
      from++;
      continue;
    }
    const token = tokenAt(text, from, at);
    tokens.push(token);
    from = token.endColumn - 1;
  }
  tokens.push({ kind: 'end', text: '', ...at(from, from + 1) });
  return { number: lineNumber, indent: indent.length, text, tokens };
}

function tokenAt(text: string, from: number, at: (from: number, to: number) => Place): Token {
  const take = (pattern: RegExp, start = from) => {
    pattern.lastIndex = start;
    return pattern.exec(text)?.[0];
  };
  const figures = take(number);
  if (figures !== undefined) return numberAt(text, from, figures, at);
  const name = take(word);
  if (name !== undefined) return { kind: 'word', text: name, ...at(from, from + name.length) };
  if (text[from] === '"') return textAt(text, from, at);
  const known = take(sign) ?? plain.get(text[from] ?? '');
  if (known !== undefined) {
    const length = plain.has(text[from] ?? '') ? 1 : known.length;
    return { kind: 'sign', text: known, ...at(from, from + length) };
  }
  // A unit on its own, behind `in`, may begin with a sign of its own.
  const unit = take(unitPattern);
  if (unit !== undefined) return { kind: 'word', text: unit, ...at(from, from + unit.length) };
  const written = String.fromCodePoint(text.codePointAt(from) ?? 0);
  return refuseAt(at(from, from + written.length), 'unknownSign', { fills: { sign: written } });
}

function numberAt(text: string, from: number, figures: string, at: (from: number, to: number) => Place): Token {
  const end = from + figures.length;
  if (/^,\d/.test(text.slice(end, end + 2)) && !/\s/.test(text[end + 1] ?? '')) {
    const all = /^\d+,\d+/.exec(text.slice(from))?.[0] ?? figures;
    refuseAt(at(from, from + all.length), 'decimalComma', { instead: all.replace(',', '.') });
  }
  const start = /\s/.test(text[end] ?? '') ? end + 1 : end;
  unitPattern.lastIndex = start;
  const unit = unitPattern.exec(text)?.[0];
  if (
    unit !== undefined &&
    parseUnit(unit) !== undefined &&
    !/^[\p{L}\p{N}_.]/u.test(text.slice(start + unit.length))
  ) {
    return { kind: 'number', text: figures, value: Number(figures), unit, ...at(from, start + unit.length) };
  }
  return { kind: 'number', text: figures, value: Number(figures), unit: null, ...at(from, end) };
}

function textAt(text: string, from: number, at: (from: number, to: number) => Place): Token {
  let content = '';
  let i = from + 1;
  while (i < text.length && text[i] !== '"') {
    // \" and \\ stand for the sign itself.
    if (text[i] === '\\' && /["\\]/.test(text[i + 1] ?? '')) i++;
    content += text[i];
    i++;
  }
  if (i >= text.length) refuseAt(at(from, text.length), 'unclosedText');
  const { textCharacters } = scenarioBounds;
  if (content.length > textCharacters) refuseAt(at(from, i + 1), 'textTooLong', { fills: { most: textCharacters } });
  return { kind: 'text', text: content, ...at(from, i + 1) };
}

/** The problem at a whole line. */
export function problemOfLine(
  line: Line,
  code: Parameters<typeof problemAt>[1],
  said?: Parameters<typeof problemAt>[2],
): Problem {
  return problemAt({ line: line.number, column: line.indent + 1, endColumn: line.text.length + 1 }, code, said);
}
