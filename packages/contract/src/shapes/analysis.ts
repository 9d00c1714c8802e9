import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { endsAfter } from '../rules.ts';
import { Id, Quantity, recordOf, Seconds, SignalsSeen } from './primitives.ts';

const Name = z.string().min(1).max(200);
const Word = z.string().min(1).max(60);

const Input = z.object({ name: Translated, unit: z.string(), optional: z.boolean() });

/** A test or sport that answers numbers: what it needs, what it can be told otherwise, what it answers. */
export const AnalysisDescription = z.object({
  id: z.string(),
  version: z.int(),
  name: Translated,
  about: Translated,
  /** Class names. */
  scenarios: z.array(z.string()),
  sports: z.array(z.string()),
  /** `samples`: of a recording; `table`: of rows without a clock, at the command line. */
  rows: z.enum(['samples', 'table']),
  /** Of a table: whether it is made of trials with loads, of one record or several. */
  has_trials: z.boolean().default(false),
  /** Looks at how something was recorded, not at a performance. */
  is_check: z.boolean().default(false),
  inputs: z.record(z.string(), Input),
  parameters: z.record(
    z.string(),
    z.object({
      name: Translated,
      unit: z.string(),
      /** Who set the default, and what else was published. */
      source: z.string(),
      /** null: found in the recording, unless given. */
      default: z.union([z.number(), z.string()]).nullable(),
      least: z.number().optional(),
      most: z.number().optional(),
      choices: z.array(z.string()).optional(),
      /** The event that it places by hand, in s of the record. */
      edge: z.string().optional(),
    }),
  ),
  presets: z.array(z.object({ name: z.string(), source: z.string() })),
  outputs: z.record(
    z.string(),
    z.object({
      name: Translated,
      unit: z.string(),
      decimals: z.int(),
      method: Translated,
      /** Heights of different frames share no column and no curve. */
      frame: z.enum(['takeOff', 'standing', 'landing', 'squat']).nullable(),
      better: z.enum(['higher', 'lower']).nullable(),
      about: Translated,
      source: z.string(),
      /** With holes `{name:symbol}`, in which outputs and parameters go; `{n}`: samples. null: `no_formula` says why. */
      formula: Translated.nullable(),
      no_formula: Translated.nullable(),
      /** Which of the windows of an outcome it is computed over; empty: all that is analysed. */
      over: z.string(),
      /** Roles that it is computed of; empty: all that are given. */
      roles: z.array(z.string()),
    }),
  ),
});
export type AnalysisDescription = z.infer<typeof AnalysisDescription>;

/** Whose rules they are. */
export const RulesOf = z.enum(['organisation', 'coach']);
export type RulesOf = z.infer<typeof RulesOf>;

/** What holds for a record before anybody says something of a run: rules of its club or of a coach, and what was measured. */
export const HeldParameters = recordOf(
  Word,
  z.object({ value: z.union([z.number(), z.string().max(60)]), source: z.enum([...RulesOf.options, 'measured']) }),
  limits.analysisInputs,
);
export type HeldParameters = z.infer<typeof HeldParameters>;

/** Rules of a club, or the caller's own: what runs of the analysis take where nobody says otherwise. None takes them back. */
export const AnalysisRules = z.strictObject({
  of: RulesOf,
  parameters: recordOf(Word, z.union([Quantity, Word]), limits.analysisInputs),
});
export type AnalysisRules = z.infer<typeof AnalysisRules>;

/** The same beside a record. */
export const AnalysisAbout = AnalysisDescription.extend({
  /** Whether this record has what it needs. */
  fits: z.boolean(),
  held: HeldParameters.default({}),
  /** Rules that there are for this record; the club's, and those of the caller where they coach its group or its athletes. */
  rules: z.array(z.object({ of: RulesOf, by: z.string().nullable() })).default([]),
  may_set_rules: z.array(RulesOf).default([]),
  inputs: z.record(
    z.string(),
    // The variable of this record; null where none is found by its name.
    Input.extend({ variable: z.string().nullable() }),
  ),
});
export type AnalysisAbout = z.infer<typeof AnalysisAbout>;

/** A trial with a load: a stretch of the record that is asked, or of another one that the caller sees. */
export const LoadedTrial = z
  .strictObject({
    record_id: Id.optional(),
    t0: Seconds.min(0, { error: 'positive' }).optional(),
    t1: Seconds.optional(),
    /** Besides the body; null: not known, so that the trial counts for nothing. */
    load_kg: z.number({ error: 'number' }).min(0, { error: 'bounds' }).max(400, { error: 'bounds' }).nullable(),
  })
  .superRefine(endsAfter('t0', 't1'));
export type LoadedTrial = z.infer<typeof LoadedTrial>;

/** A run, on a window of a record, with what is said otherwise; nothing is kept. */
export const AnalysisWanted = z
  .strictObject({
    analysis: Word,
    signals_version: SignalsSeen,
    t0: Seconds.min(0, { error: 'positive' }).optional(),
    t1: Seconds.optional(),
    /** Role → variable. */
    inputs: recordOf(Word, Name, limits.analysisInputs).optional(),
    parameters: recordOf(Word, z.union([Quantity, Word]), limits.analysisInputs).optional(),
    preset: Word.optional(),
    /** Of an analysis of several trials; where none are said, what the record and its scenario say, else the trials of the day. */
    trials: z
      .array(LoadedTrial)
      .min(1, { error: 'required' })
      .max(limits.loadedTrials, { error: 'tooMany' })
      .optional(),
  })
  .superRefine(endsAfter('t0', 't1'));
