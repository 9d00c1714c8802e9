import { nearestName } from '@sillage/signal/formula';
import type { Cursor } from './cursor.ts';
import { refuseAt } from './problems.ts';
import {
  type Choice,
  type ParamType,
  type ParamValue,
  paramTypes,
  type ScenarioParam,
  scenarioBounds,
  type Words,
} from './program.ts';
import { demandDuration, demandNumber, readAnd, type Typed } from './read-expression.ts';
import { demandAlike, type Kind, type Scope } from './scope.ts';
import { noUnit, type Unit } from './units.ts';

export type GraphParam = ScenarioParam & { readonly factor: number };

/** What stands before the statements. */
export interface Header {
  name: Words | undefined;
  about: Words | null;
  className: string | null;
  isCalibration: boolean;
  limitSeconds: number | undefined;
  readonly params: GraphParam[];
  readonly indicators: { readonly name: string; readonly indicator: string; readonly unit: string }[];
}

export const headerWords = ['scenario', 'about', 'class', 'calibration', 'limit', 'param', 'input', 'indicator'];
/** s after which a run ends whose program does not say. */
export const usualLimit = 3600;
const mostInputs = 8;

export const emptyHeader = (): Header => ({
  ...{ name: undefined, about: null, className: null, isCalibration: false, limitSeconds: undefined },
  ...{ params: [], indicators: [] },
});

/** Reads a line of the header; its first word is one of `headerWords` and is taken. */
export function readHeaderLine(word: string, cursor: Cursor, scope: Scope, header: Header): void {
  const once = (isSaid: boolean) => {
    const [at] = cursor.line.tokens;
    if (isSaid && at) refuseAt(at, 'headerTwice', { fills: { name: word } });
  };
  if (word === 'scenario') {
    once(header.name !== undefined);
    header.name = cursor.takeWords().words;
  } else if (word === 'about') {
    once(header.about !== null);
    header.about = cursor.takeWords().words;
  } else if (word === 'class') {
    once(header.className !== null);
    header.className = cursor.takeWord({ fr: 'un nom de classe', en: 'a class name' }).text;
  } else if (word === 'calibration') {
    once(header.isCalibration);
    header.isCalibration = true;
  } else if (word === 'limit') {
    once(header.limitSeconds !== undefined);
    header.limitSeconds = readLimit(cursor, scope);
  } else if (word === 'param') header.params.push(readParam(cursor, scope, header));
  else if (word === 'input') readInput(cursor, scope);
  else header.indicators.push(readIndicator(cursor, scope));
  cursor.end();
}

function readLimit(cursor: Cursor, scope: Scope): number {
  const limit = readAnd(cursor, scope);
  demandDuration(limit);
  const value = constantOf(limit);
  if (typeof value !== 'number' || value <= 0) return refuseAt(limit.at, 'notDuration');
  if (value > scenarioBounds.runSeconds)
    refuseAt(limit.at, 'windowTooLong', { fills: { most: scenarioBounds.runSeconds } });
  return value;
}

const constantOf = ({ code }: Typed) => (code.op === 'constant' ? code.value : undefined);

const nameWord = { fr: 'un nom', en: 'a name' };

/** `input force N = fztot, fzg + fzd, force` */
function readInput(cursor: Cursor, scope: Scope): void {
  const token = cursor.takeWord(nameWord);
  const name = scope.claim(token);
  if (scope.inputs.size >= mostInputs) refuseAt(token, 'tooManyInputs', { fills: { most: mostInputs } });
  const measure = cursor.takeUnit();
  const columns: string[][] = [];
  if (cursor.takeIf('=', 'sign')) {
    do {
      const sum: string[] = [];
      do sum.push(cursor.takeWord({ fr: 'le nom d’une variable', en: 'the name of a variable' }).text);
      while (cursor.takeIf('+', 'sign'));
      columns.push(sum);
    } while (cursor.takeIf(',', 'sign'));
  } else columns.push([name]);
  scope.inputs.set(name, { name, unit: measure.text, factor: measure.factor, columns, windowSeconds: 0, measure });
}

/** `indicator rate 1/min = strokeRate` */
function readIndicator(cursor: Cursor, scope: Scope) {
  const name = scope.claim(cursor.takeWord(nameWord));
  const unit = cursor.takeUnit();
  const indicator = cursor.takeIf('=', 'sign')
    ? cursor.takeWord({ fr: 'un indicateur', en: 'an indicator' }).text
    : name;
  scope.indicators.set(name, unit);
  return { name, indicator, unit: unit.text };
}

