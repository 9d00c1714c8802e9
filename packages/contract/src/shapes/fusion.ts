import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { Id, PathId, Seconds } from './primitives.ts';

/**
 * How records are brought on one clock: by the UTC of their satellite receivers, as if all began at once, by the clocks that
 * date them, or by a movement that all of them saw.
 */
export const FusionType = z.enum(['gps', 'start_rec', 'time', 'synchro']);
export type FusionType = z.infer<typeof FusionType>;

/** Records to become one; the first is the reference. */
const Parts = z
  .array(Id)
  .min(2, { error: 'required' })
  .max(limits.recordsAFusion, { error: 'tooMany' })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'twice' });

/** s; between two starts, either way. */
const Offset = Seconds.min(-limits.fusionSeconds).max(limits.fusionSeconds);
const Offsets = z.array(Offset).max(limits.recordsAFusion, { error: 'tooMany' });
/** A list, or text with commas between: `0, 12.34`; empty like none. */
const OffsetsText = z
  .string()
  .max(400, { error: 'maxLength' })
  .transform((text) => (text.trim() === '' ? [] : text.split(',')))
  .transform((parts) => parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(Offsets);

/** Arguments of the task `record.fuse`. */
export const FuseArgs = z
  .strictObject({
    record_ids: Parts,
    type: FusionType,
    /**
     * s that each record begins after the first, in their order: what people saw and corrected. Without them the type finds
     * them, or the task is refused.
     */
    offsets: z.union([Offsets, OffsetsText]).nullish(),
    /** Of the answer that the offsets were seen in: the fusion is refused where a record's signals are others by then. */
    signals_versions: z.array(z.int().nonnegative()).max(limits.recordsAFusion, { error: 'tooMany' }).nullish(),
  })
  .refine(
    ({ record_ids, signals_versions }) => !signals_versions?.length || signals_versions.length === record_ids.length,
    { error: 'strictLength', path: ['signals_versions'] },
  )
  .refine(({ record_ids, offsets }) => !offsets?.length || offsets.length === record_ids.length, {
    error: 'strictLength',
    path: ['offsets'],
  });
export type FuseArgs = z.infer<typeof FuseArgs>;

export const FusionQuestion = z.strictObject({
  record_ids: Parts,
  type: FusionType,
  variable: z
    .string()
    .max(200)
    .nullish()
    .describe('Of synchro: which movement is compared, one of `variables` of an answer; the clearest one unless said'),
});
export type FusionQuestion = z.infer<typeof FusionQuestion>;

/** How alike two records are, by how far apart they began. */
export const FusionCorrelation = z.object({
  variable: z.string(),
  /** s of the first value; the others follow by `step`. The highest of each step. */
  from: Seconds,
  step: Seconds,
  /** −1 to 1 */
  values: z.array(z.number()),
  /** Of the peak. */
  r: z.number(),
  /** The highest place beside the peak. */
  second: z.object({ offset: Seconds, r: z.number() }),
  /** s that the second clock loses in a million; null where the records have too little in common to tell. */
  drift_ppm: z.number().nullable(),
});
export type FusionCorrelation = z.infer<typeof FusionCorrelation>;

/** Where the records would lie on one clock. Nothing is done by asking. */
export const FusionProposal = z.object({
  type: FusionType,
  parts: z.array(
    z.object({
      record_id: Id,
      /** Another one whenever it is decoded anew. */
      signals_version: z.int().nonnegative(),
      /** s that it begins after the first; null where it could not be found: `problem` says why. */
      offset: Seconds.nullable(),
      /** 0–1; null where nothing was measured. Below 0.7 it is not believed: a person has to say it. */
      confidence: z.number().nullable(),
      correlation: FusionCorrelation.nullable(),
      problem: Translated.nullable(),
    }),
  ),
  /** Movements that all of the records hold: `acc_x`, or `|acc|` for the size of all axes together. */
  variables: z.array(z.string()),
});
export type FusionProposal = z.infer<typeof FusionProposal>;

/** Under `other_data.fusion` of a record that was made of others; they may be gone. */
export const FusionOrigin = z.object({
  type: FusionType,
  parts: z.array(
    z.object({
      record_id: Id,
      uid: z.string(),
      /** What it was called. */
      name: z.string(),
      /** s that it began after the first. */
      offset: Seconds,
    }),
  ),
});
export type FusionOrigin = z.infer<typeof FusionOrigin>;

/** Two variables that may have seen the same movement. */
export const LikenessQuery = z.object({
  reference: PathId.describe('The record that it is laid on'),
  variable: z.string().max(200),
  reference_variable: z.string().max(200),
});

/** Where a record lies on another by how both move; null where nothing is alike. */
export const RecordLikeness = z.object({
  /** s that it begins after the reference. */
  offset: Seconds.nullable(),
  /** −1 to 1, there. */
  r: z.number().nullable(),
  /** 0–1: how clearly it is there and nowhere else. */
  confidence: z.number().nullable(),
});
export type RecordLikeness = z.infer<typeof RecordLikeness>;
