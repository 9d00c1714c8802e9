import type { Words } from '../program.ts';

export type Value = number | string | boolean | null;
/** One value for all, or one for each device. */
export type Held = { readonly same: Value } | { readonly each: Readonly<Record<string, Value>> };

/** How far one way out of a wait has come. */
export interface Progress {
  /** Devices at which it was so. */
  reached: number[];
  /** s of the run since when it is so, by device; and of `still` the least and the greatest value since then. */
  since: Record<string, number>;
  least: Record<string, number>;
  greatest: Record<string, number>;
}

/** What the run waits for. */
export interface Waiting {
  readonly startedAt: number;
  /** s of the run, by alternative; of those that are times. */
  readonly until: (number | null)[];
  readonly progress: Progress[];
  /** What its countdown shows, by device: s of the run when it ends, null while it is not counted. */
  readonly shown: Record<string, { readonly until: number | null; readonly at: number }>;
  /** Devices that have not answered. */
  missing: number[];
}

export interface Analysed {
  readonly values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
  readonly refusal: Words | null;
}

/** All that a run knows but the last samples: JSON. */
export interface RunState {
  at: number;
  startedAt: number;
  now: number;
  isStarted: boolean;
  isEnded: boolean;
  devices: number[];
  variables: Record<string, Held>;
  turns: number[];
  waiting: Waiting | null;
  timedOut: boolean;
  pressed: boolean;
  isRecording: boolean;
  /** Commands of the second of the run that is under way. */
  told: { readonly second: number; readonly count: number };
  recorded: number[];
  /** s of the run; `to` is null while it is open. */
  selection: { from: number; to: number | null; readonly name: string | null } | null;
  /** Analyses that were asked for so far; the last one has this id. */
  asked: number;
  analysed: Record<string, Record<string, Analysed>>;
  indicators: Record<string, Record<string, { readonly value: number | null; readonly unit: string }>>;
  prompts: string[];
  /** The trial under way: its node, and what was known when it began. */
  trial: {
    readonly node: number;
    readonly variables: Record<string, Held>;
    readonly prompts: readonly string[];
    readonly isRecording: boolean;
    /** When the selection began that was open then; null: none was. */
    readonly selectionFrom: number | null;
  } | null;
  /** How the trial before was left, until the next one begins. */
  trialLeft: 'over' | 'redo' | 'skip';
}

export const freshState = (): RunState => ({
  ...{
    at: 0,
    startedAt: 0,
    now: 0,
    isStarted: false,
    isEnded: false,
    devices: [],
    variables: {},
    turns: [],
  },
  ...{
    waiting: null,
    timedOut: false,
    pressed: false,
    isRecording: false,
    told: { second: 0, count: 0 },
    recorded: [],
  },
  ...{ selection: null, asked: 0, analysed: {}, indicators: {}, prompts: [], trial: null, trialLeft: 'over' },
});

/** Tells programs apart, so that a run goes on with its own alone: FNV-1a of its text. */
export function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
