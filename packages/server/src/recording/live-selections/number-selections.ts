import { limits, type Refusal, refuse, type SelectionCreate } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { selections } = tables;

/**
 * Numbers of the new selections that say none, in their order: those after the highest of the record and of the new ones.
 * Where that is the last one there is, the lowest free ones. The record is held.
 */
export async function numbersOfNew(
  tx: Queryable,
  recordId: number,
  given: readonly Pick<SelectionCreate, 'num'>[],
): Promise<number[] | Refusal> {
  const maximum = limits.selectionNumber;
  const rows = await tx.select({ num: selections.num }).from(selections).where(eq(selections.recordId, recordId));
  const used = new Set(rows.map(({ num }) => num));
  for (const { num } of given) if (num !== undefined) used.add(num);
  const wanted = given.filter(({ num }) => num === undefined).length;
  const highest = [...used].reduce((a, b) => Math.max(a, b), 0);
  const from = highest + wanted <= maximum ? highest + 1 : 1;
  const free: number[] = [];
  for (let num = from; num <= maximum && free.length < wanted; num++) if (!used.has(num)) free.push(num);
  return free.length === wanted ? free : refuse('record.tooManySelections', { maximum: String(maximum) });
}
