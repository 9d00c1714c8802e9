import { nearestName } from '@sillage/signal/formula';
import type { Cursor } from './cursor.ts';
import { callNames, type Expression, stateNames, type WindowName, windowNames } from './graph.ts';
import { type Place, refuseAt } from './problems.ts';
import { demandAlike, type Kind, type Scope } from './scope.ts';
import type { Token } from './split-lines.ts';
import { isSameMeasure, multiplyUnits, noUnit, parseUnit, rootUnit, seconds, type Unit } from './units.ts';

/** An expression, what it is, and where it stands. */
export interface Typed {
  readonly code: Expression;
  readonly type: Kind;
  readonly at: Place;
}

const mostDepth = 40;
/** s */
const longestWindow = 10;
const number = (unit: Unit): Kind => ({ kind: 'number', unit });
const truth: Kind = { kind: 'truth' };
const unknown: Kind = { kind: 'unknown' };
const span = (a: Place, b: Place): Place => ({ line: a.line, column: a.column, endColumn: b.endColumn });
const call = (of: (typeof callNames)[number], ...given: Expression[]): Expression => ({ op: 'call', of, given });

const isName = <N extends string>(names: readonly N[], text: string): text is N => names.some((name) => name === text);

export function readExpression(cursor: Cursor, scope: Scope): Typed {
  return readOr(cursor, scope);
}

const readOr = (cursor: Cursor, scope: Scope): Typed => readLogic(cursor, scope, 'or', readAnd);
/** An expression without `or` at its outermost level, as the alternatives of `wait`. */
export const readAnd = (cursor: Cursor, scope: Scope): Typed => readLogic(cursor, scope, 'and', readNot);

function readLogic(cursor: Cursor, scope: Scope, word: 'or' | 'and', read: typeof readOr): Typed {
  let left = read(cursor, scope);
  while (cursor.takeIf(word)) {
    const right = read(cursor, scope);
    demandTruth(left);
    demandTruth(right);
    left = { code: call(word, left.code, right.code), type: truth, at: span(left.at, right.at) };
  }
  return left;
}

function readNot(cursor: Cursor, scope: Scope): Typed {
  const { next } = cursor;
  if (!cursor.takeIf('not')) return readComparison(cursor, scope);
  const given = cursor.within(mostDepth, () => readNot(cursor, scope));
  demandTruth(given);
  return { code: call('not', given.code), type: truth, at: span(next, given.at) };
}

const comparisons = ['<', '<=', '>', '>=', '=', '!='] as const;

function readComparison(cursor: Cursor, scope: Scope): Typed {
  const left = readSum(cursor, scope);
  const { kind, text } = cursor.next;
  if (kind !== 'sign' || !isName(comparisons, text)) return left;
  cursor.take();
  const right = readSum(cursor, scope);
  demandAlike(right.at, left.type, right.type);
  if (text !== '=' && text !== '!=') demandNumber(left);
  return { code: call(text, left.code, right.code), type: truth, at: span(left.at, right.at) };
}

function readSum(cursor: Cursor, scope: Scope): Typed {
  let left = readProduct(cursor, scope);
  while (cursor.is('+', 'sign') || cursor.is('-', 'sign')) {
    const sign = cursor.take().text === '+' ? '+' : '-';
    const right = readProduct(cursor, scope);
    demandNumber(left);
    demandNumber(right);
    demandAlike(right.at, left.type, right.type);
    const isBare = left.type.kind === 'number' && left.type.isZero;
    left = {
      code: call(sign, left.code, right.code),
      type: isBare ? right.type : left.type,
      at: span(left.at, right.at),
    };
  }
  return left;
}

function readProduct(cursor: Cursor, scope: Scope): Typed {
  let left = readSigned(cursor, scope);
  while (cursor.is('*', 'sign') || cursor.is('/', 'sign')) {
    const sign = cursor.take().text === '*' ? '*' : '/';
    const right = readSigned(cursor, scope);
    const [a, b] = [demandNumber(left), demandNumber(right)];
    const type = a && b ? number(multiplyUnits(a, b, sign === '*' ? 1 : -1)) : unknown;
    left = { code: call(sign, left.code, right.code), type, at: span(left.at, right.at) };
  }
  return left;
}

