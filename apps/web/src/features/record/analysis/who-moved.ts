import type { KeptResult } from '@sillage/contract';
import type { PhaseEdge } from './analysis-edges.ts';

/** Who put an edge where it is and when: of the oldest kept result that has it there. Undefined while nobody kept it. */
export function whoMoved(
  kept: readonly Pick<KeptResult, 'analysis' | 'parameters' | 'user_name' | 'date'>[],
  analysis: string | undefined,
  { parameter, at }: Pick<PhaseEdge, 'parameter' | 'at'>,
): { readonly name: string; readonly date: string } | undefined {
  const found = kept
    .filter((one) => one.analysis === analysis && isThere(one.parameters[parameter], at))
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .find(({ user_name }) => user_name !== null);
  return found?.user_name == null ? undefined : { name: found.user_name, date: found.date };
}

const isThere = (given: KeptResult['parameters'][string] | undefined, at: number) =>
  given?.source === 'moved' && typeof given.value === 'number' && Math.abs(given.value - at) < 1e-6;
