import { type ComputedReach, computedModule, type Translated } from '@sillage/contract';
import {
  type CheckedFormula,
  checkFormula,
  expandChannels,
  type FormulaProblem,
  isFormulaProblem,
  type KnownVariable,
  parseFormula,
  sayProblem,
} from '@sillage/signal/formula';
import type { KeptChannel } from './computed.ts';

/** Variable of a channel: its parameter's last word. */
export function variableOf({ parameter }: Pick<KeptChannel, 'parameter'>): string {
  return `${computedModule}.${parameter.slice(parameter.lastIndexOf(':') + 1)}`;
}

/** By variable; of two of one name the person's own. */
export function byVariable(kept: readonly KeptChannel[]): Map<string, KeptChannel> {
  const all = new Map<string, KeptChannel>();
  for (const one of kept) if (!all.has(variableOf(one))) all.set(variableOf(one), one);
  return all;
}

/** Whether a channel is offered on a record. */
export function reaches(
  reach: ComputedReach,
  record: { readonly uid: string; readonly exerciseName: string | null },
  sport: string | undefined,
): boolean {
  switch (reach.of) {
    case 'everything':
      return true;
    case 'sport':
      return reach.name === sport;
    case 'exercise':
      return reach.name === record.exerciseName;
    case 'record':
      return reach.uid === record.uid;
  }
}

/** A formula on a record's variables and on channels, by their variables. */
export function checkOnRecord(
  text: string,
  known: ReadonlyMap<string, KnownVariable>,
  channels: ReadonlyMap<string, KeptChannel>,
): CheckedFormula | FormulaProblem {
  const parsed = parseFormula(text);
  if (isFormulaProblem(parsed)) return parsed;
  // A variable of the record comes before a channel of the same name.
  const formulas = [...channels].flatMap(([variable, { channel }]) =>
    known.has(variable) ? [] : [[variable, channel] as const],
  );
  const expanded = expandChannels(parsed, new Map(formulas));
  return isFormulaProblem(expanded) ? expanded : checkFormula(expanded, known);
}

export function translatedProblem(problem: Pick<FormulaProblem, 'code' | 'words'>): Translated {
  return { fr: sayProblem(problem, 'fr'), en: sayProblem(problem, 'en') };
}
