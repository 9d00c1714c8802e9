import { randomUUID } from 'node:crypto';
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

export async function readHead(tx: Queryable): Promise<number> {
  return z.coerce
    .number()
    .catch(0)
    .parse((await readMark(tx, 'head')) ?? 0);
}
