import type { Node } from '../graph.ts';
import type { ScenarioWaiting } from '../program.ts';
import { fillTemplate } from './fill-template.ts';
import { type Run, stopSelection } from './run.ts';
import type { RunState } from './state.ts';

type Repeat = Extract<Node, { readonly do: 'repeat' }>;

/** A turn of a loop of trials begins, before its counter has counted. */
export function keepBefore({ state }: Run, node: number): void {
  state.trial = { node, variables: structuredClone(state.variables) };
}

export function beginTrial({ trial }: Repeat, run: Run, { turn, of }: { turn: number; of: number }): void {
  if (trial === undefined) return;
  const { state } = run;
  run.tell({ type: 'trial', begins: { turn, of, title: fillTemplate(trial, null, run) }, before: state.trialLeft });
  state.trialLeft = 'over';
}

export function endTrials({ trial }: Repeat, { state, tell }: Run): void {
  if (trial === undefined || state.trial === null) return;
  state.trial = null;
  tell({ type: 'trial', begins: null, before: state.trialLeft });
  state.trialLeft = 'over';
}

/** Leaves the trial under way: to the next one, or to its own start with what was known then. */
export function leaveTrial(how: 'redo' | 'skip', run: Run): void {
  const { state, graph } = run;
  const node = state.trial === null ? undefined : graph.nodes[state.trial.node];
  if (state.trial === null || node?.do !== 'repeat') return;
  stopSelection(run);
  if (how === 'redo') {
    state.variables = structuredClone(state.trial.variables);
    state.turns[node.loop] = Math.max(0, (state.turns[node.loop] ?? 0) - 1);
  }
  Object.assign(state, { at: state.trial.node, waiting: null, timedOut: false, pressed: false, trialLeft: how });
}

/** Whom and what a run waits for. */
export function waitingOf({ waiting, at, devices }: RunState, nodes: readonly Node[]): ScenarioWaiting | null {
  const node = nodes[at];
  if (waiting === null || node === undefined) return null;
  if (node.do !== 'wait') return { devices: [...waiting.missing], button: false };
  const button = node.alternatives.some(({ kind }) => kind === 'button');
  const all = node.alternatives.findIndex((one) => (one.kind === 'hold' || one.kind === 'still') && !one.isAny);
  const reached = waiting.progress[all]?.reached;
  return { devices: reached === undefined ? [] : devices.filter((one) => !reached.includes(one)), button };
}