function readSigned(cursor: Cursor, scope: Scope): Typed {
  const { next } = cursor;
  if (!cursor.takeIf('-', 'sign')) return readPrimary(cursor, scope);
  const given = cursor.within(mostDepth, () => readSigned(cursor, scope));
  demandNumber(given);
  const code: Expression =
    given.code.op === 'constant' && typeof given.code.value === 'number'
      ? { op: 'constant', value: -given.code.value }
      : call('minus', given.code);
  return { code, type: given.type, at: span(next, given.at) };
}

function readPrimary(cursor: Cursor, scope: Scope): Typed {
  const token = cursor.next;
  if (cursor.takeIf('(', 'sign')) {
    const inner = cursor.within(mostDepth, () => readOr(cursor, scope));
    cursor.expect(')', 'sign');
    return inner;
  }
  if (token.kind === 'text') {
    cursor.take();
    return { code: { op: 'constant', value: token.text }, type: { kind: 'text' }, at: token };
  }
  if (token.kind === 'number') return readNumber(cursor, token);
  if (token.kind !== 'word') return cursor.missing({ fr: 'une valeur', en: 'a value' });
  cursor.take();
  if (cursor.is('(', 'sign')) return readCall(cursor, scope, token);
  return readName(cursor, scope, token);
}

/** Words that may follow a number that has no unit. */
const afterNumbers = /^(times|or|and|for|from|to|as|in|en|optional|within|countdown|last|of|default)$/;

function readNumber(cursor: Cursor, token: Token & { readonly kind: 'number' }): Typed {
  cursor.take();
  const { next } = cursor;
  if (token.unit === null && next.kind === 'word' && !afterNumbers.test(next.text)) cursor.refuseUnit(next, next.text);
  const unit = (token.unit === null ? noUnit : parseUnit(token.unit)) ?? noUnit;
  const isBareZero = token.value === 0 && token.unit === null;
  const type: Kind = isBareZero ? { kind: 'number', unit, isZero: true } : number(unit);
  return { code: { op: 'constant', value: token.value * unit.factor }, type, at: token };
}

function readName(cursor: Cursor, scope: Scope, token: Token): Typed {
  const { text } = token;
  if (text === 'true' || text === 'false') {
    return { code: { op: 'constant', value: text === 'true' }, type: truth, at: token };
  }
  if (text === 'none') return { code: { op: 'constant', value: null }, type: number(cursor.takeUnit()), at: token };
  if (isName(stateNames, text)) return stateOf(text, token);
  const variable = scope.variables.get(text);
  if (variable !== undefined) {
    if (!scope.set.has(text)) refuseAt(token, 'maybeUnset', { fills: { name: text } });
    return { code: { op: 'variable', name: text }, type: variable, at: token };
  }
  const input = scope.inputs.get(text);
  if (input !== undefined) return { code: { op: 'input', name: text }, type: number(input.measure), at: token };
  const indicator = scope.indicators.get(text);
  if (indicator !== undefined) return { code: { op: 'indicator', name: text }, type: number(indicator), at: token };
  return text.includes('.') ? readOutput(cursor, scope, token) : scope.unknown(token);
}

function stateOf(name: (typeof stateNames)[number], at: Place): Typed {
  const types: Readonly<Record<typeof name, Kind>> = {
    timed_out: truth,
    pressed: truth,
    elapsed: number(seconds),
    athletes: number(noUnit),
  };
  return { code: { op: 'state', name }, type: types[name], at };
}

/** `cmj.heightImpulse in cm`, `cmj.refused`. */
function readOutput(cursor: Cursor, scope: Scope, token: Token): Typed {
  const [analysis = '', output = ''] = token.text.split('.');
  if (!scope.analysed.has(analysis)) refuseAt(token, 'notAnalysed', { fills: { name: analysis } });
  if (output === 'refused') return { code: { op: 'refused', analysis }, type: truth, at: token };
  const outputs = scope.knownAnalyses?.[analysis];
  if (outputs !== undefined && !Object.hasOwn(outputs, output)) {
    refuseAt(token, 'unknownOutput', { fills: { name: output }, instead: nearestName(output, Object.keys(outputs)) });
  }
  cursor.expect('in');
  const at = span(token, cursor.next);
  const unit = cursor.takeUnit();
  const given = outputs === undefined ? undefined : parseUnit(outputs[output] ?? '');
  if (given !== undefined) demandAlike(at, number(given), number(unit));
  return { code: { op: 'output', analysis, output, unit: unit.text }, type: number(unit), at };
}

