import { limits, type Translated } from '@sillage/contract';
import type { ScenarioCommand } from '@sillage/scenario-language';
import type { RunKept } from './run-state.ts';
import { addToTrial, takeTrial } from './run-trials.ts';

type Shown = Extract<
  ScenarioCommand,
  { readonly type: 'step' | 'prompt' | 'clear' | 'beep' | 'result' | 'trial' | 'error' }
>;

const most = limits.scenarioTextCharacters;
const cut = (text: string): string => text.slice(0, most);
const words = ({ fr, en }: Translated): Translated => ({ fr: cut(fr), en: cut(en) });

const tooManyResults: Translated = {
  fr: `Le scénario donne plus de ${limits.scenarioResults} résultats\u00a0: les suivants ne sont pas gardés.`,
  en: `The scenario gives more than ${limits.scenarioResults} results: what follows is not kept.`,
};

/** What a program shows: of what is beyond its bounds the newest is left out. */
export function showCommand(kept: RunKept, command: Shown): void {
  switch (command.type) {
    case 'step':
      kept.step = { id: cut(command.id), title: words(command.title) };
      return;
    case 'prompt':
      prompt(kept, command);
      return;
    case 'clear':
      kept.prompts = kept.prompts.filter(({ id }) => id !== command.id);
      return;
    case 'beep':
      kept.beep = { count: (kept.beep?.count ?? 0) + 1, tone: command.tone };
      return;
    case 'result':
      keepResult(kept, command);
      return;
    case 'trial':
      takeTrial(kept, command);
      return;
    case 'error':
      if (kept.errors.length < limits.scenarioResults) kept.errors.push(words(command.text));
  }
}

function keepResult(kept: RunKept, command: Extract<Shown, { type: 'result' }>): void {
  if (kept.results.length >= limits.scenarioResults) {
    if (!kept.errors.some(({ fr }) => fr === tooManyResults.fr)) kept.errors.push(tooManyResults);
    return;
  }
  const result = {
    ...{ number: command.device, name: cut(command.name), unit: cut(command.unit) },
    ...(command.title !== undefined && { title: words(command.title) }),
    value: typeof command.value === 'string' ? cut(command.value) : finite(command.value),
  };
  kept.results.push(result);
  addToTrial(kept, result);
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);

function prompt(kept: RunKept, command: Extract<Shown, { type: 'prompt' }>): void {
  const { id, device, kind, text, untilSeconds, value = null, unit, choices = [] } = command;
  const shown = {
    ...{ id: cut(id), device, kind, ...words(text) },
    untilSeconds: untilSeconds ?? null,
    value: typeof value === 'string' ? cut(value) : finite(value),
    unit: unit === undefined ? null : cut(unit),
    choices: choices.slice(0, 50).map((choice) => ({ value: cut(choice.value), text: words(choice.text) })),
  };
  // What all are told takes the place of what one of them was.
  if (device === null) kept.prompts = kept.prompts.filter((one) => one.id !== shown.id || one.device === null);
  const at = kept.prompts.findIndex((one) => one.id === shown.id && one.device === device);
  if (at >= 0) kept.prompts[at] = shown;
  else if (kept.prompts.length < limits.scenarioPrompts) kept.prompts.push(shown);
}
