import type { AnalysisDescription } from '@sillage/contract';

export type ShownOutput = AnalysisDescription['outputs'][string] & { readonly id: string };

/** Numbers of an analysis in the order in which people read them: those that can be better first. */
export function shownOutputs({ outputs }: Pick<AnalysisDescription, 'outputs'>): ShownOutput[] {
  const all = Object.entries(outputs).map(([id, output]) => ({ id, ...output }));
  return [...all.filter(({ better }) => better !== null), ...all.filter(({ better }) => better === null)];
}
