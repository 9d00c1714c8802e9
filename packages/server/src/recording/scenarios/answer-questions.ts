import type { DryRunAsked, DryRunQuestion } from '@sillage/contract';
import type { ScenarioCommand } from '@sillage/scenario-language';

type Prompt = Extract<ScenarioCommand, { type: 'prompt' }>;
interface Asked {
  readonly question: DryRunQuestion;
  /** Answers that were given. */
  readonly count: number;
}

/** Questions that a program asks in a dry run, and what is answered. */
export class AskedQuestions {
  readonly #given: DryRunAsked['answers'];
  readonly #asked = new Map<string, Asked>();

  constructor(given: DryRunAsked['answers']) {
    this.#given = given;
  }

  get all(): DryRunQuestion[] {
    return [...this.#asked.values()].map(({ question }) => question);
  }

  /** @param isAgain it did not take the answer before  @returns undefined of what is no question, or where nothing is left to answer */
  answer(prompt: Prompt, isAgain: boolean): string | number | undefined {
    if (prompt.kind !== 'enter' && prompt.kind !== 'choice') return undefined;
    const key = prompt.id.replace(/@\d+$/, '');
    const before = this.#asked.get(key);
    const count = before?.count ?? 0;
    const given = this.#given[key] ?? [];
    const value = isAgain ? given[count] : (given[count] ?? given.at(-1) ?? plainAnswer(prompt));
    const { text, unit, choices = [] } = prompt;
    const question = {
      ...{ prompt: key, text: { ...text }, unit: unit || null, answer: value ?? null },
      choices: choices.map((choice) => ({ value: choice.value, text: { ...choice.text } })),
    };
    this.#asked.set(key, { question, count: count + 1 });
    return value;
  }
}

/** What anybody might say. */
function plainAnswer({ kind, choices = [], value, min, max }: Prompt): string | number | undefined {
  if (kind === 'choice') return choices[0]?.value;
  return value ?? min ?? Math.min(0, max ?? 0);
}
