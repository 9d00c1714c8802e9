import { z } from 'zod';
import { limits } from '../limits.ts';
import { Id } from './primitives.ts';

/** A selection of a record that is being made, as it is shown beside the live curves. */
export const LiveSelection = z.object({
  /** By which it is an ordinary selection of the record; null while it is open. */
  id: Id.nullable(),
  num: z.int(),
  /** s of the record. */
  t0: z.number(),
  /** s of the record; null while it is open. */
  t1: z.number().nullable(),
  exercise: z.string(),
  comment: z.string(),
});
export type LiveSelection = z.infer<typeof LiveSelection>;

/** What is said of the selection that a press begins or ends; what is not given stays as it was. */
export const SelectionTexts = z
  .strictObject({
    exercise: z.string().max(200, { error: 'maxLength' }),
    comment: z.string().max(5000, { error: 'maxLength' }),
  })
  .partial();
export type SelectionTexts = z.infer<typeof SelectionTexts>;

/** The same of several devices at one moment. */
export const SelectionOfSeveral = SelectionTexts.extend({
  /** Absent or null: all that the caller sees and that record now. */
  device_numbers: z
    .array(z.int())
    .min(1, { error: 'required' })
    .max(limits.devicesAtOnce, { error: 'tooMany' })
    .nullish(),
});
export type SelectionOfSeveral = z.infer<typeof SelectionOfSeveral>;

/** What a press did on one device. */
export const LiveSelectionChange = z.object({
  number: z.int(),
  record_id: Id,
  /** The one that it began or ended; of a mark, the one that it began. */
  selection: LiveSelection,
  /** The one that a mark ended. */
  ended: LiveSelection.nullable(),
});
export type LiveSelectionChange = z.infer<typeof LiveSelectionChange>;
