import { ApiError, NetworkError } from '@sillage/client';
import { fieldSentence } from '@sillage/contract';
import { inPageLanguage, sentenceOfRefusal } from './notify.ts';

/** The sentence for a field: a rule of the contract by its code, or a sentence as it stands. */
export function sentenceOf(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return /^[a-z_]+$/i.test(message) ? inPageLanguage(fieldSentence(message)) : message;
}

/** What to show of a refused call: the server's own sentence, or that it does not answer. */
export function sentenceOfProblem(problem: unknown, noAnswer: string): string {
  if (problem instanceof ApiError) return sentenceOfRefusal(problem.body);
  if (problem instanceof NetworkError) return noAnswer;
  throw problem;
}
