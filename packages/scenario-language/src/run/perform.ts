import { mostTurns } from '../bounds.ts';
import type { Action, Node, Template } from '../graph.ts';
import { scenarioBounds, type Words } from '../program.ts';
import { evaluate, holdsForAll, isOfEach } from './evaluate.ts';
import { fillTemplate, isTemplateOfEach, shownValue } from './fill-template.ts';
import { type Run, stopRecord, stopSelection } from './run.ts';
import { beginTrial, endTrials, keepBefore } from './trials.ts';
import { beginWait } from './watch-wait.ts';

/** What ends a run before its time; said to the coach. */
export class RunFault extends Error {
  readonly words: Words;
  constructor(words: Words) {
    super(words.en);
    this.words = words;
  }
}

type Of<D extends Action['do']> = Extract<Action, { readonly do: D }>;

/** Does what a node says: `state.at` is the next one then, or the run waits, or it is over. */
export function perform(node: Node, run: Run) {
  const { state } = run;
  const at = state.at;
  state.at = node.next;
  switch (node.do) {
    case 'step':
      return run.tell({ type: 'step', id: node.id, title: fillTemplate(node.title, null, run) });
    case 'prompt':
      return prompt(node, run);
    case 'clear':
      state.prompts = state.prompts.filter((id) => id !== node.id);
      return run.tell({ type: 'clear', id: node.id });
    case 'beep':
      return run.tell({ type: 'beep', tone: node.tone });
    case 'record':
      return node.start ? startRecord(run) : stopRecord(run);
    case 'selection':
      return node.start ? startSelection(node.name, run) : stopSelection(run);
    case 'let':
      return assign(node, run);
    case 'begin':
      state.turns[node.loop] = 0;
      return;
    case 'repeat':
      return turn(node, run, at);
    case 'branch':
      if (!holdsForAll(node.condition, run)) state.at = node.otherwise;
      return;
    case 'explain':
      return explain(node, run);
    case 'result':
      return result(node, run);
    case 'call':
      return callDevice(node, run);
    case 'end':
      return endRun(run, node.verdict, node.text === null ? null : fillTemplate(node.text, null, run));
    case 'go':
      if (node.endsTrials) endTrials(run);
      return;
    default:
      // The run stays at what it waits for.
      state.at = at;
      return wait(node, run);
  }
}

function wait(node: Of<'wait' | 'ask' | 'choose' | 'analyse'>, run: Run): void {
  const { state } = run;
  const alternatives = node.do === 'wait' ? node.alternatives : [];
  state.waiting = beginWait({ do: 'wait', alternatives, countdown: null }, run);
  if (node.do === 'ask' || node.do === 'choose') for (const device of state.devices) askDevice(node, device, run);
  if (node.do !== 'analyse') return;
  state.waiting.until.push(state.now + node.withinSeconds);
  state.analysed[node.analysis] = {};
  state.asked += 1;
  const of = node.lastSeconds === 'selection' ? (state.selection?.name ?? null) : null;
  run.tell({ type: 'analyse', id: state.asked, analysis: node.analysis, window: windowOf(node, run), of });
}

function windowOf({ lastSeconds }: Of<'analyse'>, { state }: Run): readonly [number, number] | null {
  if (typeof lastSeconds === 'number') return [Math.max(state.startedAt, state.now - lastSeconds), state.now];
  if (lastSeconds === 'record' || state.selection === null) return null;
  return [state.selection.from, state.selection.to ?? state.now];
}

/** Its answer comes by this name. */
export const askedId = (name: string, device: number) => `${name}@${device}`;

export function askDevice(node: Of<'ask' | 'choose'>, device: number, run: Run): void {
  const id = askedId(node.name, device);
  const text = fillTemplate(node.text, device, run);
  show(id, run);
  if (node.do === 'ask') {
    const { unit, least, most, factor } = node;
    const bounds = { ...(least !== null && { min: least / factor }), ...(most !== null && { max: most / factor }) };
    run.tell({ type: 'prompt', id, device, kind: 'enter', text, unit, ...bounds });
  } else run.tell({ type: 'prompt', id, device, kind: 'choice', text, choices: node.choices });
}

/** Counts a prompt among those that are open. */
function show(id: string, { state }: Run): void {
  if (state.prompts.includes(id)) return;
  if (state.prompts.length >= scenarioBounds.openPrompts) {
    throw new RunFault({
      fr: 'Trop de consignes sont affichées à la fois.',
      en: 'Too many prompts are shown at once.',
    });
  }
  state.prompts.push(id);
}

