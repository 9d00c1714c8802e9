import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../platform/database/index.ts';
import { readMark, writeMark } from './rows/keep-states.ts';

/** uuid of this server in stamps, made once. */
export async function readNode(tx: Queryable): Promise<string> {
  const kept = z.uuid().safeParse(await readMark(tx, 'node'));
  if (kept.success) return kept.data;
  const node = randomUUID();
  await writeMark(tx, 'node', node);
  return node;
}

/** With which database it is: another one has other rows. */
export async function readItself(tx: Queryable): Promise<{ readonly node: string; readonly epoch: string }> {
  const { rows } = await tx.execute(sql`select system_identifier::text as id from pg_control_system()`);
  const node = await readNode(tx);
  return { node, epoch: `${rows[0]?.id}/${node}` };
}

export async function readHead(tx: Queryable): Promise<number> {
  return z.coerce
    .number()
    .catch(0)
    .parse((await readMark(tx, 'head')) ?? 0);
}
