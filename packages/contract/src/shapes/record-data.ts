import { z } from 'zod';
import { limits } from '../limits.ts';
import { Id, OneOrMany, PathId, Seconds } from './primitives.ts';

/** Other programs say `null` where they mean nothing. */
function orNull<S extends z.ZodType>(shape: S) {
  return shape.nullish().transform((value) => value ?? undefined);
}

const Range = z.union([z.tuple([z.number(), z.number()]), z.tuple([])]);

/** The x axis asked for: the whole record (`[]`), a range of `T` (s), or a selection. */
export const XRequest = z.object({
  type: z.enum(['range', 'selection']).default('range'),
  name: z.enum(['T', 'D']).default('T'),
  range: Range.nullish().transform((range): z.output<typeof Range> => range ?? []),
  /** Selection number, for `type: selection`. */
  num: orNull(z.int()),
  /** Points per variable at most; true extremes of every pixel column survive. */
  maxData: orNull(z.int().min(4).max(200_000)),
  /** x in % of the range or selection. */
  normalize: orNull(z.boolean()),
  /** Added to every x. */
  user_offset: orNull(Seconds),
  /** A part of the range or selection, s from its start. */
  x_sub_range: orNull(Range),
});

export const DataRequest = z.object({
  x: XRequest.nullish().transform((x) => x ?? XRequest.parse({})),
  y: z.array(z.string().max(200)).min(1).max(64),
  slot_id: orNull(z.union([z.string(), z.number()])),
  label: orNull(z.string().max(200)),
});

/** Points that a request may make the server answer, over all its records, windows and variables. */
function askedPoints(data: Record<string, z.output<typeof DataRequest>[]>): number {
  const requests = Object.values(data).flat();
  return requests.reduce((sum, { x, y }) => sum + y.length * (x.maxData ?? limits.defaultMaxData), 0);
}

export const DataQuery = z
  .object({ data: z.record(z.string(), z.array(DataRequest).max(32)) })
  .refine(({ data }) => askedPoints(data) <= limits.dataPointsARequest, { error: 'tooMany', path: ['data'] });

export const Series = z.object({
  id: z.string(),
  label: z.string(),
  title: z.string(),
  /** y is null where the signal has a gap (NaN). */
  data: z.array(z.object({ x: z.number(), y: z.number().nullable() })),
  yRange: z.union([z.tuple([z.number(), z.number()]), z.tuple([])]),
  color: z.string().nullable(),
  type: z.literal('number'),
});

export const DataEntry = z.object({
  data: z.record(z.string(), Series),
  xrange: z.object({
    T: z.tuple([z.number(), z.number()]),
    D: z.union([z.tuple([z.number(), z.number()]), z.tuple([])]),
    x: z.tuple([z.number(), z.number()]),
  }),
  selectionNum: z.int().nullable(),
  slot_id: z.union([z.string(), z.number()]).nullable(),
  label: z.string().nullable(),
});
export type DataEntry = z.infer<typeof DataEntry>;

export const DataReply = z.object({ data: z.record(z.string(), z.array(DataEntry)) });

export const RecordDataQuery = z.object({
  wanted_x: z.enum(['T', 'D']).default('T'),
  wanted_y: OneOrMany,
  range: OneOrMany.pipe(z.array(z.coerce.number<string>()).length(2)).optional(),
  maxData: z.coerce.number().int().min(4).max(200_000).optional(),
});

export const StatisticsQuery = z.object({
  /** s; the whole record when absent. */
  t0: z.coerce.number().optional(),
  t1: z.coerce.number().optional(),
  sel_id: PathId.optional(),
  variable: OneOrMany.optional(),
});

export const FileType = z.enum([
  'raw',
  'decoded',
  'stats',
  'specific_stats',
  'pdf',
  'nolio',
  'zip',
  'video',
  'parquet',
  'mcap',
  'fit',
  'gpx',
  'c3d',
]);
export type FileType = z.infer<typeof FileType>;

export const FileBody = z
  .object({
    processing: z
      .enum([
        'default',
        'resampling',
        'half_cycle_mean',
        'half_cycle_mean_resampling',
        'cycle_mean',
        'cycle_mean_resampling',
      ])
      .default('default'),
    rate: z.number().positive().max(limits.maxFrequencyHz).optional(),
    drop_nan: z.boolean().default(false),
    /** More records for the same download: one zip with a folder a record. */
    ids: z.array(Id).max(1000).optional(),
  })
  .nullish();
