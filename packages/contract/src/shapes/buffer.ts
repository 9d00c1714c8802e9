import { z } from 'zod';
import { ErrorBody } from '../errors.ts';
import type { FieldRule } from '../field-rules.ts';
import { limits } from '../limits.ts';
import { Id } from './primitives.ts';

/** ISO 8601. */
const When = z.string();
const Stretch = z.object({ from: When, to: When });

/** What is kept of what devices sent while nobody recorded. */
export const BufferState = z.object({
  /** false: the client switched it off, or this server keeps none. */
  is_on: z.boolean(),
  /** h that are kept. */
  hours: z.number(),
  bytes: z.int(),
  devices: z.array(
    z.object({
      number: z.int(),
      bytes: z.int(),
      /** Without what lies between them. */
      stretches: z.array(Stretch),
    }),
  ),
  /** How much they moved, so that an effort is found again. */
  movement: z.object({
    from: When,
    /** s that each level tells of. */
    every: z.number(),
    levels: z
      .array(z.int().min(0).max(100).nullable())
      .describe('% of what each reaches, of whom moved most; null where no movement was measured'),
  }),
});
export type BufferState = z.infer<typeof BufferState>;

const Numbers = z
  .array(z.int())
  .min(1, { error: 'required' })
  .max(limits.devicesAtOnce, { error: 'tooMany' })
  .nullish()
  .describe('Absent or null: all that the caller sees');

/** Asked for: ISO 8601 with its offset. */
const Moment = z.iso
  .datetime({
    offset: true,
    error: ({ input }): FieldRule => (input === undefined ? 'required' : 'date'),
  })
  .max(40);

export const BufferKeep = z
  .strictObject({
    from: Moment,
    to: Moment,
    device_numbers: Numbers,
  })
  .refine(({ from, to }) => Date.parse(to) > Date.parse(from), { error: 'range', path: ['to'] });
export type BufferKeep = z.infer<typeof BufferKeep>;

export const BufferForget = z.strictObject({ device_numbers: Numbers });

/** What became of a stretch of time, one entry a device. */
export const BufferKept = z.array(
  z.union([
    z.object({
      number: z.int(),
      /** Made of what the buffer had; they are being decoded. */
      record_ids: z.array(Id),
      /** Added to what was recorded in that time. */
      selections: z.array(z.object({ record_id: Id, num: z.int() })),
    }),
    ErrorBody.extend({ number: z.int() }),
  ]),
);
export type BufferKept = z.infer<typeof BufferKept>;
