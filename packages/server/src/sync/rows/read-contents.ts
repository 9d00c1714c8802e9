import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { readTable } from '../../platform/rows-by-uid/index.ts';
import type { Content } from '../core/index.ts';
import { keyOf, type RowKey } from './kept-row.ts';
import { noUid, pairField, type TravellingTable } from './travelling-tables.ts';
import { JsonValue } from './wire-row.ts';

const Line = z.compile(z.record(z.string(), JsonValue));

/** What the rows with these keys are in the program now, as they travel, by their keys. Those that are not there are not in it. */
export async function readContents(
  tx: Queryable,
  { table, pair, columns }: TravellingTable,
  keys: readonly RowKey[],
): Promise<Map<string, Content>> {
  const uids = JSON.stringify(keys.map(({ uid, otherUid }) => ({ uid, other_uid: otherUid })));
  const ours = pair ? pair.map((column) => sql.raw(`"of_${column}".uid`)) : [sql`t.uid`, sql`${noUid}::uuid`];
  const isAsked = sql`(${sql.join(ours, sql`, `)}) in
    (select k.uid, k.other_uid from jsonb_to_recordset(${uids}::jsonb) as k(uid uuid, other_uid uuid))`;
  const found = new Map<string, Content>();
  for await (const line of readTable(tx, table, (_name, alias) => (alias === 't' ? isAsked : sql`true`))) {
    const row = Line.parse(JSON.parse(line));
    if (pair) {
      const [uid, otherUid] = pair.map((column) => String(row[column]));
      found.set(keyOf({ uid: uid ?? '', otherUid: otherUid ?? '' }), { [pairField]: true });
    } else {
      const values = columns.map(({ name }) => [name, row[name] ?? null] as const);
      found.set(String(row.uid), Object.fromEntries(values));
    }
  }
  return found;
}