function readCall(cursor: Cursor, scope: Scope, token: Token): Typed {
  const { text } = token;
  cursor.expect('(', 'sign');
  if (isName(windowNames, text)) return readWindow(cursor, scope, token, text);
  const given: Typed[] = [];
  if (!cursor.is(')', 'sign')) {
    do given.push(cursor.within(mostDepth, () => readOr(cursor, scope)));
    while (cursor.takeIf(',', 'sign'));
  }
  const at = span(token, cursor.next);
  cursor.expect(')', 'sign');
  if (text === 'any' || text === 'all')
    return { ...only(given, text, at, demandTruth, (code) => ({ op: 'each', of: text, given: code })), type: truth };
  return applyFunction(text, given, token, at);
}

function only(
  given: readonly Typed[],
  name: string,
  at: Place,
  demand: (one: Typed) => void,
  make: (code: Expression) => Expression,
) {
  const [one] = given;
  if (one === undefined || given.length !== 1) return refuseAt(at, 'argumentCount', { fills: { name, count: 1 } });
  demand(one);
  return { code: make(one.code), type: one.type, at };
}

const counts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...{ abs: [1, 1], sqrt: [1, 1], given: [1, 1], round: [2, 2], otherwise: [2, 2], min: [2, 8], max: [2, 8] },
};

function applyFunction(text: string, given: readonly Typed[], token: Token, at: Place): Typed {
  const count = Object.hasOwn(counts, text) ? counts[text] : undefined;
  if (count === undefined || !isName(callNames, text)) {
    const functions = [...Object.keys(counts), ...windowNames, 'any', 'all'];
    return refuseAt(token, 'unknownFunction', { fills: { name: text }, instead: nearestName(text, functions) });
  }
  const [first] = given;
  if (first === undefined || given.length < count[0] || given.length > count[1]) {
    return refuseAt(at, 'argumentCount', {
      fills: { name: text, count: count[0] === count[1] ? count[0] : `${count[0]}–${count[1]}` },
    });
  }
  const code = call(text, ...given.map((one) => one.code));
  if (text === 'given') return { code, type: truth, at };
  const unit = demandNumber(first);
  for (const one of given) {
    demandNumber(one);
    demandAlike(one.at, first.type, one.type);
  }
  if (text !== 'sqrt' || unit === undefined) return { code, type: first.type, at };
  const root = rootUnit(unit);
  return root === undefined ? refuseAt(at, 'noRoot') : { code, type: number(root), at };
}

/** `mean(force, 2 s)` */
function readWindow(cursor: Cursor, scope: Scope, token: Token, of: WindowName): Typed {
  const name = cursor.takeWord({ fr: 'une mesure', en: 'an input' });
  const input = scope.inputs.get(name.text);
  if (input === undefined) {
    return refuseAt(name, 'notInput', { instead: nearestName(name.text, [...scope.inputs.keys()]) });
  }
  cursor.expect(',', 'sign');
  const length = demandFixedDuration(readSum(cursor, scope), longestWindow);
  const at = span(token, cursor.next);
  cursor.expect(')', 'sign');
  scope.windows.set(name.text, Math.max(length, scope.windows.get(name.text) ?? 0));
  return { code: { op: 'window', of, input: name.text, seconds: length }, type: number(input.measure), at };
}

/**
 * s of a duration that is written, not computed.
 * @param most s
 */
export function demandFixedDuration(one: Typed, most: number): number {
  demandDuration(one);
  if (one.code.op !== 'constant' || typeof one.code.value !== 'number' || one.code.value <= 0) {
    return refuseAt(one.at, 'notDuration');
  }
  if (one.code.value > most) refuseAt(one.at, 'windowTooLong', { fills: { most } });
  return one.code.value;
}

export function demandTruth({ type, at }: Typed): void {
  if (type.kind !== 'truth' && type.kind !== 'unknown') refuseAt(at, 'notCondition');
}

/** The unit of a number; undefined where its problem is told already. */
export function demandNumber({ type, at }: Typed): Unit | undefined {
  if (type.kind === 'unknown') return undefined;
  return type.kind === 'number' ? type.unit : refuseAt(at, 'notNumber');
}

export function demandDuration({ type, at }: Typed): void {
  if (type.kind === 'unknown') return;
  if (type.kind !== 'number' || !isSameMeasure(type.unit, seconds)) refuseAt(at, 'notDuration');
}
