import { z } from 'zod';
import type { FieldRule } from '../field-rules.ts';
import { limits } from '../limits.ts';
import { brokenOrder, SampleRateHz } from '../rules.ts';
import { Id, OneOrMany, PathId, Quantity, QueryQuantity, RepeatedId, recordOf, Seconds } from './primitives.ts';

/** Other programs say `null` where they mean nothing. */
function orNull<S extends z.ZodType>(shape: S) {
  return shape.nullish().transform((value) => value ?? undefined);
}

const Range = z.union([z.tuple([Quantity, Quantity]), z.tuple([])]);

const XName = z
  .string()
  .min(1)
  .max(200)
  .default('T')
  .describe('`T` (s), `D` (m), or a variable of the record, whose windows are those of `T`');

/** The x axis asked for: the whole record (`[]`), a range of `T` (s) or of `D` (m), or a selection. */
export const XRequest = z.object({
  type: z.enum(['range', 'selection']).default('range'),
  name: XName,
  range: Range.nullish().transform((range): z.output<typeof Range> => range ?? []),
  /** Selection number, for `type: selection`. */
  num: orNull(z.int()),
  /** Points per variable at most; true extremes of every pixel column survive. */
  maxData: orNull(z.int().min(4).max(200_000)),
  /** x from the start of the range or selection: in s (`true`), or in % of it. */
  normalize: orNull(z.union([z.boolean(), z.literal('percent')])),
  /** Added to every x: s or m. */
  user_offset: orNull(Seconds),
  /** A part of the range or selection, from its start: s, or % with `normalize: "percent"`. */
  x_sub_range: orNull(Range),
});

/** Names of variables, each once. */
const VariableNames = z
  .array(z.string().max(200))
  .min(1)
  .max(limits.variablesARequest)
  .refine((names) => new Set(names).size === names.length, { error: 'twice' });

export const DataRequest = z.object({
  x: XRequest.nullish().transform((x) => x ?? XRequest.parse({})),
  y: VariableNames,
  slot_id: orNull(z.union([z.string().max(200), Quantity])),
  label: orNull(z.string().max(200)),
});

interface AskedWindow {
  readonly x: { readonly maxData?: number | undefined };
  readonly y: readonly string[];
}

/** Points that windows may make the server answer, over all their variables. */
export function askedPoints(windows: readonly AskedWindow[]): number {
  return windows.reduce((sum, { x, y }) => sum + y.length * (x.maxData ?? limits.defaultMaxData), 0);
}

export const DataQuery = z
  .object({
    data: recordOf(z.string().max(20), z.array(DataRequest).max(32), limits.dataRecordsARequest),
  })
  .refine(
    ({ data }) => {
      const windows = Object.values(data).flat();
      return windows.length <= limits.dataWindowsARequest && askedPoints(windows) <= limits.dataPointsARequest;
    },
    { error: 'tooMany', path: ['data'] },
  );

