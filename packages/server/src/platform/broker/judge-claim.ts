import { z } from 'zod';

/** Where the server that uses a broker says so, retained and again every few seconds. */
export const claimTopic = 'sillage/v1/server/claim';

/** Of whoever uses the broker. */
export const Claim = z.object({
  server: z.string().min(1).max(100),
  /** Where it runs, for the person who reads the sentence. */
  host: z.string().max(300),
  /** It has the broker for itself; not: it has just come, or come back, and asks. */
  held: z.boolean(),
  /** s since it first had the broker; 0 = never. */
  heldSeconds: z.number().min(0),
});
export type Claim = z.infer<typeof Claim>;

/**
 * What a server does that hears a claim: nothing when it is its own, else `answer`, so that the other hears of it and
 * goes, or `yield`. Who has it stays; of two that ask, who had it longer; else the smaller name: both judge alike.
 */
export function judgeClaim(own: Claim, other: Claim): 'nothing' | 'answer' | 'yield' {
  if (other.server === own.server) return 'nothing';
  if (own.held !== other.held) return own.held ? 'answer' : 'yield';
  if (own.heldSeconds !== other.heldSeconds) return own.heldSeconds > other.heldSeconds ? 'answer' : 'yield';
  return own.server < other.server ? 'answer' : 'yield';
}
