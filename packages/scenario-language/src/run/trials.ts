import type { Node } from '../graph.ts';
import type { ScenarioWaiting } from '../program.ts';
import type { Sight } from './evaluate.ts';
import { fillTemplate } from './fill-template.ts';
import { type Run, stopRecord, stopSelection } from './run.ts';
import type { RunState } from './state.ts';
import { lacks } from './watch-wait.ts';

type Repeat = Extract<Node, { readonly do: 'repeat' }>;

/** A turn of a loop of trials begins, before its counter has counted. */
export function keepBefore({ state }: Run, node: number): void {
  const { variables, prompts, isRecording, selection } = state;
  state.trial = {
    ...{ node, variables: structuredClone(variables), prompts: [...prompts], isRecording },
    selectionFrom: selection?.to === null ? selection.from : null,
  };
}

export function beginTrial({ trial }: Repeat, run: Run, { turn, of }: { turn: number; of: number }): void {
  if (trial === undefined) return;
  const { state } = run;
  run.tell({ type: 'trial', begins: { turn, of, title: fillTemplate(trial, null, run) }, before: state.trialLeft });
  state.trialLeft = 'over';
}

export function endTrials({ state, tell }: Run): void {
  if (state.trial === null) return;
  state.trial = null;
  tell({ type: 'trial', begins: null, before: state.trialLeft });
  state.trialLeft = 'over';
}

/** Leaves the trial under way, with what was known at its start: to the next one, or to its own start. */
export function leaveTrial(how: 'redo' | 'skip', run: Run): void {
  const { state, graph } = run;
  const node = state.trial === null ? undefined : graph.nodes[state.trial.node];
  if (state.trial === null || node?.do !== 'repeat') return;
  closeOpened(state.trial, run);
  state.variables = structuredClone(state.trial.variables);
  if (how === 'redo') state.turns[node.loop] = Math.max(0, (state.turns[node.loop] ?? 0) - 1);
  Object.assign(state, { at: state.trial.node, waiting: null, timedOut: false, pressed: false, trialLeft: how });
}

/** What was opened before the trial stays open. */
function closeOpened(before: NonNullable<RunState['trial']>, run: Run): void {
  const { state, tell } = run;
  if (state.selection?.from !== before.selectionFrom) stopSelection(run);
  if (!before.isRecording) stopRecord(run);
  for (const id of state.prompts) if (!before.prompts.includes(id)) tell({ type: 'clear', id });
  state.prompts = state.prompts.filter((id) => before.prompts.includes(id));
}

/** Whom and what a run waits for: an analysis is nobody. */
export function waitingOf(sight: Sight, nodes: readonly Node[]): ScenarioWaiting | null {
  const { waiting, at, devices } = sight.state;
  const node = nodes[at];
  if (waiting === null || node === undefined || node.do === 'analyse') return null;
  if (node.do !== 'wait') return { devices: [...waiting.missing], button: false };
  const button = node.alternatives.some(({ kind }) => kind === 'button');
  for (const [i, one] of node.alternatives.entries()) {
    if ((one.kind !== 'hold' && one.kind !== 'still') || one.isAny) continue;
    const reached = waiting.progress[i]?.reached ?? [];
    return { devices: devices.filter((device) => !reached.includes(device) && !lacks(one, device, sight)), button };
  }
  return { devices: [], button };
}
