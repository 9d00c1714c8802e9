import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../platform/database/index.ts';
import type { Marks } from './rows/row-store.ts';

/** uuid of this server in stamps, made once. */
export async function readNode(marks: Marks): Promise<string> {
  const kept = z.uuid().safeParse(await marks.readMark('node'));
  if (kept.success) return kept.data;
  const node = randomUUID();
  await marks.writeMark('node', node);
  return node;
}

/** Of the rows of this server: stays when its name changes. */
export async function readEpoch(marks: Marks): Promise<string> {
  const kept = z.uuid().safeParse(await marks.readMark('epoch'));
  if (kept.success) return kept.data;
  const first = await readNode(marks);
  await marks.writeMark('epoch', first);
  return first;
}

/** Of the database: one that was set up anew has another. */
export async function readSystem(tx: Queryable): Promise<string> {
  const { rows } = await tx.execute(sql`select system_identifier::text as id from pg_control_system()`);
  return String(rows[0]?.id);
}

const formerKey = 'formerNodes';
const Former = z.array(z.string()).catch([]);
/** Names that are remembered: a server is set back a few times in its life. */
const mostFormer = 100;

/** Another name from now on; the former one stays known. */
export async function renewNode(marks: Marks, node: string): Promise<void> {
  const former = [...Former.parse(await marks.readMark(formerKey)), await readNode(marks)];
  await marks.writeMark(formerKey, former.slice(-mostFormer));
  await marks.writeMark('node', node);
}

/** All names that this server has had in stamps. */
export async function readNames(marks: Marks): Promise<ReadonlySet<string>> {
  return new Set([...Former.parse(await marks.readMark(formerKey)), await readNode(marks)]);
}

export async function readHead(marks: Marks): Promise<number> {
  return z.coerce
    .number()
    .catch(0)
    .parse((await marks.readMark('head')) ?? 0);
}
