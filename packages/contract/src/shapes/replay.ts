import { z } from 'zod';
import { limits } from '../limits.ts';
import { Id } from './primitives.ts';

/** How a record is played as a device. */
export const ReplayWanted = z.strictObject({
  speed: z
    .number({ error: 'number' })
    .min(limits.replaySlowest, { error: 'range' })
    .max(limits.replayFastest, { error: 'range' })
    .default(1)
    .describe('1 = as fast as it was recorded'),
  loop: z.boolean().default(false).describe('Begins again at its end'),
});

/** A record that is played as a virtual device now. */
export const Replay = z.object({
  /** Of the virtual device, which goes with its replay. */
  number: z.int(),
  name: z.string(),
  record_id: Id,
  speed: z.number(),
  loop: z.boolean(),
  /** s of the record: its length, and what is played now. */
  duration: z.number(),
  position: z.number(),
  /** ISO 8601 */
  started: z.string(),
});
export type Replay = z.infer<typeof Replay>;

export const Replays = z.object({
  items: z.array(Replay),
  /** How many run on this server at most. */
  maximum: z.int(),
});
