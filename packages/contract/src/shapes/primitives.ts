import { z } from 'zod';
import { limits } from '../limits.ts';

/** The largest integer that the database keeps in an id. */
const maxId = 2_147_483_647;
/** Integer id, local to its server. */
export const Id = z.int().positive().max(maxId);
/** An id in a path or a query, where everything is text: digits, and nothing else that could be read as a number. */
const idText = <T>() =>
  z.coerce
    .string<T>()
    .regex(/^\d{1,10}$/, { error: 'integer' })
    .transform(Number)
    .pipe(Id);
export const PathId = idText<unknown>();
/** Of a parameter that may be repeated. */
export const RepeatedId = idText<string>();
export const IdParams = z.object({ id: PathId });
export const ClientIdParams = z.object({ clientId: PathId });

/** An object of `most` entries at most. */
export function recordOf<K extends z.ZodString, V extends z.ZodType>(keys: K, values: V, most: number) {
  return z
    .record(keys, values)
    .refine((given) => Object.keys(given).length <= most, { error: 'tooMany', abort: true })
    .meta({ maxProperties: most });
}

/** A query parameter that may be repeated. */
export const OneOrMany = z
  .union([z.string().max(200), z.array(z.string().max(200)).max(1000)])
  .transform((v) => (Array.isArray(v) ? v : [v]));

/** s, m, or whatever a field measures: nothing in sport is larger. */
const largestQuantity = 1e30;
export const Quantity = z.number().min(-largestQuantity).max(largestQuantity);
/** A quantity in a query, where everything is text. */
export const QueryQuantity = z.coerce.number().min(-largestQuantity).max(largestQuantity);
/** Seconds since the start of a record. */
export const Seconds = Quantity.describe('s');

/** Of the record whose times a body says. */
export const SignalsSeen = z
  .int()
  .nonnegative()
  .optional()
  .describe(
    '`signals_version` of the record that these times are read from; 409 `record.signalsChanged` where it has another now',
  );

/** A filter of a list. `null`, "" and [] mean what nothing given means: all. */
export function filter<S extends z.ZodType>(schema: S, all: z.output<S>) {
  // What is left of `all` by the schema is `all`, which TypeScript cannot see of `S`.
  const fallback = all as z.core.util.NoUndefined<z.output<S>>;
  return z.preprocess((given: z.input<S> | null | '') => (isNothing(given) ? all : given), schema).default(fallback);
}

function isNothing(given: unknown): boolean {
  return given === null || given === '' || (Array.isArray(given) && given.length === 0);
}

/** A filter by ids of other entities; [] means all, too. */
export const idFilter = () => filter(z.array(Id).max(1000), []);

/** Lists are asked for with a page. */
export const Page = z.object({
  pageId: z.int().min(1).default(1),
  pageSize: z.int().min(-1).max(1000).default(limits.pageSize).describe('−1 or 0: all'),
});

/** The page of a list in a query, where everything is text. */
export const PageQuery = z
  .strictObject({ pageId: z.coerce.number(), pageSize: z.coerce.number() })
  .partial()
  .pipe(Page);

/** A page of a list that answers all unless asked for less: what choices are made of. */
export const ChoicesQuery = z.strictObject({
  pageId: z.coerce.number().pipe(Page.shape.pageId.unwrap()).default(1),
  pageSize: z.coerce.number().pipe(Page.shape.pageSize.unwrap()).default(-1),
});

/** Only true where counting a very long list exactly would take too long: `total` is near, never below what was seen. */
export const TotalIsEstimate = z.boolean().optional();

/** How lists are answered; `total` counts all, not the page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), total_is_estimate: TotalIsEstimate });
}