/** `param trials integer = 3 from 1 to 10 "Essais" en "Trials"` */
function readParam(cursor: Cursor, scope: Scope, header: Header): GraphParam {
  const token = cursor.takeWord(nameWord);
  const name = scope.claim(token);
  if (header.params.length >= scenarioBounds.params) {
    refuseAt(token, 'tooManyParams', { fills: { most: scenarioBounds.params } });
  }
  // Known from here on, whatever is wrong with the rest of its line.
  scope.variables.set(name, { kind: 'unknown' });
  scope.set.add(name);
  const typeAt = cursor.takeWord({ fr: 'un type', en: 'a type' });
  const type = paramTypes.find((one) => one === typeAt.text);
  if (type === undefined) {
    return refuseAt(typeAt, 'unknownType', {
      fills: { name: typeAt.text },
      instead: nearestName(typeAt.text, paramTypes),
    });
  }
  cursor.expect('=', 'sign');
  const given = readAnd(cursor, scope);
  const kind = kindOf(type, given);
  scope.variables.set(name, kind);
  const bounds = cursor.takeIf('from') ? readBounds(cursor, scope, given) : undefined;
  const choices = cursor.takeIf('of') ? readChoices(cursor) : undefined;
  const optional = cursor.takeIf('optional');
  const description = cursor.next.kind === 'text' ? cursor.takeWords().words : { fr: name, en: name };
  const unit = kind.kind === 'number' ? kind.unit : noUnit;
  const value = writtenValue(given, unit, type);
  const isOut = typeof value === 'number' && bounds !== undefined && (value < bounds.min || value > bounds.max);
  const isNoChoice = type === 'choice' && !choices?.some((one) => one.value === value);
  if (isOut || isNoChoice || (value === null && !optional)) refuseAt(given.at, 'badDefault');
  return {
    ...{ name, type, default: value, unit: unit.text === '' ? null : unit.text, factor: unit.factor, optional },
    ...(bounds ?? {}),
    ...(choices === undefined ? {} : { choices }),
    description,
  };
}

function kindOf(type: ParamType, given: Typed): Kind {
  const is = given.type.kind;
  const wanted = type === 'boolean' ? 'truth' : type === 'text' || type === 'choice' ? 'text' : 'number';
  if (is !== 'unknown' && is !== wanted) refuseAt(given.at, 'badDefault');
  if (constantOf(given) === undefined) refuseAt(given.at, 'badDefault');
  if (type === 'duration') demandDuration(given);
  return given.type.kind === 'number' ? { kind: 'number', unit: given.type.unit } : given.type;
}

function writtenValue(given: Typed, unit: Unit, type: ParamType): ParamValue | null {
  const value = constantOf(given) ?? null;
  if (typeof value !== 'number') return value;
  const written = tidy(value / unit.factor);
  return type === 'integer' && !Number.isInteger(written) ? refuseAt(given.at, 'badDefault') : written;
}

/** Without the last bits that a unit's factor leaves. */
export const tidy = (value: number) => Number(value.toPrecision(12));

function readBounds(cursor: Cursor, scope: Scope, given: Typed): { readonly min: number; readonly max: number } {
  const unit = demandNumber(given) ?? noUnit;
  const [min, max] = readRange(cursor, scope, given.type);
  return { min: tidy(min / unit.factor), max: tidy(max / unit.factor) };
}

/** `1 to 10` behind `from`: SI values of what is measured as `kind`. */
export function readRange(cursor: Cursor, scope: Scope, kind: Kind): readonly [min: number, max: number] {
  const read = () => {
    const bound = readAnd(cursor, scope);
    demandNumber(bound);
    demandAlike(bound.at, kind, bound.type);
    const value = constantOf(bound);
    return typeof value === 'number' ? { value, at: bound.at } : refuseAt(bound.at, 'notNumber');
  };
  const low = read();
  cursor.expect('to');
  const high = read();
  if (low.value > high.value) refuseAt(high.at, 'badBounds');
  return [low.value, high.value];
}

const mostChoices = 12;

/** `"left" "Gauche" en "Left", "right" "Droite" en "Right"` */
export function readChoices(cursor: Cursor): Choice[] {
  const choices: Choice[] = [];
  do {
    const value = cursor.takeText();
    if (choices.some((one) => one.value === value.text)) refuseAt(value, 'nameTaken', { fills: { name: value.text } });
    if (choices.length >= mostChoices) refuseAt(value, 'tooManyNames', { fills: { most: mostChoices } });
    choices.push({ value: value.text, text: cursor.takeWords().words });
  } while (cursor.takeIf(',', 'sign'));
  return choices;
}
