import { mostTurns } from './bounds.ts';
import type { Cursor } from './cursor.ts';
import type { Action, Expression, Template } from './graph.ts';
import { refuseAt } from './problems.ts';
import { demandNumber, readExpression } from './read-expression.ts';
import { readTemplate } from './read-template.ts';
import type { Scope } from './scope.ts';
import { isSameMeasure, noUnit } from './units.ts';

/** `step jump "Saut {i}" en "Jump {i}"` */
export function readStep(cursor: Cursor, scope: Scope): Action {
  cursor.take();
  const id = cursor.takeWord({ fr: 'le nom de l’étape', en: 'the name of the step' }).text;
  const plain = { text: { fr: id, en: id }, values: {} };
  const title = cursor.next.kind === 'text' ? readTemplate(cursor, scope) : plain;
  cursor.end();
  return { do: 'step', id, title };
}

interface RepeatHead {
  readonly count: Expression;
  readonly counter: string | null;
  readonly trial?: Template;
  /** Whether it turns once at least, whatever happens. */
  readonly isSure: boolean;
}

/** `repeat trials times as i trial "Essai {i}" en "Trial {i}"` */
export function readRepeat(cursor: Cursor, scope: Scope, isInTrial: boolean): RepeatHead {
  cursor.take();
  const { code, at, type } = readExpression(cursor, scope);
  const unit = demandNumber({ code, at, type });
  const written = code.op === 'constant' && typeof code.value === 'number' ? code.value : undefined;
  const isCount = written === undefined || (Number.isInteger(written) && written >= 0 && written <= mostTurns);
  if ((unit && !isSameMeasure(unit, noUnit)) || !isCount) refuseAt(at, 'repeatCount', { fills: { most: mostTurns } });
  cursor.expect('times');
  const counter = cursor.takeIf('as')
    ? scope.assign(cursor.takeWord({ fr: 'un nom', en: 'a name' }), { kind: 'number', unit: noUnit })
    : null;
  const word = cursor.next;
  const isTrial = cursor.takeIf('trial');
  if (isTrial && isInTrial) refuseAt(word, 'trialInTrial');
  const trial = isTrial ? { trial: readTemplate(cursor, scope) } : {};
  cursor.end();
  return { count: code, counter, ...trial, isSure: written !== undefined && written >= 1 };
}
