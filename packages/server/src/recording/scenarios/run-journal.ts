import { type JournalLine, limits } from '@sillage/contract';
import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import type { RunKept } from './run-state.ts';

type Timed<E> = E extends { readonly atSeconds: number } ? Omit<E, 'atSeconds'> : never;
/** What happens to a run, before it has its time. */
export type Happening = Timed<ScenarioEvent>;
type Said = Pick<JournalLine, 'kind'> & Partial<Omit<JournalLine, 'kind' | 'line' | 'at'>>;

const textCharacters = 200;

/** What happened in a run, the newest lines: kept with it, so that it goes on after a restart. */
export class RunJournal {
  readonly #kept: Pick<RunKept, 'journal' | 'prompts'>;
  readonly #seconds: () => number;

  constructor(kept: Pick<RunKept, 'journal' | 'prompts'>, seconds: () => number) {
    this.#kept = kept;
    this.#seconds = seconds;
  }

  note({ kind, number = null, text = null, value = null, unit = null }: Said): void {
    const { journal } = this.#kept;
    const cut = (words: string) => words.slice(0, textCharacters);
    journal.push({
      ...{ line: (journal.at(-1)?.line ?? 0) + 1, at: Math.round(this.#seconds() * 1000) / 1000, kind, number },
      text: text && { fr: cut(text.fr), en: cut(text.en) },
      value: typeof value === 'string' ? cut(value) : Number.isFinite(value) ? value : null,
      unit: unit && cut(unit),
    });
    if (journal.length > limits.scenarioJournal) journal.shift();
  }

  /** What a program is told, as far as people want to read it. */
  happened(event: Happening): void {
    if (event.type === 'start') this.note({ kind: 'start' });
    else if (event.type === 'joined' || event.type === 'left' || event.type === 'button')
      this.note({ kind: event.type, number: event.device });
    else if (event.type === 'answer') {
      const { prompt, value } = event;
      const asked = this.#kept.prompts.find(({ id }) => id === prompt);
      this.note({
        ...{ kind: 'answer', number: asked?.device ?? null, value, unit: asked?.unit ?? null },
        text: asked ? { fr: asked.fr, en: asked.en } : { fr: prompt, en: prompt },
      });
    } else if (event.type === 'analysed' && event.refusal !== null)
      this.note({ kind: 'refused', number: event.device, text: { ...event.refusal }, value: event.of });
  }

  /** What a program asks for, likewise. */
  asked(command: ScenarioCommand): void {
    if (command.type === 'step') this.note({ kind: 'step', text: { ...command.title } });
    else if (command.type === 'trial') this.#trial(command);
    else if (command.type === 'record')
      this.note({ kind: command.action === 'start' ? 'record_start' : 'record_stop' });
    else if (command.type === 'error') this.note({ kind: 'error', text: { ...command.text } });
    else if (command.type === 'result') {
      const { device, name, title, value, unit } = command;
      this.note({ kind: 'result', number: device, text: title ? { ...title } : { fr: name, en: name }, value, unit });
    }
  }

  #trial({ begins, before }: Extract<ScenarioCommand, { type: 'trial' }>): void {
    if (before === 'skip') this.note({ kind: 'skip' });
    if (begins !== null) this.note({ kind: before === 'redo' ? 'redo' : 'trial', text: { ...begins.title } });
  }
}
