import type { Graph } from '../graph.ts';
import type { ScenarioCommand } from '../program.ts';
import type { Sight } from './evaluate.ts';

/** A run while it handles an event. */
export interface Run extends Sight {
  readonly graph: Graph;
  readonly tell: (command: ScenarioCommand) => void;
}

export function stopSelection({ state, tell }: Run): void {
  if (state.selection === null || state.selection.to !== null) return;
  state.selection.to = state.now;
  tell({ type: 'selection', action: 'stop', name: null });
}

export function stopRecord(run: Run): void {
  stopSelection(run);
  if (!run.state.isRecording) return;
  run.state.isRecording = false;
  run.tell({ type: 'record', action: 'stop' });
}
