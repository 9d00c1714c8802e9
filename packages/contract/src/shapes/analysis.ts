import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { Quantity, recordOf, Seconds, SignalsSeen } from './primitives.ts';

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
    }),
  ),
});
export type AnalysisDescription = z.infer<typeof AnalysisDescription>;

/** The same beside a record. */
export const AnalysisAbout = AnalysisDescription.extend({
  /** Whether this record has what it needs. */
  fits: z.boolean(),
  inputs: z.record(
    z.string(),
    // The variable of this record; null where none is found by its name.
    Input.extend({ variable: z.string().nullable() }),
  ),
});
export type AnalysisAbout = z.infer<typeof AnalysisAbout>;

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
  })
  .refine(({ t0 = 0, t1 = Number.POSITIVE_INFINITY }) => t1 > t0, { error: 'range', path: ['t1'] });
export type AnalysisWanted = z.infer<typeof AnalysisWanted>;

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
      /** `strands`: many thin curves, a null between two; `band`: between y and high. */
      kind: z.enum(['points', 'line', 'strands', 'band']),
      name: Translated,
      side: z.enum(['left', 'right']).nullable(),
      x: z.array(z.number()),
      /** null: a gap. */
      y: Points,
      high: Points.nullable(),
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
  warnings: z.array(Said),
  correction: OfferedCorrection.nullable().default(null),
  parameters: z.record(
    z.string(),
    z.object({
      value: z.union([z.number(), z.string()]).nullable(),
      unit: z.string(),
      source: z.enum(['default', 'preset', 'given', 'moved']),
    }),
  ),
  inputs: z.record(z.string(), z.string()),
});
export type AnalysisOutcome = z.infer<typeof AnalysisOutcome>;
