import { nearestName } from '@sillage/signal/formula';
import { type Place, refuseAt } from './problems.ts';
import type { Words } from './program.ts';
import type { Line, Token } from './split-lines.ts';
import { parseUnit, type Unit, unitNames, unitPattern } from './units.ts';

/** Reads one line from left to right. */
export class Cursor {
  readonly line: Line;
  #at = 0;
  #depth = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** The token that is read next. */
  get next(): Token {
    const { tokens } = this.line;
    return tokens[Math.min(this.#at, tokens.length - 1)] ?? endOf(this.line);
  }

  take(): Token {
    const token = this.next;
    this.#at++;
    return token;
  }

  /** Whether the next token is this word or sign. */
  is(text: string, kind: 'word' | 'sign' = 'word'): boolean {
    return this.next.kind === kind && this.next.text === text;
  }

  /** Takes the next token where it is this word or sign. */
  takeIf(text: string, kind: 'word' | 'sign' = 'word'): boolean {
    const found = this.is(text, kind);
    if (found) this.#at++;
    return found;
  }

  expect(text: string, kind: 'word' | 'sign' = 'word'): void {
    if (!this.takeIf(text, kind)) this.missing({ fr: `«\u00a0${text}\u00a0»`, en: `“${text}”` });
  }

  takeWord(what: Words): Token {
    return this.next.kind === 'word' ? this.take() : this.missing(what);
  }

  takeText(what: Words = { fr: 'un texte entre guillemets', en: 'a text in quotation marks' }): Token {
    return this.next.kind === 'text' ? this.take() : this.missing(what);
  }

  missing(what: Words): never {
    return refuseAt(this.next, 'expected', { fills: { what } });
  }

  /** A French text, then `en` and the English one. */
  takeWords(): { readonly words: Words; readonly at: Place } {
    const fr = this.takeText();
    if (!this.takeIf('en')) refuseAt(this.next, 'missingEnglish');
    const en = this.takeText();
    return { words: { fr: fr.text, en: en.text }, at: fr };
  }

  /** A unit, as text in the line: its signs are no operators. */
  takeUnit(): Unit {
    const { column, line } = this.next;
    unitPattern.lastIndex = column - 1;
    const written = unitPattern.exec(this.line.text)?.[0] ?? (this.next.text === '1' ? '1' : undefined);
    if (written === undefined) this.missing({ fr: 'une unité', en: 'a unit' });
    const endColumn = column + written.length;
    const unit = parseUnit(written);
    if (unit === undefined) this.refuseUnit({ line, column, endColumn }, written);
    while (this.next.kind !== 'end' && this.next.column < endColumn) this.#at++;
    return unit;
  }

  refuseUnit(at: Place, written: string): never {
    return refuseAt(at, 'unknownUnit', { fills: { name: written }, instead: nearestName(written, unitNames) });
  }

  /** Counts levels of parentheses and operators within one another, so that none is read without end. */
  within<T>(most: number, read: () => T): T {
    if (++this.#depth > most) refuseAt(this.next, 'tooDeep', { fills: { most } });
    const result = read();
    this.#depth--;
    return result;
  }

  /** Refuses whatever is left of the line. */
  end(): void {
    if (this.next.kind === 'end') return;
    refuseAt(this.next, 'unexpected', { fills: { sign: this.next.text } });
  }
}

const endOf = ({ number, text }: Line): Token => ({
  kind: 'end',
  text: '',
  line: number,
  column: text.length + 1,
  endColumn: text.length + 2,
});
