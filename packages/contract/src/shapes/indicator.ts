import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';

/** What a live indicator is, whatever device tells it. */
export const IndicatorKind = z.object({
  name: z.string(),
  /** `chrono`: s, to be printed as a time. */
  type: z.enum(['number', 'chrono']),
  unit: z.string(),
  /** Decimals to print. */
  precision: z.int(),
  title: Translated,
});
export type IndicatorKind = z.infer<typeof IndicatorKind>;

/** The indicators of a sport in a client, in the order that screens show. */
const IndicatorsOfSport = z.object({
  /** Short name; "" = devices whose sport nobody told. */
  sport: z.string(),
  indicators: z.array(z.string()),
  /** Those of the product: the client chose none. */
  is_default: z.boolean(),
});

export const ClientIndicators = z.object({ kinds: z.array(IndicatorKind), sports: z.array(IndicatorsOfSport) });
export type ClientIndicators = z.infer<typeof ClientIndicators>;

export const IndicatorChoice = z.strictObject({
  /** Short name; "" = devices whose sport nobody told. */
  sport: z.string().max(100, { error: 'maxLength' }),
  /** null: those of the product again. */
  indicators: z.array(z.string().max(40)).max(limits.indicatorsOfSport, { error: 'tooMany' }).nullable(),
});
export type IndicatorChoice = z.infer<typeof IndicatorChoice>;

/** What a device tells in its room of indicators. */
export const DeviceIndicators = z.object({
  /** Short name of its sport; null when nobody told it. */
  sport: z.string().nullable(),
  indicators: z.array(IndicatorKind),
});