function prompt(node: Of<'prompt'>, run: Run): void {
  const { state } = run;
  show(node.id, run);
  const isEach =
    isTemplateOfEach(node.text, run) ||
    (node.number !== null && isOfEach(node.number.value, run)) ||
    (node.seconds !== null && isOfEach(node.seconds, run));
  for (const device of isEach ? state.devices : [null]) {
    const common = { type: 'prompt', id: node.id, device, text: fillTemplate(node.text, device, run) } as const;
    if (node.number !== null) {
      const value = shownValue(node.number, device, run);
      run.tell({ ...common, kind: 'number', value: typeof value === 'boolean' ? null : value, unit: node.number.unit });
    } else if (node.seconds !== null) {
      const seconds = evaluate(node.seconds, device, run);
      run.tell({ ...common, kind: 'countdown', untilSeconds: state.now + (typeof seconds === 'number' ? seconds : 0) });
    } else run.tell({ ...common, kind: 'text' });
  }
}

function startRecord({ state, tell }: Run): void {
  if (state.isRecording) return;
  Object.assign(state, { isRecording: true, recorded: [] });
  tell({ type: 'record', action: 'start' });
}

function startSelection(name: Template | null, run: Run): void {
  stopSelection(run);
  const words = name === null ? null : fillTemplate(name, null, run).fr;
  run.state.selection = { from: run.state.now, to: null, name: words };
  run.tell({ type: 'selection', action: 'start', name: words });
}

function assign({ name, value }: Of<'let'>, run: Run): void {
  const { state } = run;
  if (!isOfEach(value, run)) {
    state.variables[name] = { same: evaluate(value, null, run) };
    return;
  }
  state.variables[name] = { each: Object.fromEntries(state.devices.map((one) => [one, evaluate(value, one, run)])) };
}

function turn(node: Of<'repeat'> & Node, run: Run, at: number): void {
  const { loop, count, counter, after } = node;
  const { state } = run;
  const wanted = evaluate(count, null, run);
  const turns = typeof wanted === 'number' ? Math.min(mostTurns, Math.round(wanted)) : 0;
  const done = state.turns[loop] ?? 0;
  if (done >= turns) {
    state.at = after;
    if (node.trial !== undefined) endTrials(run);
    return;
  }
  if (node.trial !== undefined) keepBefore(run, at);
  state.turns[loop] = done + 1;
  if (counter !== null) state.variables[counter] = { same: done + 1 };
  beginTrial(node, run, { turn: done + 1, of: turns });
}

const noAnswer: Words = { fr: 'L’analyse n’a pas répondu à temps.', en: 'The analysis did not answer in time.' };

/** Says to each device why it has no result; to those that have one, nothing. */
function explain({ analysis }: Of<'explain'>, run: Run): void {
  for (const device of run.state.devices) {
    const found = run.state.analysed[analysis]?.[String(device)];
    const text = found === undefined ? noAnswer : found.refusal;
    if (text === null) continue;
    show('main', run);
    run.tell({ type: 'prompt', id: 'main', device, kind: 'text', text });
  }
}

function result({ name, title, shown }: Of<'result'>, run: Run): void {
  for (const device of isOfEach(shown.value, run) ? run.state.devices : [null]) {
    const value = shownValue(shown, device, run);
    run.tell({
      type: 'result',
      device,
      name: fillTemplate(name, device, run).en,
      ...(title !== null && { title: fillTemplate(title, device, run) }),
      value: typeof value === 'boolean' ? String(value) : value,
      unit: shown.unit,
    });
  }
}

function callDevice({ method, params }: Of<'call'>, run: Run): void {
  const isEach = Object.values(params).some(({ value }) => isOfEach(value, run));
  for (const device of isEach ? run.state.devices : [null]) {
    const given = Object.fromEntries(Object.entries(params).map(([name, one]) => [name, shownValue(one, device, run)]));
    run.tell({ type: 'rpc', device, method, params: given });
  }
}

/** Ends a run, and what it had begun before. */
export function endRun(run: Run, verdict: 'done' | 'failed', text: Words | null): void {
  if (run.state.isEnded) return;
  run.state.isEnded = true;
  run.state.waiting = null;
  stopRecord(run);
  run.tell({ type: 'end', verdict, text });
}
