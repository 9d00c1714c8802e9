import { z } from 'zod';
import { limits } from '../limits.ts';
import { ChronoText, endsAfter } from '../rules.ts';
import { Id, Seconds, SignalsSeen } from './primitives.ts';

export const Selection = z.object({
  id: Id,
  record_id: Id,
  num: z.int(),
  t0: Seconds,
  t1: Seconds,
  toffset: Seconds,
  /** m; how far the record had come at t0 and t1, by its axis `D`. Null where nothing says how far it came. */
  d0: z.number().nullable(),
  d1: z.number().nullable(),
  doffset: z.number(),
  exercise: z.string(),
  comment: z.string(),
  /** m; d1 − d0. */
  distance: z.number().nullable(),
  /** `mm:ss.SSS` */
  chrono: z.string(),
});
export type Selection = z.infer<typeof Selection>;

/** s since the start of the record, as a number or as people type it. */
const Time = z.union([Seconds.min(0, { error: 'positive' }), ChronoText], { error: 'chrono' });
const SelectionFields = z
  .object({
    t0: Time,
    t1: Time.describe('s, or mm:ss.SSS. One beyond the end of the record is its end'),
    toffset: Seconds,
    signals_version: SignalsSeen,
    exercise: z.string().max(200),
    comment: z.string().max(5000),
    /**
     * Shown; no other selection of the record has it. The next one when a new selection has none; after the last of all, the
     * lowest that is free.
     */
    num: z
      .int({ error: 'integer' })
      .min(1, { error: 'positive' })
      .max(limits.selectionNumber, { error: 'outOfBounds' }),
  })
  .partial();
const endsAfterItBegins = endsAfter('t0', 't1');
/** Programs that fill in all fields say null where they have nothing to say. */
const orNull = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((given) => given ?? undefined)
    .optional();
const { num, toffset, exercise, comment } = SelectionFields.shape;
/** All fields that come along are kept: the server refuses to change those that it derives. */
export const SelectionCreate = SelectionFields.required({ t0: true, t1: true })
  .extend({ num: orNull(num), toffset: orNull(toffset), exercise: orNull(exercise), comment: orNull(comment) })
  .loose()
  .superRefine(endsAfterItBegins);
export type SelectionCreate = z.infer<typeof SelectionCreate>;
/** Only what is given is changed. */
export const SelectionEdit = SelectionFields.loose().superRefine(endsAfterItBegins);
export type SelectionEdit = z.infer<typeof SelectionEdit>;

/** Several at once: all of them are added, or none. */
export const SelectionsCreate = z.strictObject({
  selections: z
    .array(SelectionFields.required({ t0: true, t1: true }).strict().superRefine(endsAfterItBegins))
    .min(1, { error: 'required' })
    .max(limits.selectionsAtOnce, { error: 'tooMany' }),
});
export type SelectionsCreate = z.infer<typeof SelectionsCreate>;
