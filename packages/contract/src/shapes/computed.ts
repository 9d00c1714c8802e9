import { z } from 'zod';
import { Translated } from '../errors.ts';
import { inEachLanguage } from '../languages.ts';
import { limits } from '../limits.ts';
import { Seconds } from './primitives.ts';

/** Category of parameters that keep a computed channel: a person's, or shared in a club. */
export const computedCategory = 'computed_channels';
/** Module of the variables that computed channels are: `computed.` and the last word of their parameter. */
export const computedModule = 'computed';

const Name = z.string().trim().min(1, { error: 'required' }).max(80, { error: 'maxLength' });

/** Records that a computed channel is offered on, by names, as another server has them, too. */
export const ComputedReach = z.discriminatedUnion('of', [
  z.object({ of: z.literal('everything') }),
  z.object({ of: z.literal('sport'), name: z.string().min(1).max(200) }),
  z.object({ of: z.literal('exercise'), name: z.string().min(1).max(200) }),
  z.object({ of: z.literal('record'), uid: z.uuid() }),
]);
export type ComputedReach = z.infer<typeof ComputedReach>;

/** A computed channel, as its parameter keeps it as JSON. */
export const ComputedChannel = z.object({
  name: inEachLanguage(Name),
  formula: z.string().min(1, { error: 'required' }).max(limits.formulaCharacters, { error: 'maxLength' }),
  /** As the person says it; null = as the formula carries it. */
  unit: z.string().trim().max(30, { error: 'maxLength' }).nullable(),
  reach: ComputedReach,
});
export type ComputedChannel = z.infer<typeof ComputedChannel>;

/** Undefined for text that is no computed channel, as another program may have put there. */
export function parseComputedChannel(value: unknown): ComputedChannel | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return ComputedChannel.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

/** What a formula is on a record. */
const FormulaOnRecord = z.object({
  /** Of the samples, as far as it is known. */
  unit: z.string().nullable(),
  /** Module at whose times it has its samples. */
  module: z.string().nullable(),
  /** Hz */
  rate: z.number().nullable(),
  /** Modules whose values are read on straight lines between their samples, because their times are others. */
  resampled: z.array(z.string()),
});

/** A computed channel as a record has it. */
export const RecordComputed = FormulaOnRecord.extend({
  /** What curves, statistics and downloads call it. */
  variable: z.string(),
  /** Of the parameter that keeps it. */
  parameter: z.string(),
  is_shared: z.boolean(),
  /** Who shared it. */
  by: z.string().nullable(),
  /** Whether the caller may change and delete it. */
  may_edit: z.boolean(),
  channel: ComputedChannel,
  /** Why it cannot be computed here. */
  problem: Translated.nullable(),
});
export type RecordComputed = z.infer<typeof RecordComputed>;

export const FormulaPreview = z.object({
  formula: ComputedChannel.shape.formula,
  /** Points of the curve. */
  maxData: z.int().min(4).max(4000).default(800),
  /** s of the record; the whole of it where it is not said. */
  start: Seconds.min(0).optional(),
  end: Seconds.min(0).optional(),
});
export type FormulaPreview = z.infer<typeof FormulaPreview>;
export const FormulaCurve = FormulaOnRecord.extend({
  /** s: what was computed, the middle of what was asked for where that holds too many samples. */
  start: z.number(),
  end: z.number(),
  /** s */
  T: z.array(z.number()),
  /** null = no value */
  value: z.array(z.number().nullable()),
});
export type FormulaCurve = z.infer<typeof FormulaCurve>;
