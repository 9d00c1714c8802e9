import { z } from 'zod';

/** Integer id, local to its server. */
export const Id = z.int().positive();
/** The same in a path or a query, where everything is text. */
export const PathId = z.coerce.number().int().positive().max(2_147_483_647);
export const IdParams = z.object({ id: PathId });
export const ClientIdParams = z.object({ clientId: PathId });

/** Seconds since the start of a record. */
export const Seconds = z.number();

/** Lists are asked for with a page; −1 or 0 rows a page means all. */
export const Page = z.object({
  pageId: z.int().min(1).default(1),
  pageSize: z.int().min(-1).max(1000).default(10),
});

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int() });
}
