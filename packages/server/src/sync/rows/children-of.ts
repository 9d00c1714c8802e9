import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { quoted } from '../../platform/rows-by-uid/index.ts';
import type { RowKey } from './kept-row.ts';
import { noUid, pairTables, travellingTables } from './travelling-tables.ts';

/** Rows of the program that cannot be without one of these, and go with it. */
export async function childrenOf(tx: Queryable, table: string, uids: readonly string[]) {
  const found: (RowKey & { readonly table: string; readonly parentUid: string })[] = [];
  const asked = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))`;
  const parent = sql.raw(quoted(table));
  for (const child of travellingTables) {
    const t = sql.raw(quoted(child.name));
    const [ofOne, ofOther] = pairTables(child);
    if (child.pair && ofOne !== undefined && ofOther !== undefined && [ofOne, ofOther].includes(table)) {
      const [one, other] = child.pair.map((column) => sql.raw(`t.${quoted(column)}`));
      const [a, b] = [sql.raw(quoted(ofOne)), sql.raw(quoted(ofOther))];
      const { rows } = await tx.execute(sql`select a.uid, b.uid as other_uid from ${t} t
        join ${a} a on a.id = ${one} join ${b} b on b.id = ${other}
        where (${ofOne === table} and a.uid in ${asked}) or (${ofOther === table} and b.uid in ${asked})`);
      for (const row of rows) {
        const [uid, otherUid] = [String(row.uid), String(row.other_uid)];
        found.push({
          table: child.name,
          uid,
          otherUid,
          parentUid: ofOne === table && uids.includes(uid) ? uid : otherUid,
        });
      }
    }
    for (const { name } of child.columns.filter(({ refersTo, notNull }) => refersTo === table && notNull)) {
      const { rows } = await tx.execute(sql`select t.uid, p.uid as parent from ${t} t
        join ${parent} p on p.id = ${sql.raw(`t.${quoted(name)}`)} where p.uid in ${asked}`);
      for (const row of rows) {
        found.push({ table: child.name, uid: String(row.uid), otherUid: noUid, parentUid: String(row.parent) });
      }
    }
  }
  return found;
}
