import type { RecordComputed } from '@sillage/contract';
import {
  type CheckedFormula,
  checkFormula,
  expandChannels,
  type FormulaProblem,
  isFormulaProblem,
  parseFormula,
} from '@sillage/signal/formula';
import type { Channels } from './computed-channels.ts';

/**
 * What a formula is on a record, or what is wrong with it: the server will say the same.
 * @param except the channel that is edited, which cannot stand on itself
 */
export function checkOnRecord(
  text: string,
  { channels, known }: Channels,
  except?: Pick<RecordComputed, 'variable'>,
): CheckedFormula | FormulaProblem {
  const parsed = parseFormula(text);
  if (isFormulaProblem(parsed)) return parsed;
  const formulas = channels.map(({ variable, channel }) => {
    return [variable, variable === except?.variable ? { formula: text, unit: null } : channel] as const;
  });
  const expanded = expandChannels(parsed, new Map(formulas));
  return isFormulaProblem(expanded) ? expanded : checkFormula(expanded, known);
}
