/** What a formula may be, so that nobody's text costs more than a moment to read. */
export const formulaBounds = {
  characters: 1000,
  /** Numbers, variables, operators and calls. */
  parts: 200,
  /** Parentheses, calls, signs and powers within one another. */
  depth: 40,
} as const;

export const operators = ['+', '-', '*', '/', '^'] as const;
export type Operator = (typeof operators)[number];

/** Where something stands in the text: characters from the first, which is 0; the end is not part of it. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A formula as it was read. */
export type Formula = Place &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'negate'; readonly of: Formula }
    /** In the unit that somebody said of a computed channel. */
    | { readonly kind: 'declared'; readonly of: Formula; readonly unit: string }
    | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Formula; readonly right: Formula }
    | { readonly kind: 'call'; readonly name: FunctionName; readonly inputs: readonly Formula[] }
  );

/** What an input of a function is: samples, or a number that is known before there are any. */
export type InputKind = 'samples' | 'number' | 'hertz' | 'seconds' | 'order';

interface FormulaFunction {
  readonly inputs: readonly InputKind[];
  /** Of them, those that may be left out, from the end. */
  readonly optional?: number;
  /** The last may be given again and again. */
  readonly repeats?: true;
}

/** Every function of the language. */
export const formulaFunctions = {
  min: { inputs: ['samples', 'samples'], repeats: true },
  max: { inputs: ['samples', 'samples'], repeats: true },
  abs: { inputs: ['samples'] },
  sqrt: { inputs: ['samples'] },
  sin: { inputs: ['samples'] },
  cos: { inputs: ['samples'] },
  atan2: { inputs: ['samples', 'samples'] },
  clamp: { inputs: ['samples', 'number', 'number'] },
  lowpass: { inputs: ['samples', 'hertz', 'order'], optional: 1 },
  highpass: { inputs: ['samples', 'hertz', 'order'], optional: 1 },
  bandpass: { inputs: ['samples', 'hertz', 'hertz', 'order'], optional: 1 },
  derivative: { inputs: ['samples'] },
  integral: { inputs: ['samples'] },
  mean: { inputs: ['samples', 'seconds'] },
  median: { inputs: ['samples', 'seconds'] },
} as const satisfies Readonly<Record<string, FormulaFunction>>;
export type FunctionName = keyof typeof formulaFunctions;
export const functionNames = Object.keys(formulaFunctions).filter(isFunctionName);

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(formulaFunctions, name);
}

/** The inputs of a function, as a table may say them. */
export function functionOf(name: FunctionName): FormulaFunction {
  return formulaFunctions[name];
}

/** Order of a Butterworth filter, each way, unless the formula says another. */
export const usualOrder = 2;
export const mostOrder = 8;

export const problemCodes = [
  'empty',
  'tooLong',
  'tooDeep',
  'tooManyParts',
  'unknownSign',
  'unexpected',
  'unfinished',
  'unclosed',
  'decimalComma',
  'noParentheses',
  'unknownFunction',
  'unknownVariable',
  'inputCount',
  'notANumber',
  'notFinite',
  'notPositive',
  'order',
  'bounds',
  'units',
  'alreadyDegrees',
  'noVariable',
  'circular',
  'frequency',
  'window',
  'tooMuch',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Why a text is no formula, or none that can be computed here. */
export interface FormulaProblem extends Place {
  readonly code: ProblemCode;
  /** What the sentence names: a sign, a name, a unit, a number. */
  readonly words?: Readonly<Record<string, string | number>>;
  /** What could stand there instead. */
  readonly instead?: string;
}

export function isFormulaProblem(found: object): found is FormulaProblem {
  return 'code' in found;
}
