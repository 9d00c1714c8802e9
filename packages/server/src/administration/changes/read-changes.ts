import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { changes } = tables;

/** s; from a mark's stamp to the moment that readers see the change: its transaction is being written to disk. */
const marginSeconds = 2;

export interface ChangeQuestion {
  readonly marks: readonly string[];
  /** null = of every client. */
  readonly clientId: number | null;
  /** s since 1970, by this server's clock: what the asker has is as new as this. */
  readonly lastEpoch: number;
  /** s since 1970, by the same clock. */
  readonly nowEpoch: number;
}

/** Whether something was marked since the epoch. */
export async function hasChanged(db: Queryable, question: ChangeQuestion): Promise<boolean> {
  const { marks, clientId, lastEpoch, nowEpoch } = question;
  const ageSeconds = nowEpoch - lastEpoch;
  // From a clock that was set back since: what it says is worth nothing.
  if (ageSeconds < 0) return true;
  // An age, not a moment: the database may be another machine, with a clock of its own. A century is every mark.
  const oldest = sql<Date>`clock_timestamp() - make_interval(secs => ${Math.min(ageSeconds + marginSeconds, 3.2e9)})`;
  const rows = await db
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(
        namedAs(marks),
        gt(changes.changedAt, oldest),
        clientId === null ? undefined : or(isNull(changes.clientId), eq(changes.clientId, clientId)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** A mark that ends with a colon stands for all that begin so. */
function namedAs(marks: readonly string[]): SQL | undefined {
  const beginnings = marks.filter((mark) => mark.endsWith(':'));
  return or(
    inArray(changes.tableName, [...marks]),
    ...beginnings.map((beginning) => sql`starts_with(${changes.tableName}, ${beginning})`),
  );
}
