import type { Node } from '../graph.ts';
import { type ScenarioEvent, scenarioBounds } from '../program.ts';
import { looksBack } from './evaluate.ts';
import { fillTemplate } from './fill-template.ts';
import { askDevice, askedId, endRun } from './perform.ts';
import type { Run } from './run.ts';
import { leaveTrial } from './trials.ts';
import { countdownOf, deadlineOf, type Watch, watchWait } from './watch-wait.ts';

type Event<T extends ScenarioEvent['type']> = Extract<ScenarioEvent, { readonly type: T }>;
type Of<D extends Node['do']> = Extract<Node, { readonly do: D }>;

/** Looks at conditions that look back on many samples so often. */
const looksPerSecond = 100;
/** s between two changes of a countdown. */
const countdownRest = 0.25;

/**
 * Takes what happened into the state of a run, and ends what it waits for.
 * @param advance goes on until the run waits again
 */
export function takeEvent(event: ScenarioEvent, run: Run, advance: () => void) {
  const { state } = run;
  if (event.type === 'samples') return takeSamples(event, run, advance);
  state.now = Math.max(state.now, event.atSeconds);
  if (event.type === 'stop') return endRun(run, 'done', null);
  if (event.type === 'redo' || event.type === 'skip') return leaveTrial(event.type, run);
  if (event.type === 'indicator') keepIndicator(event, run);
  if (event.type === 'recorded' && !state.recorded.includes(event.device)) state.recorded.push(event.device);
  if (event.type === 'joined') join(event.device, run);
  if (event.type === 'left') leave(event.device, run);
  const node = run.graph.nodes[state.at];
  if (event.type === 'analysed') takeAnalysis(event, node, run);
  if (state.waiting === null || node === undefined) return;
  if (event.type === 'answer' && (node.do === 'ask' || node.do === 'choose')) takeAnswer(node, event, run);
  settle(node, event, run);
}

function keepIndicator({ name, device, value, unit }: Event<'indicator'>, { state, graph }: Run): void {
  if (!graph.indicators.some(({ indicator }) => indicator === name)) return;
  state.indicators[name] = { ...state.indicators[name], [device]: { value, unit } };
}

function join(device: number, run: Run): void {
  const { state, graph } = run;
  if (state.devices.includes(device) || state.devices.length >= scenarioBounds.devices) return;
  state.devices.push(device);
  const node = graph.nodes[state.at];
  if (state.waiting === null || (node?.do !== 'ask' && node?.do !== 'choose')) return;
  state.waiting.missing.push(device);
  askDevice(node, device, run);
}

function leave(device: number, { state, rings }: Run): void {
  state.devices = state.devices.filter((one) => one !== device);
  rings.forget(device);
  if (state.waiting) state.waiting.missing = state.waiting.missing.filter((one) => one !== device);
}

function takeAnswer(node: Of<'ask' | 'choose'>, event: Event<'answer'>, run: Run) {
  const { state } = run;
  const device = state.waiting?.missing.find((one) => askedId(node.name, one) === event.prompt);
  if (device === undefined || state.waiting === null) return;
  const value = answerOf(node, event.value);
  if (value === undefined) return askDevice(node, device, run);
  const held = state.variables[node.name];
  const each = held !== undefined && 'each' in held ? held.each : {};
  state.variables[node.name] = { each: { ...each, [device]: value } };
  state.waiting.missing = state.waiting.missing.filter((one) => one !== device);
  state.prompts = state.prompts.filter((id) => id !== event.prompt);
  run.tell({ type: 'clear', id: event.prompt });
}

/** In SI units; undefined where it is no answer to what was asked. */
function answerOf(node: Of<'ask' | 'choose'>, given: string | number): string | number | undefined {
  if (node.do === 'choose') return node.choices.find(({ value }) => value === given)?.value;
  const number = typeof given === 'number' ? given : given.trim() === '' ? Number.NaN : Number(given);
  const value = number * node.factor;
  const fits = Number.isFinite(value) && value >= (node.least ?? value) && value <= (node.most ?? value);
  return fits ? value : undefined;
}

/** An answer to what was asked before, or of who left or was not asked, belongs to no trial that is under way. */
function takeAnalysis(answer: Event<'analysed'>, node: Node | undefined, { state, tell }: Run): void {
  const { id, device, analysis, values, refusal } = answer;
  const isAwaited = node?.do === 'analyse' && id === state.asked && state.waiting?.missing.includes(device);
  if (!isAwaited || state.waiting === null) {
    tell({ type: 'foundLate', answer });
    return;
  }
  state.analysed[analysis] = { ...state.analysed[analysis], [device]: { values, refusal } };
  state.waiting.missing = state.waiting.missing.filter((one) => one !== device);
}

