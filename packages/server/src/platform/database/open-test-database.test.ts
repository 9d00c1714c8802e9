import { expect, it } from 'vitest';
import { tables } from './index.ts';
import { openTestDatabase } from './testing.ts';

it('gives a migrated, empty database', async () => {
  const { database, close } = await openTestDatabase();
  try {
    expect(await database.db.select().from(tables.clients)).toEqual([]);
  } finally {
    await close();
  }
});
