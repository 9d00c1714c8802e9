import { type Refusal, refuse } from '@sillage/contract';
import { type FormulaProblem, isFormulaProblem, parseFormula } from '@sillage/signal/formula';
import { refusalOfFullDisk } from '../../platform/disk/index.ts';
import { translatedProblem } from './check-channels.ts';
import type { ComputeProblem } from './compute-task.ts';

/** A formula that cannot be computed: where, why, and what to do. People count characters from 1. */
export function refuseFormula(problem: FormulaProblem): Refusal {
  const parameters = { position: String(problem.from + 1), problem: translatedProblem(problem) };
  return refuse('formula.invalid', parameters, { formula: problem.code });
}

/** A text that is no formula, whatever a record has. */
export function refuseFormulaText(text: string): Refusal | undefined {
  const parsed = parseFormula(text);
  return isFormulaProblem(parsed) ? refuseFormula(parsed) : undefined;
}

/** One that would take longer than anybody waits. */
export const refuseTooMuch = (text: string): Refusal => refuseFormula({ code: 'tooMuch', from: 0, to: text.length });

/** What the thread said of it. */
export function refuseOutcome(problem: ComputeProblem, text: string): Refusal {
  if (problem === 'noSignals') return refuse('record.notReadable');
  if (problem === 'diskFull') return diskFull();
  if (problem === 'tooLong') return refuseTooMuch(text);
  return refuseFormula({ ...problem, from: 0, to: text.length });
}

/** As the system said it in the thread. */
function diskFull(): Refusal {
  const full = Object.assign(new Error('no room for computed samples'), { code: 'ENOSPC' });
  return refusalOfFullDisk(full) ?? refuse('record.notReadable');
}
