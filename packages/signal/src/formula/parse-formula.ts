import {
  type Formula,
  type FormulaProblem,
  formulaBounds,
  functionNames,
  functionOf,
  isFunctionName,
  type Operator,
  type Place,
} from './formula.ts';
import { nearestName } from './nearest-name.ts';
import { splitFormula, type Token } from './split-formula.ts';

/** Numbers that have a name. */
const constants: ReadonlyMap<string, number> = new Map([['pi', Math.PI]]);

class Stop extends Error {
  readonly problem: FormulaProblem;
  constructor(problem: FormulaProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Reads a formula: sums of products of signed powers, calls and parentheses. `-x^2` is −(x²), `2^3^2` is 2^(3²). It says
 * nothing of whether its variables are there.
 */
export function parseFormula(text: string): Formula | FormulaProblem {
  if (text.length > formulaBounds.characters) {
    return {
      code: 'tooLong',
      from: formulaBounds.characters,
      to: text.length,
      words: { most: formulaBounds.characters },
    };
  }
  const tokens = splitFormula(text);
  if (!Array.isArray(tokens)) return tokens;
  try {
    return new Reader(tokens, text).readAll();
  } catch (error) {
    if (error instanceof Stop) return error.problem;
    throw error;
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #parts = 0;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  readAll(): Formula {
    const { kind, from, to } = this.#token;
    if (kind === 'end') throw new Stop({ code: 'empty', from, to });
    const formula = this.#sum();
    if (!this.#isEnd()) this.#unexpected();
    return formula;
  }

  get #token(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new RangeError('read beyond the end of a formula');
    return token;
  }

  #isEnd(): boolean {
    return this.#token.kind === 'end';
  }

  #isSign(sign: string): boolean {
    const token = this.#token;
    return token.kind === 'sign' && token.sign === sign;
  }

  /** Takes a sign if it is there. */
  #take(sign: string): Token | undefined {
    if (!this.#isSign(sign)) return undefined;
    const token = this.#token;
    this.#at++;
    return token;
  }

  #unexpected(): never {
    const { kind, from, to } = this.#token;
    if (kind === 'end') throw new Stop({ code: 'unfinished', from, to });
    const before = this.#tokens[this.#at - 1];
    const after = this.#tokens[this.#at + 1];
    if (this.#isSign(',') && before?.kind === 'number' && after?.kind === 'number') {
      const instead = `${this.#text.slice(before.from, before.to)}.${this.#text.slice(after.from, after.to)}`;
      throw new Stop({ code: 'decimalComma', from: before.from, to: after.to, words: { instead }, instead });
    }
    throw new Stop({ code: 'unexpected', from, to, words: { sign: this.#text.slice(from, to) } });
  }

  #made<F extends Formula>(formula: F): F {
    if (++this.#parts > formulaBounds.parts) {
      const { from, to } = formula;
      throw new Stop({ code: 'tooManyParts', from, to, words: { most: formulaBounds.parts } });
    }
    return formula;
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > formulaBounds.depth) {
      const { from, to } = this.#token;
      throw new Stop({ code: 'tooDeep', from, to, words: { most: formulaBounds.depth } });
    }
    const result = read();
    this.#depth--;
    return result;
  }

  #binary(signs: readonly Operator[], operand: () => Formula): Formula {
    let left = operand();
    for (;;) {
      const operator = signs.find((sign) => this.#isSign(sign));
      if (operator === undefined) return left;
      this.#at++;
      const right = operand();
      left = this.#made({ kind: 'binary', operator, left, right, from: left.from, to: right.to });
    }
  }

  #sum(): Formula {
    return this.#binary(['+', '-'], () => this.#binary(['*', '/'], () => this.#signed()));
  }

  #signed(): Formula {
    const minus = this.#take('-');
    if (minus !== undefined) {
      const of = this.#deeper(() => this.#signed());
      return this.#made({ kind: 'negate', of, from: minus.from, to: of.to });
    }
    if (this.#take('+') !== undefined) return this.#deeper(() => this.#signed());
    return this.#power();
  }

  #power(): Formula {
    const left = this.#value();
    if (this.#take('^') === undefined) return left;
    const right = this.#deeper(() => this.#signed());
    return this.#made({ kind: 'binary', operator: '^', left, right, from: left.from, to: right.to });
  }

  #value(): Formula {
    const token = this.#token;
    if (token.kind === 'number') {
      this.#at++;
      return this.#made({ kind: 'number', value: token.value, from: token.from, to: token.to });
    }
    if (token.kind === 'name') {
      this.#at++;
      return this.#named(token);
    }
    const open = this.#take('(');
    if (open === undefined) return this.#unexpected();
    const inner = this.#deeper(() => this.#sum());
    const end = this.#close(open);
    return { ...inner, from: open.from, to: end };
  }

  /** Takes the parenthesis that closes another one; answers where it ends. */
  #close(open: Place): number {
    const close = this.#take(')');
    if (close !== undefined) return close.to;
    if (this.#isEnd()) throw new Stop({ code: 'unclosed', from: open.from, to: open.to, words: { sign: ')' } });
    return this.#unexpected();
  }

  #named(token: Token & { kind: 'name' }): Formula {
    const { name, isQuoted, from, to } = token;
    const open = isQuoted ? undefined : this.#take('(');
    if (open === undefined) {
      const value = isQuoted ? undefined : constants.get(name);
      if (value !== undefined) return this.#made({ kind: 'number', value, from, to });
      if (!isQuoted && isFunctionName(name)) {
        throw new Stop({ code: 'noParentheses', from, to, words: { name }, instead: `${name}(` });
      }
      return this.#made({ kind: 'variable', name, from, to });
    }
    if (!isFunctionName(name)) {
      const instead = nearestName(name, functionNames);
      throw new Stop({ code: 'unknownFunction', from, to, words: { name }, ...(instead !== undefined && { instead }) });
    }
    const inputs: Formula[] = [];
    if (!this.#isSign(')')) {
      do inputs.push(this.#deeper(() => this.#sum()));
      while (this.#take(',') !== undefined);
    }
    const end = this.#close(open);
    const { inputs: kinds, optional = 0, repeats } = functionOf(name);
    if (inputs.length < kinds.length - optional || (!repeats && inputs.length > kinds.length)) {
      const count =
        optional === 0 ? `${kinds.length}${repeats ? '+' : ''}` : `${kinds.length - optional}–${kinds.length}`;
      throw new Stop({ code: 'inputCount', from, to: end, words: { name, count, given: inputs.length } });
    }
    return this.#made({ kind: 'call', name, inputs, from, to: end });
  }
}
