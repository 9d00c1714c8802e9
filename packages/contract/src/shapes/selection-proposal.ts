import { z } from 'zod';
import { Translated } from '../errors.ts';
import { endsAfter } from '../rules.ts';
import { Seconds } from './primitives.ts';

const Time = Seconds.min(0, { error: 'positive' });
/** Where stretches are looked for; all of the record unless given. */
const within = {
  t0: Time.optional(),
  t1: Time.optional(),
};
/** Of any unit, either way. */
const mostThreshold = 1e12;
const Step = z.number().positive({ error: 'positive' });
/** s */
const Duration = z
  .number()
  .min(0, { error: 'positive' })
  .max(24 * 3600, { error: 'outOfBounds' });

const byActivity = {
  ...within,
  variable: z.string().max(200).optional().describe('One of `variables` of an answer; what tells most unless given'),
  threshold: z
    .number()
    .min(-mostThreshold, { error: 'outOfBounds' })
    .max(mostThreshold, { error: 'outOfBounds' })
    .optional()
    .describe(
      'Of the mean of a level, or of the deviation of a movement; where both kinds are furthest apart unless given',
    ),
  least_seconds: Duration.optional().describe('Shorter ones are none'),
  gap_seconds: Duration.optional().describe('Shorter interruptions end none'),
};

/** Stretches of a record that may become selections. */
export const SelectionQuestion = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('effort'), ...byActivity }),
    z.strictObject({ kind: z.literal('still'), ...byActivity }),
    z.strictObject({
      kind: z.literal('lap'),
      ...within,
      line: Time.optional().describe(
        's; when the way lies on the line. The place that is passed most often unless given',
      ),
    }),
    z.strictObject({
      kind: z.literal('metres'),
      ...within,
      step: Step.min(0.1, { error: 'positive' }).max(1_000_000, { error: 'outOfBounds' }),
    }),
    z.strictObject({
      kind: z.literal('seconds'),
      ...within,
      step: Step.min(0.01, { error: 'positive' }).max(24 * 3600, { error: 'outOfBounds' }),
    }),
  ])
  .superRefine(endsAfter('t0', 't1'));
export type SelectionQuestion = z.infer<typeof SelectionQuestion>;
export const proposalKinds = ['effort', 'still', 'lap', 'metres', 'seconds'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** Stretches that may become selections; none of them is one by asking. */
export const SelectionProposal = z.object({
  kind: z.enum(proposalKinds),
  /** Of the record's signals that they were found in. */
  signals_version: z.int().nonnegative(),
  /** By what efforts and rests were told apart; null where nothing was measured. */
  variable: z.string().nullable(),
  /** The record's variable of that name, or the axes of a sensor. */
  of: z.array(z.string()),
  /** Whether its mean was looked at, or how much it varies. */
  measure: z.enum(['mean', 'deviation']).nullable(),
  unit: z.string(),
  threshold: z.number().nullable(),
  least_seconds: z.number().nullable(),
  /** What can be looked at instead. */
  variables: z.array(z.string()),
  proposed: z.array(
    z.object({
      t0: Seconds,
      t1: Seconds,
      /** m; null where nothing says how far the record came. */
      distance: z.number().nullable(),
      /** Mean of what was looked at; null where nothing was. */
      level: z.number().nullable(),
    }),
  ),
  /** Why there is none, or not more of them. */
  problem: Translated.nullable(),
});
export type SelectionProposal = z.infer<typeof SelectionProposal>;
