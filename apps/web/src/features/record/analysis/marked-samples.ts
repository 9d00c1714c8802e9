import type { AnalysisAbout, AnalysisOutcome, Language } from '@sillage/contract';
import { formatNumber } from '../../../ui/format-number.ts';

/** The samples that a number is computed of, to be marked on the curves. */
export interface MarkedSamples {
  readonly variables: ReadonlySet<string>;
  readonly pieces: readonly { readonly t0: number; readonly t1: number }[];
  /** How long they last. */
  readonly label: string;
}

/** Undefined where no number is explained, or it is missing. */
export function markedSamples(
  about: AnalysisAbout | undefined,
  outcome: AnalysisOutcome | undefined,
  id: string | undefined,
  language: Language,
): MarkedSamples | undefined {
  const output = id === undefined ? undefined : about?.outputs[id];
  if (id === undefined || output === undefined || outcome?.values[id]?.value == null) return undefined;
  const { inputs, windows, t0, t1 } = outcome;
  const own = Object.entries(inputs).filter(([role]) => output.roles.length === 0 || output.roles.includes(role));
  const found = windows[output.over] ?? [];
  const pieces = found.length > 0 ? found : [{ t0, t1 }];
  const seconds = pieces.reduce((sum, piece) => sum + piece.t1 - piece.t0, 0);
  const label = `${pieces.length > 1 ? `${pieces.length} × ` : ''}${formatNumber(seconds / pieces.length, 3, language)} s`;
  // A number of one side that was found in the whole force has no variable of its own.
  const marked = own.length > 0 ? own : Object.entries(inputs);
  return { variables: new Set(marked.map(([, variable]) => variable)), pieces, label };
}
