import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';
import { quoted, type TableByUid } from './tables-by-uid.ts';

/**
 * Gives rows of this server that have each other's names, in pairs or in rings, the names that they are given: a name is
 * taken as long as its holder has it, so that none of them could take theirs alone. `resolved` holds the rows
 * that came. Answers how many were renamed.
 */
export async function exchangeNames(tx: Queryable, table: TableByUid, resolved: string): Promise<number> {
  const name = table.natural.at(-1);
  const column = table.columns.find((one) => one.name === name);
  if (name === undefined || column?.sqlType !== 'text') return 0;
  const [real, renamed] = [quoted(table.name), quoted(`renamed_${table.name}`)];
  const list = (prefix: string) => table.natural.map((one) => `${prefix}.${quoted(one)}`).join(', ');
  const run = async (query: string) => (await tx.execute(sql.raw(query))).rowCount ?? 0;
  await run(`create temp table ${renamed} on commit drop as
    select t.id, ${list('r')} from ${real} t join ${resolved} r on r.uid = t.uid where (${list('t')}) is distinct from (${list('r')})`);
  // Who waits for a name that its holder keeps waits in vain, and so does who waits for the name of that one.
  await run(`with recursive waiting as (
      select m.id, o.id as holder from ${renamed} m join ${real} o on (${list('o')}) = (${list('m')})
    ), blocked (id) as (
      select w.id from waiting w where not exists (select 1 from ${renamed} m where m.id = w.holder)
      union select w.id from blocked b join waiting w on w.holder = b.id
    ) delete from ${renamed} m using blocked b where m.id = b.id`);
  // For a moment each is called by its uid, which is nobody's name.
  await run(`update ${real} t set ${quoted(name)} = t.uid::text from ${renamed} m where t.id = m.id`);
  const set = table.natural.map((one) => `${quoted(one)} = m.${quoted(one)}`).join(', ');
  return run(`update ${real} t set ${set} from ${renamed} m where t.id = m.id`);
}
