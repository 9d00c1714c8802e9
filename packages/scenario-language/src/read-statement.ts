import { nearestName } from '@sillage/signal/formula';
import type { Cursor } from './cursor.ts';
import type { Action, Shown, Template } from './graph.ts';
import { LineProblem, type Place, refuseAt } from './problems.ts';
import { beepTones, type Words } from './program.ts';
import {
  demandDuration,
  demandFixedDuration,
  demandNumber,
  readAnd,
  readExpression,
  type Typed,
} from './read-expression.ts';
import { readChoices, readRange } from './read-header.ts';
import { readTemplate, shownOf } from './read-template.ts';
import { readWait } from './read-wait.ts';
import type { Scope } from './scope.ts';

/** s that an analysis may take before the run goes on without it. */
const usualPatience = 10;
const mostPatience = 60;
/** s that an analysis looks back on. */
const mostLookedBack = 600;

type Read = (cursor: Cursor, scope: Scope, at: Place) => Action;

/** Statements of one line, by their first word, which is taken. */
export const simpleStatements: Readonly<Record<string, Read>> = {
  prompt: readPrompt,
  clear: readClear,
  beep: readBeep,
  record: (cursor) => ({ do: 'record', start: readStartStop(cursor) }),
  selection: readSelection,
  analyse: readAnalyse,
  explain: readExplain,
  result: readResult,
  let: readLet,
  ask: readAsk,
  choose: readChoose,
  wait: readWait,
  call: readCallOfDevice,
};

const plainText = (text: string): Template => ({ text: { fr: text, en: text }, values: {} });
const nameWord: Words = { fr: 'un nom', en: 'a name' };
const mainPrompt = 'main';

function readPrompt(cursor: Cursor, scope: Scope): Action {
  const text = readTemplate(cursor, scope);
  let seconds: Typed | undefined;
  let number: Shown | null = null;
  if (cursor.takeIf('countdown')) {
    seconds = readAnd(cursor, scope);
    demandDuration(seconds);
  } else if (cursor.takeIf('number')) {
    const shown = readAnd(cursor, scope);
    demandNumber(shown);
    number = shownOf(shown);
  }
  const id = cursor.takeIf('as') ? cursor.takeWord(nameWord).text : mainPrompt;
  scope.prompts.add(id);
  return { do: 'prompt', id, text, seconds: seconds?.code ?? null, number };
}

function readClear(cursor: Cursor, scope: Scope): Action {
  const token = cursor.next;
  if (token.kind !== 'word') return { do: 'clear', id: mainPrompt };
  cursor.take();
  if (!scope.prompts.has(token.text)) {
    refuseAt(token, 'unknownPrompt', {
      fills: { name: token.text },
      instead: nearestName(token.text, [...scope.prompts]),
    });
  }
  return { do: 'clear', id: token.text };
}

function readBeep(cursor: Cursor): Action {
  const token = cursor.next;
  if (token.kind === 'end') return { do: 'beep', tone: 'short' };
  const tone = beepTones.find((one) => one === token.text);
  if (tone === undefined) {
    return refuseAt(token, 'unexpected', { fills: { sign: token.text }, instead: nearestName(token.text, beepTones) });
  }
  cursor.take();
  return { do: 'beep', tone };
}

function readStartStop(cursor: Cursor): boolean {
  if (cursor.takeIf('start')) return true;
  if (cursor.takeIf('stop')) return false;
  const { next } = cursor;
  const instead = next.kind === 'word' ? nearestName(next.text, ['start', 'stop']) : undefined;
  return refuseAt(next, 'expected', { fills: { what: { fr: 'start ou stop', en: 'start or stop' } }, instead });
}

function readSelection(cursor: Cursor, scope: Scope, at: Place): Action {
  const start = readStartStop(cursor);
  if (start) scope.hasSelection = true;
  else if (!scope.hasSelection) refuseAt(at, 'selectionClosed');
  const name = start && cursor.next.kind === 'text' ? readTemplate(cursor, scope, 'either') : null;
  return { do: 'selection', start, name };
}

