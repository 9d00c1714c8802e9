import { type api, type ParamsOf, type Refusal, refuse } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import type { Files } from '../../platform/files/index.ts';
import { type Answer, fileAnswer } from '../../platform/http/index.ts';
import { nameOfReplaced } from '../files/replaced-copies.ts';

/** An original of a record that another one took the place of, as it came. */
export async function readReplaced(
  db: Queryable,
  files: Pick<Files, 'open'>,
  isSeen: SQL,
  { id, key }: ParamsOf<typeof api.readReplaced>,
): Promise<Answer | Refusal> {
  const { rows } = await db.execute(
    sql`select uid, basename from records where id = ${id} and original_purged is null and ${isSeen}`,
  );
  const [record] = rows;
  if (record === undefined) return refuse('entity.notFound');
  const file = await files.open(nameOfReplaced(String(record.uid), key));
  return file === undefined
    ? refuse('sync.copyGone')
    : fileAnswer(file, 'application/octet-stream', `${String(record.basename)}_${key.slice(-8)}.original`);
}
