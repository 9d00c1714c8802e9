import { z } from 'zod';

/** As many as a CSV has columns. */
const mostColumns = 1024;
const Index = z
  .int()
  .min(0)
  .max(mostColumns - 1);
/** From 1; what stands above a table is short. */
const Line = z.int().min(1).max(100_000);

/** What the cells of a CSV mean, where somebody decided it: separator, decimal sign, header, time, columns that are kept. */
export const CsvMapping = z.object({
  delimiter: z.enum(['\t', ';', '|', ',']),
  decimal: z.enum(['.', ',']),
  /** The line of the names; null: there are none. */
  headerLine: Line.nullable(),
  /** The line where the samples begin. */
  firstLine: Line,
  /** Null: none, `rate` says it. */
  time: z
    .object({
      index: Index,
      /** s; null: clocks and dates say it themselves, numbers by their size. */
      unitSeconds: z.number().positive().max(86_400).nullable(),
    })
    .nullable(),
  columns: z
    .array(z.object({ index: Index, name: z.string().max(200), unit: z.string().max(20) }))
    .max(mostColumns, { error: 'tooMany' }),
});
/** As it is sent with a file: it says something, and its samples come after the names. */
export const CsvMappingWanted = CsvMapping.strict()
  .refine(({ columns }) => columns.length > 0, { error: 'required', path: ['columns'] })
  .refine(({ headerLine, firstLine }) => headerLine === null || headerLine < firstLine, {
    error: 'afterNames',
    path: ['firstLine'],
  });
export type CsvMapping = z.infer<typeof CsvMapping>;
