import type { DryRunAsked, DryRunQuestion } from '@sillage/contract';

/** `20 ; 40,5`: the answers of a question in their order; numbers where it has no choices. */
function answersOf({ choices }: DryRunQuestion, typed: string): (string | number)[] {
  const words = typed.split(';').map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const number = Number(word.replace(',', '.'));
      return choices.length > 0 || !Number.isFinite(number) ? word : number;
    });
}

/** What was typed for the questions of a dry run; of one that nothing was typed for, nothing. */
export function readAnswers(
  questions: readonly DryRunQuestion[],
  typed: Readonly<Record<string, string>>,
): DryRunAsked['answers'] {
  return Object.fromEntries(
    questions
      .map((question) => [question.prompt, answersOf(question, typed[question.prompt] ?? '')] as const)
      .filter(([, answers]) => answers.length > 0),
  );
}
