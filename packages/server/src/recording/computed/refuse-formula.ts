import { type Refusal, refuse } from '@sillage/contract';
import type { FormulaProblem } from '@sillage/signal/formula';
import { translatedProblem } from './check-channels.ts';

/** A formula that cannot be computed: where, why, and what to do. People count characters from 1. */
export function refuseFormula(problem: FormulaProblem): Refusal {
  const parameters = { position: String(problem.from + 1), problem: translatedProblem(problem) };
  return refuse('formula.invalid', parameters, { formula: problem.code });
}
