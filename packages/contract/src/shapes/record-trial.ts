import { z } from 'zod';
import { Translated } from '../errors.ts';

/** What an analysis found of a record, in a line: the newest of what holds, of the whole record before its stretches. */
export const RecordTrial = z.object({
  analysis: z.string(),
  name: Translated,
  /** `warned`: there are numbers, with a doubt; `excluded`: somebody left the trial out. */
  state: z.enum(['valid', 'warned', 'refused', 'excluded']),
  /** The number that says most; null where it was not found. */
  value: z.number().nullable(),
  unit: z.string(),
  decimals: z.int(),
  output: Translated,
  /** Why it is refused, in doubt or left out. */
  reason: Translated.nullable(),
});
export type RecordTrial = z.infer<typeof RecordTrial>;
