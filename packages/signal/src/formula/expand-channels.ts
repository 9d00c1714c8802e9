import { type Formula, type FormulaProblem, formulaBounds, isFormulaProblem } from './formula.ts';
import { parseFormula } from './parse-formula.ts';

/** Parts of a formula with all that it is made of. */
const mostParts = 5 * formulaBounds.parts;
/** Channels that stand on one another. */
const mostChannels = 8;

export interface ChannelFormula {
  readonly formula: string;
  /** As somebody said it; null: as its formula carries it. */
  readonly unit: string | null;
}

/**
 * A formula in which each computed channel is what its own formula says, in the unit that was said of it.
 * @param channels by the name of their variable
 */
export function expandChannels(
  formula: Formula,
  channels: ReadonlyMap<string, ChannelFormula>,
): Formula | FormulaProblem {
  let parts = 0;
  let problem: FormulaProblem | undefined;
  const expand = (part: Formula, within: readonly string[]): Formula => {
    const { from, to } = part;
    if (++parts > mostParts) problem ??= { code: 'tooManyParts', from, to, words: { most: mostParts } };
    if (problem !== undefined) return part;
    switch (part.kind) {
      case 'number':
        return part;
      case 'variable': {
        const channel = channels.get(part.name);
        if (channel === undefined) return part;
        const parsed = parseFormula(channel.formula);
        if (within.includes(part.name)) problem ??= { code: 'circular', from, to, words: { name: part.name } };
        else if (within.length === mostChannels)
          problem ??= { code: 'tooDeep', from, to, words: { most: mostChannels } };
        else if (isFormulaProblem(parsed)) problem ??= { ...parsed, from, to };
        if (problem !== undefined || isFormulaProblem(parsed)) return part;
        // What is wrong in another formula is shown where that is named.
        const of = { ...expand(placedAt(parsed, from, to), [...within, part.name]), from, to };
        return channel.unit === null ? of : { kind: 'declared', of, unit: channel.unit, from, to };
      }
      case 'negate':
      case 'declared':
        return { ...part, of: expand(part.of, within) };
      case 'binary':
        return { ...part, left: expand(part.left, within), right: expand(part.right, within) };
      case 'call':
        return { ...part, inputs: part.inputs.map((input) => expand(input, within)) };
    }
  };
  const expanded = expand(formula, []);
  return problem ?? expanded;
}

function placedAt(formula: Formula, from: number, to: number): Formula {
  switch (formula.kind) {
    case 'number':
    case 'variable':
      return { ...formula, from, to };
    case 'negate':
    case 'declared':
      return { ...formula, of: placedAt(formula.of, from, to), from, to };
    case 'binary':
      return { ...formula, left: placedAt(formula.left, from, to), right: placedAt(formula.right, from, to), from, to };
    case 'call':
      return { ...formula, inputs: formula.inputs.map((input) => placedAt(input, from, to)), from, to };
  }
}

/** Variables that a formula names, each once. */
export function variablesOf(formula: Formula): string[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'variable':
      return [formula.name];
    case 'negate':
    case 'declared':
      return variablesOf(formula.of);
    case 'binary':
      return [...new Set([...variablesOf(formula.left), ...variablesOf(formula.right)])];
    case 'call':
      return [...new Set(formula.inputs.flatMap(variablesOf))];
  }
}
