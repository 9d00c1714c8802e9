import { z } from 'zod';
import { limits } from '../limits.ts';
import { Id } from './primitives.ts';

/** What somebody chose for what a device records from now on. */
export const NextRecord = z.object({
  sport_id: Id.nullable(),
  exercise_id: Id.nullable(),
  /** null: those who wear the device then. */
  user_ids: z.array(Id).nullable(),
  /** Of the next record only: put before its name. */
  title: z.string(),
  /** Of the next record only. */
  comment: z.string(),
});
export type NextRecord = z.infer<typeof NextRecord>;

/** Only what is given is changed. */
export const NextRecordEdit = z
  .strictObject({
    sport_id: Id.nullable(),
    exercise_id: Id.nullable(),
    user_ids: z.array(Id).max(limits.devicesAtOnce, { error: 'tooMany' }).nullable(),
    title: z.string().max(60, { error: 'maxLength' }),
    comment: z.string().max(5000, { error: 'maxLength' }),
  })
  .partial();
export type NextRecordEdit = z.infer<typeof NextRecordEdit>;
