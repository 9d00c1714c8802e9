import type { Translated } from '@sillage/contract';

export type Words = Readonly<Translated>;

export const paramTypes = ['number', 'integer', 'boolean', 'text', 'choice', 'duration'] as const;
export type ParamType = (typeof paramTypes)[number];
export type ParamValue = number | string | boolean;

/** One of the values that a choice offers. */
export interface Choice {
  readonly value: string;
  readonly text: Words;
}

/** What a coach may set before a run. Durations are in their unit, seconds unless it says another one. */
export interface ScenarioParam {
  readonly name: string;
  readonly type: ParamType;
  readonly default: ParamValue | null;
  readonly unit: string | null;
  readonly optional: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly Choice[];
  readonly description: Words;
}

/** Bounds of programs in either language, and of what they may do. */
export const scenarioBounds = {
  devices: 64,
  commandsPerSecond: 200,
  openPrompts: 100,
  textCharacters: 400,
  params: 50,
  sourceBytes: 64 * 1024,
  keptBytes: 1024 * 1024,
  /** s after which every run ends, whatever its program says. */
  runSeconds: 24 * 3600,
} as const;

/** What happens to a run; times are seconds of the run's own monotonic clock. */
export type ScenarioEvent =
  | {
      readonly type: 'start';
      readonly atSeconds: number;
      readonly params: Readonly<Record<string, ParamValue>>;
      readonly devices: readonly { readonly number: number; readonly athlete: string | null }[];
    }
  /** At most 20 a second. */
  | { readonly type: 'time'; readonly atSeconds: number }
  | {
      readonly type: 'samples';
      /** When the last of its samples was taken. */
      readonly atSeconds: number;
      readonly device: number;
      readonly rateHz: number;
      /** By `module.variable`, all of one length. */
      readonly columns: Readonly<Record<string, Float64Array>>;
    }
  | {
      readonly type: 'indicator';
      readonly atSeconds: number;
      readonly device: number;
      readonly name: string;
      readonly value: number | null;
      readonly unit: string;
    }
  /** `device` is null where the coach pressed the button on a screen. */
  | { readonly type: 'button'; readonly atSeconds: number; readonly device: number | null }
  | { readonly type: 'answer'; readonly atSeconds: number; readonly prompt: string; readonly value: string | number }
  /** The trial under way is done again from its start, or left without a result. */
  | { readonly type: 'redo' | 'skip'; readonly atSeconds: number }
  | { readonly type: 'joined' | 'left'; readonly atSeconds: number; readonly device: number }
  /** A record of the run is whole. */
  | { readonly type: 'recorded'; readonly atSeconds: number; readonly device: number; readonly recordId: number }
  | {
      readonly type: 'analysed';
      readonly atSeconds: number;
      /** Of the command that it answers, as `of`. */
      readonly id: number;
      readonly of: string | null;
      readonly device: number;
      readonly recordId: number;
      readonly analysis: string;
      readonly values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
      readonly refusal: Words | null;
    }
  | { readonly type: 'stop'; readonly atSeconds: number; readonly by: 'coach' | 'button' | 'device' | 'time' };

export const promptKinds = ['text', 'countdown', 'number', 'choice', 'enter'] as const;
export const beepTones = ['short', 'long', 'end'] as const;

/** What a program asks of the engine. `device` null means all of the run. */
export type ScenarioCommand =
  | { readonly type: 'step'; readonly id: string; readonly title: Words }
  | {
      readonly type: 'trial';
      /** The one that begins, and of how many; null: there are no more. */
      readonly begins: { readonly turn: number; readonly of: number; readonly title: Words } | null;
      /** How the one before was left; `redo`: it is this one that begins anew. */
      readonly before: 'over' | 'redo' | 'skip';
    }
  | {
      readonly type: 'prompt';
      readonly id: string;
      readonly device: number | null;
      readonly kind: (typeof promptKinds)[number];
      readonly text: Words;
      /** When a countdown ends, on the run's clock. */
      readonly untilSeconds?: number;
      readonly value?: number | string | null;
      readonly unit?: string;
      /** Between which a value to enter is taken, in its unit. */
      readonly min?: number;
      readonly max?: number;
      readonly choices?: readonly Choice[];
    }
  | { readonly type: 'clear'; readonly id: string }
  | { readonly type: 'beep'; readonly tone: (typeof beepTones)[number] }
  | { readonly type: 'record'; readonly action: 'start' | 'stop' }
  | { readonly type: 'selection'; readonly action: 'start' | 'stop'; readonly name: string | null }
  | {
      readonly type: 'analyse';
      /** The program's own, another one each time. */
      readonly id: number;
      readonly analysis: string;
      /** On the run's clock; null means the whole record. */
      readonly window: readonly [number, number] | null;
      /** What people know the window by: the name of its selection. */
      readonly of: string | null;
    }
  /** An answer that the program no longer waits for: it is kept as it was found. */
  | { readonly type: 'foundLate'; readonly answer: Extract<ScenarioEvent, { readonly type: 'analysed' }> }
  | {
      readonly type: 'result';
      readonly device: number | null;
      readonly name: string;
      /** As people read it, where the program says so; else its name. */
      readonly title?: Words;
      readonly value: number | string | null;
      readonly unit: string;
    }
  | {
      readonly type: 'rpc';
      readonly device: number | null;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'error'; readonly text: Words }
  | { readonly type: 'end'; readonly verdict: 'done' | 'failed'; readonly text: Words | null };

/** What a program waits for. */
export interface ScenarioWaiting {
  /** Devices that have not got there, of those that it waits for. */
  readonly devices: readonly number[];
  /** Whether the button ends it. */
  readonly button: boolean;
}

/** Where a program stands. */
export interface ScenarioLook {
  /** Of its source. */
  readonly line: number;
  /** Its variables that have a value, in their own unit; of one that each device has of its own, that of the device looked at. */
  readonly values: Readonly<Record<string, { readonly value: ParamValue | null; readonly unit: string | null }>>;
}

/**
 * A program of either language. It answers an event with commands; it never throws: a fault is an `error` and an `end`.
 */
export interface ScenarioProgram {
  handle(event: ScenarioEvent): Promise<readonly ScenarioCommand[]>;
  /** JSON of its state, to go on after a restart; null when it cannot (Python). */
  keep(): string | null;
  /** Where it stands, as one of its devices has it; absent where that is not known (Python). */
  look?(device: number): ScenarioLook;
  /** Whom and what it waits for; null where it waits for nobody, absent where that is not known (Python). */
  waiting?(): ScenarioWaiting | null;
  close(): Promise<void>;
}
