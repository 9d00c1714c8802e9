import { z } from 'zod';
import type { RowStore } from './row-store.ts';
import { travellingTables } from './travelling-tables.ts';

const atOnce = 500;
const key = 'held tried';
const Tried = z.record(z.string(), z.number()).catch({});

/**
 * Rows that waited for others to come are tried once more, after them those that do not heal by themselves. Of very many those
 * behind the last ones come next time: none that would heal waits for ever behind others that do not.
 */
export async function retryHeld(store: RowStore): Promise<void> {
  const tried = Tried.parse((await store.readMark(key)) ?? {});
  const next: Record<string, number> = {};
  for (const table of travellingTables) {
    const rows = await store.heldRows(table, tried[table.name] ?? 0, atOnce);
    const last = rows.length < atOnce ? undefined : rows.at(-1);
    if (last !== undefined) next[table.name] = last.seq;
    const [waiting, stuck] = [rows.filter(({ held }) => isWaiting(held)), rows.filter(({ held }) => !isWaiting(held))];
    if (rows.length === 0) continue;
    await store.writeRows(table, [...waiting, ...stuck]);
    // Nobody was told of it while it was stuck.
    const free = [...(await store.loadRows(table.name, stuck)).values()].filter(({ held }) => held === null);
    if (free.length > 0) await store.saveRows(free);
  }
  if (JSON.stringify(next) !== JSON.stringify(tried)) await store.writeMark(key, next);
}

const isWaiting = (held: string | null): boolean => held === null || held === 'reference';
