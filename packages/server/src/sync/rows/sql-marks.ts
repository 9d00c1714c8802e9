import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import type { Marks } from './row-store.ts';

export const sqlMarks = (tx: Queryable): Marks => ({
  async readMark(key) {
    const { rows } = await tx.execute(sql`select value from sync_marks where key = ${key}`);
    return rows[0]?.value;
  },
  async writeMark(key, value) {
    await tx.execute(sql`insert into sync_marks (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`);
  },
});
