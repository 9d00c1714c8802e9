import { mostNodesAtOnce, mostSamplesAtOnce } from '../bounds.ts';
import type { Graph } from '../graph.ts';
import {
  type ParamValue,
  type ScenarioCommand,
  type ScenarioEvent,
  type ScenarioLook,
  type ScenarioProgram,
  type ScenarioWaiting,
  scenarioBounds,
} from '../program.ts';
import type { VariableUnits } from '../scope.ts';
import type { Sight } from './evaluate.ts';
import { readState, writeState } from './kept-state.ts';
import { endRun, perform, RunFault } from './perform.ts';
import type { Run } from './run.ts';
import { SampleRings } from './sample-rings.ts';
import { freshState, markOf, type RunState } from './state.ts';
import { takeEvent } from './take-event.ts';
import { waitingOf } from './trials.ts';

/**
 * Begins a run of a compiled program, or goes on with one that was kept.
 * @param kept what `keep` answered for the same program
 * @param units in which its variables are looked at; without them in SI units
 */
export function startText(graph: Graph, kept?: string, units: VariableUnits = {}): ScenarioProgram {
  const mark = markOf(JSON.stringify(graph));
  const known = kept === undefined ? freshState() : readState(kept, mark, graph.nodes.length);
  const machine = new Machine(graph, known ?? freshState());
  if (known === undefined) machine.isLost = true;
  return {
    handle: async (event) => machine.handle(event),
    keep: () => writeState(machine.state, mark),
    look: (device) => lookAt(graph, machine.state, { device, units }),
    waiting: () => machine.waiting(),
    close: async () => machine.close(),
  };
}

const lost = {
  fr: 'Le programme a changé depuis le début du scénario\u00a0: il ne peut pas reprendre.',
  en: 'The program changed since the scenario began: it cannot go on.',
};
const tooFast = {
  fr: `Le programme envoie plus de ${scenarioBounds.commandsPerSecond} ordres par seconde.`,
  en: `The program sends more than ${scenarioBounds.commandsPerSecond} commands a second.`,
};
const tooLong = {
  fr: 'Le programme calcule trop à la fois\u00a0: trop d’instructions à la suite, ou de trop longues fenêtres.',
  en: 'The program computes too much at once: too many statements in a row, or windows that are too long.',
};
const broken = { fr: 'L’état gardé du scénario est illisible.', en: 'The kept state of the scenario cannot be read.' };

class Machine {
  readonly state: RunState;
  isLost = false;
  readonly #graph: Graph;
  readonly #rings: SampleRings;
  readonly #indicators: Sight['indicators'];
  #told: ScenarioCommand[] = [];
  #nodesLeft = mostNodesAtOnce;
  #samplesLeft = mostSamplesAtOnce;

  constructor(graph: Graph, state: RunState) {
    this.#graph = graph;
    this.state = state;
    this.#rings = new SampleRings(graph.inputs);
    this.#indicators = new Map(graph.indicators.map((one) => [one.name, one]));
  }

  handle(event: ScenarioEvent): readonly ScenarioCommand[] {
    this.#told = [];
    this.#nodesLeft = mostNodesAtOnce;
    this.#samplesLeft = mostSamplesAtOnce;
    if (this.state.isEnded) return [];
    const run = this.#run();
    try {
      if (this.isLost) throw new RunFault(lost);
      if (event.type === 'start') this.#start(event);
      if (!this.state.isStarted) return [];
      takeEvent(event, run, () => this.#advance(run));
      this.#advance(run);
      if (!this.state.isEnded && this.state.now - this.state.startedAt > this.#graph.limitSeconds)
        endRun(run, 'done', null);
    } catch (fault) {
      this.#fail(fault instanceof RunFault ? fault.words : broken);
    }
    return this.#told;
  }

  waiting(): ScenarioWaiting | null {
    this.#samplesLeft = mostSamplesAtOnce;
    return waitingOf(this.#run(), this.#graph.nodes);
  }

  #run(): Run {
    return {
      graph: this.#graph,
      state: this.state,
      rings: this.#rings,
      indicators: this.#indicators,
      tell: (command) => this.#tell(command),
      charge: (samples) => this.#charge(samples),
    };
  }

  #charge(samples: number): void {
    this.#samplesLeft -= samples;
    if (this.#samplesLeft < 0) throw new RunFault(tooLong);
  }

  #tell(command: ScenarioCommand): void {
    const second = Math.floor(this.state.now);
    const { told } = this.state;
    const count = told.second === second ? told.count + 1 : 1;
    this.state.told = { second, count };
    if (count > scenarioBounds.commandsPerSecond && command.type !== 'end') throw new RunFault(tooFast);
    this.#told.push(command);
  }

  #fail(text: { readonly fr: string; readonly en: string }): void {
    Object.assign(this.state, { isEnded: true, waiting: null });
    this.#told.push({ type: 'error', text }, { type: 'end', verdict: 'failed', text });
  }

  #start(event: Extract<ScenarioEvent, { readonly type: 'start' }>): void {
    if (this.state.isStarted) return;
    const { atSeconds, devices, params } = event;
    const numbers = devices.slice(0, scenarioBounds.devices).map(({ number }) => number);
    Object.assign(this.state, { isStarted: true, startedAt: atSeconds, now: atSeconds, devices: numbers });
    for (const param of this.#graph.params) {
      const given = Object.hasOwn(params, param.name) ? params[param.name] : undefined;
      const value = given !== undefined && isFitting(param, given) ? given : param.default;
      this.state.variables[param.name] = { same: typeof value === 'number' ? value * param.factor : value };
    }
  }

  /** Does node after node until the run waits or is over. */
  #advance(run: Run) {
    while (this.state.waiting === null && !this.state.isEnded) {
      const node = this.#graph.nodes[this.state.at];
      if (node === undefined) return endRun(run, 'done', null);
      if (--this.#nodesLeft < 0) throw new RunFault(tooLong);
      perform(node, run);
    }
  }

  close(): void {
    for (const device of this.state.devices) this.#rings.forget(device);
  }
}

type Param = Graph['params'][number];

/** Whether a value that was given for a run is what the program says of it; else the default counts. */
function isFitting({ type, min, max, choices }: Param, value: ParamValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'text') return typeof value === 'string' && value.length <= scenarioBounds.textCharacters;
  if (type === 'choice') return choices?.some((one) => one.value === value) ?? false;
  const isWhole = type !== 'integer' || Number.isInteger(value);
  return (
    typeof value === 'number' && isWhole && Number.isFinite(value) && value >= (min ?? value) && value <= (max ?? value)
  );
}

function lookAt(
  { nodes }: Graph,
  { at, variables }: RunState,
  { device, units }: { readonly device: number; readonly units: VariableUnits },
): ScenarioLook {
  const values: Record<string, ScenarioLook['values'][string]> = {};
  for (const [name, held] of Object.entries(variables)) {
    const value = 'same' in held ? held.same : (held.each[String(device)] ?? null);
    const { unit = null, factor = 1 } = units[name] ?? {};
    values[name] = { value: typeof value === 'number' ? Number((value / factor).toPrecision(12)) : value, unit };
  }
  return { line: nodes[Math.min(at, nodes.length - 1)]?.line ?? 1, values };
}