/** Ends the wait where it is over. */
function settle(node: Node, event: ScenarioEvent, run: Run) {
  const { state } = run;
  const { waiting } = state;
  if (waiting === null) return;
  if (node.do !== 'wait') {
    const isAnswered = waiting.missing.length === 0 && (node.do === 'analyse' || state.devices.length > 0);
    if (isAnswered) return goOn(node, run, {});
    return state.now >= deadlineOf(waiting) ? goOn(node, run, { timedOut: true }) : undefined;
  }
  const has = (kind: 'button' | 'recorded' | 'joined') => node.alternatives.some((one) => one.kind === kind);
  if (event.type === 'button' && has('button')) return goOn(node, run, { pressed: true });
  if (event.type === 'joined' && has('joined')) return goOn(node, run, {});
  const isRecorded = state.devices.length > 0 && state.devices.every((one) => state.recorded.includes(one));
  if (has('recorded') && isRecorded) return goOn(node, run, {});
  for (const device of state.devices) {
    if (watchWait(node, waiting, { device, isSample: false, sight: run })(state.now)) return goOn(node, run, {});
  }
  if (state.now >= deadlineOf(waiting)) return goOn(node, run, { timedOut: true });
  showCountdown(node, run);
}

function goOn(node: Node, { state }: Run, how: { readonly timedOut?: true; readonly pressed?: true }): void {
  Object.assign(state, {
    waiting: null,
    at: node.next,
    timedOut: how.timedOut ?? false,
    pressed: how.pressed ?? false,
  });
}

function takeSamples(event: Event<'samples'>, run: Run, advance: () => void): void {
  const { state, graph } = run;
  const { device, rateHz, columns, atSeconds } = event;
  const [first] = Object.values(columns);
  if (first === undefined || !(rateHz > 0) || !state.devices.includes(device)) return;
  const block = run.rings.takeBlock(device, rateHz, columns);
  const rest = Math.max(1, Math.round(rateHz / looksPerSecond));
  for (let [i, watched] = [0, watchNow(device, run)]; i < first.length && !state.isEnded; i++) {
    block.push(i);
    if (watched === undefined) continue;
    if (watched.looksBack && i % rest !== 0 && i !== first.length - 1) continue;
    const at = atSeconds - (first.length - 1 - i) / rateHz;
    if (at < watched.startedAt) continue;
    const isLate = at >= watched.deadline;
    if (!isLate && !watched.watch(at)) continue;
    // What follows begins at this sample, and sees the rest of the block.
    state.now = at;
    goOn(watched.node, run, isLate ? { timedOut: true } : {});
    advance();
    watched = watchNow(device, run);
  }
  state.now = Math.max(state.now, atSeconds);
  const node = graph.nodes[state.at];
  if (state.waiting !== null && node?.do === 'wait') showCountdown(node, run);
}

/** The wait that samples of a device may end, until something else happens. */
interface WatchedNow {
  readonly node: Of<'wait'>;
  readonly startedAt: number;
  readonly deadline: number;
  readonly looksBack: boolean;
  readonly watch: Watch;
}

function watchNow(device: number, run: Run): WatchedNow | undefined {
  const node = run.graph.nodes[run.state.at];
  const { waiting } = run.state;
  if (waiting === null || node?.do !== 'wait') return undefined;
  const watch = watchWait(node, waiting, { device, isSample: true, sight: run });
  return { node, startedAt: waiting.startedAt, deadline: deadlineOf(waiting), looksBack: looksBackIn(node), watch };
}

const backward = new WeakMap<Of<'wait'>, boolean>();

function looksBackIn(node: Of<'wait'>): boolean {
  const known = backward.get(node) ?? node.alternatives.some((one) => one.kind === 'hold' && looksBack(one.condition));
  backward.set(node, known);
  return known;
}

/** Shows each device how long it is still to hold what is waited for. */
function showCountdown(node: Of<'wait'>, run: Run): void {
  const { state } = run;
  const { waiting } = state;
  if (node.countdown === null || waiting === null) return;
  for (const device of state.devices) {
    const until = countdownOf(node, waiting, device, run);
    const shown = waiting.shown[String(device)];
    if (shown !== undefined && (shown.until === until || state.now - shown.at < countdownRest)) continue;
    waiting.shown[String(device)] = { until, at: state.now };
    const common = { type: 'prompt', id: 'main', device, text: fillTemplate(node.countdown, device, run) } as const;
    if (!state.prompts.includes('main')) state.prompts.push('main');
    run.tell(until === null ? { ...common, kind: 'text' } : { ...common, kind: 'countdown', untilSeconds: until });
  }
}
