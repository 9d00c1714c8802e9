import type { Explained } from './explained/explained.ts';
import type { Figure } from './figures/figure.ts';
import type { Hole, Notice, ReasonCode, RefusalCode } from './sentences.ts';
import type { Translated } from './translated.ts';

/** Samples of one role, in the unit that the role wants; NaN = no value. */
export interface Column {
  readonly name: string;
  /** Increasing, s; of a table the number of the row. */
  readonly timesSeconds: Float64Array;
  readonly values: Float64Array;
}

/** What an analysis needs to be given. */
export interface InputRole {
  readonly name: Translated;
  /** Of the values, in SI units; what else is converted is in `unit-factors.ts`. Empty: whatever unit, as it is. */
  readonly unit: string;
  /** Whether a column is likely meant, by its own name without its module, in small letters. */
  readonly spelled: RegExp;
  readonly optional?: true;
}

interface ParameterAbout {
  readonly name: Translated;
  readonly unit: string;
  /** Who set the default, and other values that were published: author and year. */
  readonly source: string;
}
export interface NumberParameter extends ParameterAbout {
  /** null: found in the recording, or not used, unless given. */
  readonly default: number | null;
  readonly least: number;
  readonly most: number;
  /** The event that it places by hand, s of the recording; its default is null. */
  readonly edge?: string;
}
export interface ChoiceParameter extends ParameterAbout {
  readonly default: string;
  readonly choices: readonly string[];
}
export type Parameter = NumberParameter | ChoiceParameter;

/** What a height is measured from: heights of different frames share no column and no curve. */
export type Frame = 'takeOff' | 'standing' | 'landing' | 'squat';

export interface Output {
  readonly name: Translated;
  readonly unit: string;
  readonly decimals: number;
  /** How it was found, where there are several ways. */
  readonly method: Translated;
  readonly frame?: Frame;
  readonly better?: 'higher' | 'lower';
  /** One plain sentence. */
  readonly about: Translated;
  /** Author and year. */
  readonly source: string;
}

/** Values of parameters under a name that is published. */
export interface Preset {
  readonly name: string;
  readonly source: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** A number that could not be found, never 0 in its place: why, or which parameters would give it. */
export type NoValue<P extends string = never> =
  | { readonly reason: Exclude<ReasonCode, 'notGiven'> }
  | { readonly reason: 'notGiven'; readonly parameters: readonly P[] };

/** s of the recording. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}
export interface Moment {
  readonly name: string;
  readonly at: number;
}

/** A stroke, a turn, a hop: numbers of its own, by names of outputs where they are the same thing. */
export interface CycleFound {
  readonly from: number;
  readonly to: number;
  readonly values: Readonly<Record<string, number>>;
}

type Inputs = Readonly<Record<string, InputRole>>;
type Parameters = Readonly<Record<string, Parameter>>;
type Outputs = Readonly<Record<string, Output>>;

type GivenColumns<I extends Inputs> = {
  readonly [R in keyof I]: I[R] extends { readonly optional: true } ? Column | undefined : Column;
};
type ValueOf<P extends Parameter> = P extends ChoiceParameter
  ? P['choices'][number]
  : P['default'] extends null
    ? number | null
    : number;
type GivenParameters<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

export interface Findings<O extends string, P extends string = string> {
  readonly values: { readonly [K in O]: number | NoValue<P> };
  readonly phases?: readonly Phase[];
  readonly events?: readonly Moment[];
  /** In order of time; so many are passed on. */
  readonly cycles?: readonly CycleFound[];
  /** What is drawn beside the numbers. */
  readonly figures?: readonly Figure[];
  readonly warnings?: readonly Notice[];
  /** Offered, never made: people decide. */
  readonly correction?: OfferedCorrection;
}

/** What would put a recording right: each axis of a sensor is another one, or its opposite. Why, a warning says. */
export interface OfferedCorrection {
  readonly name: Translated;
  /** Roles; those that nothing was given to are left out. */
  readonly axes: readonly { readonly role: string; readonly from: string; readonly sign: 1 | -1 }[];
}

/** Why a recording does not carry an analysis: a stable code, and the numbers that say it. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly numbers: Readonly<Record<string, Hole>>;
  /** That are to be given. */
  readonly parameters?: readonly string[];
}

export function isRefused(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}

/** A table of loaded trials: each is a row, answered by another analysis. */
export interface TrialsOf {
  readonly analysis: Analysis;
  /** The role that its load in kg is, and the role that one of its numbers is. */
  readonly load: string;
  readonly found: string;
  readonly output: string;
  /** Its number that weighs the load with the body, kg, and the parameter that is the body alone. */
  readonly weighed: { readonly output: string; readonly parameter: string };
  /** Why trials of so many athletes are no test. */
  refuse(athletes: number): Refusal | undefined;
}

/** One test or sport: what it needs, what it answers, and how. */
export interface Definition<I extends Inputs, P extends Parameters, O extends Outputs> {
  readonly id: string;
  /** Grows whenever a number may come out otherwise. */
  readonly version: number;
  readonly name: Translated;
  readonly about: Translated;
  readonly serves: {
    /** Class names. */
    readonly scenarios: readonly string[];
    readonly sports: readonly string[];
    /** Whether an exercise is this test, by its name in small letters without accents. */
    readonly exercises?: RegExp;
  };
  /** Looks at how something was recorded, not at a performance: what a record opens on is another one. */
  readonly isCheck?: true;
  /** Rows of a table have no time: jumps of a profile, efforts, splits. */
  readonly rows: 'samples' | 'table';
  /** What makes the table where there are recordings only. */
  readonly trials?: TrialsOf;
  readonly inputs: I;
  readonly parameters: P;
  readonly presets: readonly Preset[];
  readonly outputs: O;
  /** How each of its numbers comes out of samples and of other numbers. */
  readonly explained: { readonly [K in keyof O]: Explained };
  find(
    columns: GivenColumns<I>,
    parameters: GivenParameters<P>,
  ): Findings<Extract<keyof O, string>, Extract<keyof P, string>> | Refusal;
}

/** An analysis of whatever inputs, as the catalogue holds it. */
export interface Analysis extends Omit<Definition<Inputs, Parameters, Outputs>, 'find'> {
  find(
    columns: Readonly<Record<string, Column | undefined>>,
    parameters: Readonly<Record<string, number | string | null>>,
  ): Findings<string> | Refusal;
}

/**
 * An analysis whose `find` is checked against its own inputs, parameters and outputs. Whoever calls it has seen to it that every
 * input that is not optional is there and every parameter within its bounds: `runAnalysis` does.
 */
export function defineAnalysis<const I extends Inputs, const P extends Parameters, const O extends Outputs>(
  definition: Definition<I, P, O>,
): Analysis {
  return {
    ...definition,
    find: (columns, parameters) => definition.find(columns as GivenColumns<I>, parameters as GivenParameters<P>),
  };
}