export type AnalysisWanted = z.infer<typeof AnalysisWanted>;

/** What people read of an analysis, as in docs/analysis; between backquotes stands what programs call it. */
export const AnalysisPage = z.object({
  id: z.string(),
  version: z.int(),
  name: Translated,
  about: Translated,
  /** What asks for it by itself. */
  serves: Translated,
  sections: z.array(
    z.object({
      id: z.enum(['inputs', 'parameters', 'presets', 'outputs', 'refusals', 'warnings', 'reasons', 'sources']),
      title: Translated,
      text: Translated,
      columns: z.array(Translated),
      rows: z.array(z.array(Translated)),
    }),
  ),
});
export type AnalysisPage = z.infer<typeof AnalysisPage>;

const FigureAxis = z.object({ name: Translated, unit: z.string() });
const Points = z.array(z.number().nullable());

/** What numbers alone do not show: a fit and its residuals, a mean curve with its deviation, a path. */
export const Figure = z.object({
  id: z.string(),
  name: Translated,
  x: FigureAxis,
  y: FigureAxis,
  /** A length is as long on either axis. */
  is_square: z.boolean(),
  /** x by its decades. */
  is_logarithmic: z.boolean(),
  series: z.array(
    z.object({
      /** `strands`: many thin curves, a null between two; `band`: between y and high; `density`: curves in each place of a grid. */
      kind: z.enum(['points', 'line', 'strands', 'band', 'density']),
      name: Translated,
      side: z.enum(['left', 'right']).nullable(),
      x: z.array(z.number()),
      /** null: a gap. */
      y: Points,
      high: Points.nullable(),
      /** Of a density: of each place, column after column of the rows of y. */
      counts: z.array(z.int()).nullable().default(null),
      /** 0 … 1: from the least to the most of what colours the lines. */
      shade: z.number().nullable().default(null),
    }),
  ),
});
export type Figure = z.infer<typeof Figure>;

/** What would put variables right: each is another one, or its opposite. Offered, never made. */
const OfferedCorrection = z.object({
  name: Translated,
  axes: z.array(z.object({ variable: z.string(), from: z.string(), sign: z.union([z.literal(1), z.literal(-1)]) })),
});
export type OfferedCorrection = z.infer<typeof OfferedCorrection>;

const Said = z.object({ code: z.string(), message: Translated });

/** A trial as it went into an outcome, or why it did not. */
const AnsweredTrial = z.object({
  record_id: Id,
  /** The same on every server; null: it was answered before that was said. */
  record_uid: z.uuid().nullable().default(null),
  basename: z.string(),
  /** Of its selection; empty: the whole record. */
  label: z.string(),
  /** All of its record, also when that becomes shorter or longer. */
  is_whole: z.boolean().default(false),
  t0: Seconds,
  t1: Seconds,
  load_kg: z.number().nullable(),
  /** m; null where it was not found. */
  height_m: z.number().nullable(),
  refused: Said.nullable(),
});
export type AnsweredTrial = z.infer<typeof AnsweredTrial>;

/** What a run found, or why the recording does not carry it. */
export const AnalysisOutcome = z.object({
  analysis: z.string(),
  version: z.int(),
  signals_version: z.int(),
  t0: Seconds,
  t1: Seconds,
  /** Of the recording, not of the request; with it there are no values. */
  refused: Said.nullable(),
  values: z.record(
    z.string(),
    z.object({ value: z.number().nullable(), unit: z.string(), method: z.string(), reason: Said.nullable() }),
  ),
  phases: z.array(z.object({ name: z.string(), label: Translated, t0: Seconds, t1: Seconds })),
  events: z.array(z.object({ name: z.string(), label: Translated, t: Seconds })),
  /** Strokes, turns, hops: what each of them has of the numbers above. */
  cycles: z.array(z.object({ t0: Seconds, t1: Seconds, values: z.record(z.string(), z.number()) })).default([]),
  /** Of a run; a kept result has none. */
  figures: z.array(Figure).default([]),
  /** Pieces of each window that numbers are computed over, by its name; of a run, as figures are. */
  windows: z.record(z.string(), z.array(z.object({ t0: Seconds, t1: Seconds }))).default({}),
  /** Samples of each number; of a run. */
  samples: z.record(z.string(), z.int()).default({}),
  warnings: z.array(Said),
  correction: OfferedCorrection.nullable().default(null),
  parameters: z.record(
    z.string(),
    z.object({
      value: z.union([z.number(), z.string()]).nullable(),
      unit: z.string(),
      source: z.enum(['default', 'organisation', 'coach', 'preset', 'measured', 'given', 'moved']),
    }),
  ),
  inputs: z.record(z.string(), z.string()),
  /** Also of a refusal: what is missing is seen in them. */
  trials: z.array(AnsweredTrial).default([]),
});
export type AnalysisOutcome = z.infer<typeof AnalysisOutcome>;