function readAnalyse(cursor: Cursor, scope: Scope, at: Place): Action {
  const token = cursor.takeWord({ fr: 'une analyse', en: 'an analysis' });
  const known = scope.knownAnalyses;
  if (known !== undefined && !Object.hasOwn(known, token.text)) {
    refuseAt(token, 'unknownAnalysis', {
      fills: { name: token.text },
      instead: nearestName(token.text, Object.keys(known)),
    });
  }
  let lastSeconds: number | 'selection' | 'record' = scope.hasSelection ? 'selection' : 'record';
  if (cursor.takeIf('last')) lastSeconds = demandFixedDuration(readAnd(cursor, scope), mostLookedBack);
  else if (cursor.takeIf('selection')) {
    if (!scope.hasSelection) refuseAt(at, 'selectionClosed');
    lastSeconds = 'selection';
  } else if (cursor.takeIf('record')) lastSeconds = 'record';
  const withinSeconds = cursor.takeIf('within')
    ? demandFixedDuration(readAnd(cursor, scope), mostPatience)
    : usualPatience;
  scope.analysed.add(token.text);
  return { do: 'analyse', analysis: token.text, lastSeconds, withinSeconds };
}

function readExplain(cursor: Cursor, scope: Scope): Action {
  const token = cursor.takeWord({ fr: 'une analyse', en: 'an analysis' });
  if (!scope.analysed.has(token.text)) refuseAt(token, 'notAnalysed', { fills: { name: token.text } });
  return { do: 'explain', analysis: token.text };
}

/** `result height = h "Hauteur" en "Height"`, `result "height_{i}" = h` */
function readResult(cursor: Cursor, scope: Scope): Action {
  const name =
    cursor.next.kind === 'text' ? readTemplate(cursor, scope, 'either') : plainText(cursor.takeWord(nameWord).text);
  cursor.expect('=', 'sign');
  const shown = shownOf(readExpression(cursor, scope));
  return { do: 'result', name, title: cursor.next.kind === 'text' ? readTemplate(cursor, scope) : null, shown };
}

function readLet(cursor: Cursor, scope: Scope): Action {
  const token = cursor.takeWord(nameWord);
  try {
    cursor.expect('=', 'sign');
    const given = readExpression(cursor, scope);
    const kind = given.type.kind === 'number' ? ({ kind: 'number', unit: given.type.unit } as const) : given.type;
    return { do: 'let', name: scope.assign(token, kind), value: given.code };
  } catch (problem) {
    // Its name is known all the same, so that what is wrong here is not told again where it is used.
    if (problem instanceof LineProblem && !scope.names.includes(token.text)) scope.assign(token, { kind: 'unknown' });
    throw problem;
  }
}

/** `ask mass kg "Votre masse ?" en "Your mass?" from 20 kg to 250 kg` */
function readAsk(cursor: Cursor, scope: Scope): Action {
  const token = cursor.takeWord(nameWord);
  const unit = cursor.takeUnit();
  const text = readTemplate(cursor, scope);
  const kind = { kind: 'number', unit } as const;
  const [least, most] = cursor.takeIf('from') ? readRange(cursor, scope, kind) : [null, null];
  return { do: 'ask', name: scope.assign(token, kind), text, unit: unit.text, factor: unit.factor, least, most };
}

function readChoose(cursor: Cursor, scope: Scope): Action {
  const token = cursor.takeWord(nameWord);
  const text = readTemplate(cursor, scope);
  cursor.expect('of');
  const choices = readChoices(cursor);
  return { do: 'choose', name: scope.assign(token, { kind: 'text' }), text, choices };
}

const mostCallParams = 8;

/** `call "v1.led.set" colour = "green", seconds = 2 s`: what a device can do is its own to say. */
function readCallOfDevice(cursor: Cursor, scope: Scope): Action {
  const method = cursor.takeText();
  const params: Record<string, Shown> = {};
  while (cursor.next.kind === 'word') {
    const name = cursor.take();
    if (Object.keys(params).length >= mostCallParams)
      refuseAt(name, 'tooManyNames', { fills: { most: mostCallParams } });
    if (Object.hasOwn(params, name.text)) refuseAt(name, 'nameTaken', { fills: { name: name.text } });
    cursor.expect('=', 'sign');
    Object.defineProperty(params, name.text, { value: shownOf(readExpression(cursor, scope)), enumerable: true });
    if (!cursor.takeIf(',', 'sign')) break;
  }
  return { do: 'call', method: method.text, params };
}

/** `end`, `end "fr" en "en"`, `end failed "fr" en "en"` */
export function readEnd(cursor: Cursor, scope: Scope): Action {
  const verdict = cursor.takeIf('failed') ? 'failed' : 'done';
  const text: Template | null = cursor.next.kind === 'text' ? readTemplate(cursor, scope) : null;
  return { do: 'end', verdict, text };
}
