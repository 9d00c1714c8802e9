import type { KeptRow, RowKey } from './kept-row.ts';
import { noUid, pairTables, type TravellingTable } from './travelling-tables.ts';

/** The rows that a row cannot be without: of a pair both, of a selection its record. */
export function parentsOf(
  table: TravellingTable,
  { uid, otherUid, state: { fields } }: Pick<KeptRow, 'uid' | 'otherUid' | 'state'>,
): { readonly name: string; readonly key: RowKey }[] {
  const alone = (name: string, of: string) => ({ name, key: { uid: of, otherUid: noUid } });
  const ofPair = pairTables(table).map((name, at) => alone(name, at === 0 ? uid : otherUid));
  const named = table.columns.flatMap(({ name, refersTo, notNull }) => {
    const value = fields[name]?.value;
    return refersTo !== undefined && notNull && typeof value === 'string' ? [alone(refersTo, value)] : [];
  });
  return [...ofPair, ...named];
}