export const Series = z.object({
  /** Position of the variable among those asked for. */
  id: z.int(),
  /** Its name, without a unit. */
  label: z.string(),
  /** Its name and unit. */
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

export const RecordDataQuery = z
  .object({
    wanted_x: XName,
    wanted_y: OneOrMany.pipe(VariableNames),
    range: OneOrMany.pipe(z.array(z.coerce.number<string>().pipe(Quantity)).length(2)).optional(),
    maxData: z.coerce.number().int().min(4).max(200_000).optional(),
  })
  .refine(({ wanted_y: y, maxData }) => askedPoints([{ x: { maxData }, y }]) <= limits.dataPointsARequest, {
    error: 'tooMany',
    path: ['maxData'],
  });

/** Two lists of one length, neither decreasing; empty, and no variable, when nothing says how far it came. */
export const RecordDistance = z.object({
  /** The distance, or the speed that is integrated. */
  variable: z.string().nullable(),
  T: z.array(z.number()),
  D: z.array(z.number()),
});
export type RecordDistance = z.infer<typeof RecordDistance>;

export const StatisticsQuery = z.object({
  /** s; the whole record when absent. */
  t0: QueryQuantity.min(0, { error: 'positive' }).optional(),
  t1: QueryQuantity.min(0, { error: 'positive' }).optional(),
  sel_id: PathId.optional().describe('Instead of t0 and t1'),
  variable: OneOrMany.pipe(VariableNames).optional(),
  median: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('With medians, for which all samples of the window are read'),
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
  'tcx',
  'c3d',
]);
export type FileType = z.infer<typeof FileType>;

/** A format that records are downloaded in. */
export interface DownloadFormat {
  /** Where people find it: samples, a point a second, what was made of them, or all of it. */
  readonly group: 'measures' | 'track' | 'results' | 'all';
  readonly extension: string;
  readonly contentType: string;
  /** Samples can be resampled, and rows without a value left out. */
  readonly isProcessed: boolean;
}

/** The types of files that there are by now; the others of `FileType` are refused. */
export const downloadFormats = {
  decoded: { group: 'measures', extension: 'csv', contentType: 'text/csv; charset=utf-8', isProcessed: true },
  parquet: {
    group: 'measures',
    extension: 'parquet',
    contentType: 'application/vnd.apache.parquet',
    isProcessed: true,
  },
  mcap: { group: 'measures', extension: 'mcap', contentType: 'application/vnd.mcap', isProcessed: true },
  raw: { group: 'measures', extension: 'txt', contentType: 'text/plain', isProcessed: false },
  fit: { group: 'track', extension: 'fit', contentType: 'application/vnd.ant.fit', isProcessed: false },
  gpx: { group: 'track', extension: 'gpx', contentType: 'application/gpx+xml', isProcessed: false },
  tcx: { group: 'track', extension: 'tcx', contentType: 'application/vnd.garmin.tcx+xml', isProcessed: false },
  nolio: { group: 'track', extension: 'csv', contentType: 'text/csv; charset=utf-8', isProcessed: false },
  specific_stats: { group: 'results', extension: 'csv', contentType: 'text/csv; charset=utf-8', isProcessed: false },
  stats: { group: 'results', extension: 'csv', contentType: 'text/csv; charset=utf-8', isProcessed: false },
  zip: { group: 'all', extension: 'zip', contentType: 'application/zip', isProcessed: true },
} as const satisfies { readonly [Type in FileType]?: DownloadFormat };
export type DownloadType = keyof typeof downloadFormats;

/** Whether records can be downloaded as it. */
export function isDownloadType(type: string): type is DownloadType {
  return Object.hasOwn(downloadFormats, type);
}

/** What is done to the samples of a download, each by itself. */
const SampleSwitches = z.object({ drop_nan: z.boolean().default(false).describe('Leaves out incomplete rows') });
export type SampleSwitch = keyof z.infer<typeof SampleSwitches>;
/** In the order in which they are applied and shown. */
export const sampleSwitches: readonly SampleSwitch[] = SampleSwitches.keyof().options;

/** What rows a download is made of. */
export const SampleProcessing = z.enum([
  'default',
  'resampling',
  'half_cycle_mean',
  'half_cycle_mean_resampling',
  'cycle_mean',
  'cycle_mean_resampling',
]);
export type SampleProcessing = z.infer<typeof SampleProcessing>;

/** Whether a processing takes a rate: `resampling` needs one, the mean cycles have 101 points without. */
export const processingRates = {
  default: 'none',
  resampling: 'required',
  half_cycle_mean: 'none',
  half_cycle_mean_resampling: 'optional',
  cycle_mean: 'none',
  cycle_mean_resampling: 'optional',
} as const satisfies { readonly [Name in SampleProcessing]: 'none' | 'optional' | 'required' };

export const FileBody = SampleSwitches.extend({
  processing: SampleProcessing.default('default').describe(
    'cycle_mean: a row a cycle; cycle_mean_resampling: the mean of all cycles, 101 points',
  ),
  computed: z
    .boolean()
    .default(false)
    .describe('A column more for each computed channel of the caller and the club, in the module at whose times it is'),
  rate: SampleRateHz.optional().describe('Hz; `resampling` needs it, mean cycles may have it, others do not read it'),
  /** More records for the same download: one zip with a folder a record. */
  ids: z.array(Id).max(1000).optional(),
  /** Only these selections of the records, a folder each; records without one of them are left out. */
  sel_ids: z.array(Id).max(limits.selectionsADownload).optional(),
  /** s; only this window of one record, in place of selections. */
  t0: Seconds.min(0, { error: 'positive' }).optional(),
  t1: Seconds.min(0, { error: 'positive' }).optional(),
})
  .superRefine(({ t0, t1, ids = [], sel_ids = [] }, context) => {
    if (t0 === undefined && t1 === undefined) return;
    const refuse = (field: string, message: FieldRule) => context.addIssue({ code: 'custom', message, path: [field] });
    if (t0 === undefined) refuse('t0', 'required');
    else if (t1 === undefined) refuse('t1', 'required');
    else {
      const broken = brokenOrder(t0, t1);
      if (broken !== undefined) refuse('t1', broken);
    }
    if (sel_ids.length > 0) refuse('sel_ids', 'either');
    if (ids.length > 1) refuse('ids', 'tooMany');
  })
  .nullish();

/** Only these selections; may be repeated. */
export const FileQuery = z.object({
  sel_id: OneOrMany.pipe(z.array(RepeatedId).max(limits.selectionsADownload)).optional(),
});

/** What a download will be, estimated from some of its samples. */
export const FileSize = z.object({
  bytes: z.number(),
  /** In the zip, or 1. */
  files: z.int(),
  is_zip: z.boolean(),
});
export type FileSize = z.infer<typeof FileSize>;

/** `path` is relative to `/api`. */
export const DownloadLink = z.object({ path: z.string() });
export type DownloadLink = z.infer<typeof DownloadLink>;
