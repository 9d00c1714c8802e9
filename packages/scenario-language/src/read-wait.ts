import { nearestName } from '@sillage/signal/formula';
import type { Cursor } from './cursor.ts';
import type { Action, Alternative, Expression } from './graph.ts';
import { refuseAt } from './problems.ts';
import { demandDuration, demandTruth, readAnd } from './read-expression.ts';
import { readTemplate } from './read-template.ts';
import { demandAlike, type Scope } from './scope.ts';
import { isSameMeasure, seconds } from './units.ts';

const mostAlternatives = 8;

/** `wait force > 20 N for 50 ms or button or 20 s` */
export function readWait(cursor: Cursor, scope: Scope): Action {
  const alternatives: Alternative[] = [];
  do {
    if (alternatives.length >= mostAlternatives)
      refuseAt(cursor.next, 'tooManyNames', { fills: { most: mostAlternatives } });
    alternatives.push(readAlternative(cursor, scope));
  } while (cursor.takeIf('or'));
  const countdown = cursor.takeIf('countdown') ? readTemplate(cursor, scope) : null;
  return { do: 'wait', alternatives, countdown };
}

function readAlternative(cursor: Cursor, scope: Scope): Alternative {
  for (const kind of ['button', 'recorded', 'joined'] as const) if (cursor.takeIf(kind)) return { kind };
  const isAny = cursor.takeIf('anyone');
  if (cursor.takeIf('still')) return readStill(cursor, scope, isAny);
  const given = readAnd(cursor, scope);
  if (!isAny && given.type.kind === 'number' && isSameMeasure(given.type.unit, seconds)) {
    return { kind: 'time', seconds: given.code };
  }
  demandTruth(given);
  const needs = [...variablesIn(given.code)];
  return { kind: 'hold', condition: given.code, seconds: readFor(cursor, scope), isAny, needs };
}

function readFor(cursor: Cursor, scope: Scope): Expression | null {
  if (!cursor.takeIf('for')) return null;
  const length = readAnd(cursor, scope);
  demandDuration(length);
  return length.code;
}

/** `still force within 15 N for 1.5 s` */
function readStill(cursor: Cursor, scope: Scope, isAny: boolean): Alternative {
  const name = cursor.takeWord({ fr: 'une mesure', en: 'an input' });
  const input = scope.inputs.get(name.text);
  if (input === undefined)
    return refuseAt(name, 'notInput', { instead: nearestName(name.text, [...scope.inputs.keys()]) });
  cursor.expect('within');
  const within = readAnd(cursor, scope);
  demandAlike(within.at, { kind: 'number', unit: input.measure }, within.type);
  const length =
    readFor(cursor, scope) ?? cursor.missing({ fr: '«\u00a0for\u00a0» et une durée', en: '“for” and a duration' });
  return { kind: 'still', input: name.text, within: within.code, seconds: length, isAny };
}

function* variablesIn(code: Expression): Generator<string> {
  if (code.op === 'variable') yield code.name;
  if (code.op === 'each') yield* variablesIn(code.given);
  if (code.op === 'call') for (const given of code.given) yield* variablesIn(given);
}
