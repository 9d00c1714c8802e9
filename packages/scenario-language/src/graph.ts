import type { beepTones, Choice, ScenarioParam, Words } from './program.ts';

/** A value in SI units as it is computed; `null` is a value that is missing. */
export type Expression =
  | { readonly op: 'constant'; readonly value: number | string | boolean | null }
  | { readonly op: 'variable' | 'input' | 'indicator'; readonly name: string }
  | { readonly op: 'output'; readonly analysis: string; readonly output: string; readonly unit: string }
  | { readonly op: 'refused'; readonly analysis: string }
  | { readonly op: 'state'; readonly name: StateName }
  | { readonly op: 'window'; readonly of: WindowName; readonly input: string; readonly seconds: number }
  | { readonly op: 'call'; readonly of: CallName; readonly given: readonly Expression[] }
  | { readonly op: 'each'; readonly of: 'any' | 'all'; readonly given: Expression };

export const stateNames = ['timed_out', 'pressed', 'elapsed', 'athletes'] as const;
export type StateName = (typeof stateNames)[number];
export const windowNames = ['mean', 'sd', 'lowest', 'highest'] as const;
export type WindowName = (typeof windowNames)[number];
export const callNames = [
  ...(['+', '-', '*', '/', '<', '<=', '>', '>=', '=', '!=', 'and', 'or', 'not', 'minus'] as const),
  ...(['abs', 'min', 'max', 'sqrt', 'round', 'otherwise', 'given'] as const),
] as const;
export type CallName = (typeof callNames)[number];

/** A text with places for values. */
export interface Template {
  readonly text: Words;
  readonly values: Readonly<Record<string, Shown>>;
}
/** A value and how it is written: in a unit, which multiplies SI values by 1 / `factor`. */
export interface Shown {
  readonly value: Expression;
  readonly unit: string;
  readonly factor: number;
}

export type Alternative =
  | { readonly kind: 'time'; readonly seconds: Expression }
  | { readonly kind: 'button' | 'recorded' | 'joined' }
  | {
      readonly kind: 'hold';
      readonly condition: Expression;
      readonly seconds: Expression | null;
      /** Of several devices the first is enough. */
      readonly isAny: boolean;
      /** Variables of the program in it: a device that has no value of one is not waited for. */
      readonly needs: readonly string[];
    }
  | {
      readonly kind: 'still';
      readonly input: string;
      readonly within: Expression;
      readonly seconds: Expression;
      readonly isAny: boolean;
    };

/** What a node does; then the run goes to `next`. */
export type Action =
  | { readonly do: 'step'; readonly id: string; readonly title: Template }
  | {
      readonly do: 'prompt';
      readonly id: string;
      readonly text: Template;
      readonly seconds: Expression | null;
      readonly number: Shown | null;
    }
  | { readonly do: 'clear'; readonly id: string }
  | { readonly do: 'beep'; readonly tone: (typeof beepTones)[number] }
  | { readonly do: 'record'; readonly start: boolean }
  | { readonly do: 'selection'; readonly start: boolean; readonly name: Template | null }
  | {
      readonly do: 'analyse';
      readonly analysis: string;
      readonly lastSeconds: number | 'selection' | 'record';
      readonly withinSeconds: number;
    }
  | { readonly do: 'explain'; readonly analysis: string }
  | { readonly do: 'result'; readonly name: Template; readonly title: Template | null; readonly shown: Shown }
  | { readonly do: 'let'; readonly name: string; readonly value: Expression }
  | {
      readonly do: 'ask';
      readonly name: string;
      readonly text: Template;
      readonly unit: string;
      readonly factor: number;
      readonly least: number | null;
      readonly most: number | null;
    }
  | { readonly do: 'choose'; readonly name: string; readonly text: Template; readonly choices: readonly Choice[] }
  | { readonly do: 'wait'; readonly alternatives: readonly Alternative[]; readonly countdown: Template | null }
  | { readonly do: 'call'; readonly method: string; readonly params: Readonly<Record<string, Shown>> }
  | {
      readonly do: 'repeat';
      readonly loop: number;
      readonly count: Expression;
      readonly counter: string | null;
      /** Each turn is a trial of this title, which may be done again or skipped. */
      readonly trial?: Template;
      readonly after: number;
    }
  | { readonly do: 'branch'; readonly condition: Expression; readonly otherwise: number; readonly isLoop: boolean }
  | { readonly do: 'begin'; readonly loop: number }
  | {
      readonly do: 'go';
      /** It leaves a loop of trials. */
      readonly endsTrials?: true;
    }
  | { readonly do: 'end'; readonly verdict: 'done' | 'failed'; readonly text: Template | null };

export type Node = Action & { readonly line: number; next: number };

export interface GraphInput {
  readonly name: string;
  readonly unit: string;
  readonly factor: number;
  /** Own names of variables, the first that a device has; several in one are added. */
  readonly columns: readonly (readonly string[])[];
  /** s of samples that windows look back on. */
  readonly windowSeconds: number;
}

/** What the header of a program says of it. */
export interface SaidOfItself {
  readonly name: Words;
  readonly about: Words | null;
  readonly className: string | null;
  readonly isCalibration: boolean;
  /** s after which a run ends by itself. */
  readonly limitSeconds: number;
}

/** A compiled program: plain data. A run begins at node 0. */
export interface Graph extends SaidOfItself {
  readonly params: readonly (ScenarioParam & { readonly factor: number })[];
  readonly inputs: readonly GraphInput[];
  readonly indicators: readonly { readonly name: string; readonly indicator: string; readonly unit: string }[];
  readonly nodes: readonly Node[];
}
