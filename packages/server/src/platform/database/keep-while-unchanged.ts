import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Clock } from '../clock/index.ts';
import type { Db } from './database.ts';
import { changes } from './schema/index.ts';

/** What was read, and as of when: `pg_current_snapshot()::text` of the statement that read it. */
export interface ReadAsOf<T> {
  readonly value: T;
  readonly snapshot: string;
}

/** What a value is read from: tables with marks of changes (`triggers.sql`), of one client. */
export interface ReadFrom {
  readonly tables: readonly string[];
  readonly clientId: number;
}

/** Shorter than marks are kept: one that a newer mark covers is swept away after an hour. */
const keptMs = 10 * 60_000;
const keptAtMost = 100;

/**
 * Keeps what is costly to read between requests. A kept value is answered only while every transaction that marked a
 * change of what it was read from was seen when it was read: never one that a new reading would not give, also where a
 * transaction was open meanwhile.
 */
export function keepWhileUnchanged<T>(
  db: Db,
  clock: Clock,
): (key: string, from: ReadFrom, read: () => Promise<ReadAsOf<T>>) => Promise<T> {
  const kept = new Map<string, ReadAsOf<T> & { readonly atMs: number }>();

  async function isCurrent({ snapshot, atMs }: { snapshot: string; atMs: number }, from: ReadFrom): Promise<boolean> {
    const ageMs = clock.nowMs() - atMs;
    return ageMs >= 0 && ageMs < keptMs && !(await hasChangedSince(db, snapshot, from));
  }

  return async (key, from, read) => {
    const known = kept.get(key);
    if (known !== undefined && (await isCurrent(known, from))) return known.value;
    const atMs = clock.nowMs();
    const fresh = await read();
    kept.delete(key);
    kept.set(key, { ...fresh, atMs });
    const [oldest] = kept.keys();
    if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
    return fresh.value;
  };
}

async function hasChangedSince(db: Db, snapshot: string, { tables, clientId }: ReadFrom): Promise<boolean> {
  const then = sql`${snapshot}::pg_snapshot`;
  const unseen = await db
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(
        sql`${changes.xact} >= pg_snapshot_xmin(${then})`,
        sql`NOT pg_visible_in_snapshot(${changes.xact}, ${then})`,
        inArray(changes.tableName, [...tables]),
        or(isNull(changes.clientId), eq(changes.clientId, clientId)),
      ),
    )
    .limit(1);
  return unseen.length > 0;
}
