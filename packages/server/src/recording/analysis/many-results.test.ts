import { cp } from 'node:fs/promises';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from '../records/testing.ts';
import { createAnalyses, createResults } from './index.ts';
import { makeTestJump } from './make-test-jump.ts';

const { room, decodedUpload } = await openTestClub();
const analyses = createAnalyses();
const results = createResults({ ...room.dependencies, analyses });
room.jobs.register(results.job);
afterAll(async () => {
  await results.close();
  await analyses.close();
  await room.close();
});

const { analysisResults, records } = tables;
/** More than one task takes, and than are written together. */
const copies = 130;

/** The record with its signals, so many times. */
async function copyRecord(id: number): Promise<void> {
  const { database, folder } = room.dependencies;
  const { db } = database;
  const { rows } = await db.execute<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_name = 'records' AND is_generated = 'NEVER'`,
  );
  const names = rows[0]?.names ?? '';
  const copied = names.replaceAll(/(^|, )/g, '$1c.');
  await db.execute(
    `INSERT INTO records (${names}) OVERRIDING SYSTEM VALUE SELECT ${copied} FROM records t, generate_series(1, ${copies}) i,
       LATERAL jsonb_populate_record(t, jsonb_build_object('id', 10000 + i, 'uid', gen_random_uuid())) c WHERE t.id = ${id}`,
  );
  const all = await db.select({ id: records.id, uid: records.uid }).from(records);
  const from = folder.signals(all.find((one) => one.id === id)?.uid ?? '');
  for (const one of all) if (one.id !== id) await cp(from, folder.signals(one.uid), { recursive: true });
}

test('Of many records that are answered together each keeps its own result, once', async () => {
  const id = await decodedUpload('jump.csv', makeTestJump({ takeOffSpeed: 2.2 }), { exercise_name: 'CMJ' });
  await copyRecord(id);
  await results.sweep();
  const { db } = room.database;
  const kept = () =>
    db
      .select({ recordId: analysisResults.recordId })
      .from(analysisResults)
      .where(and(eq(analysisResults.isCurrent, true), ne(analysisResults.recordId, id)));
  await vi.waitFor(async () => expect(await kept()).toHaveLength(copies), { timeout: 60_000, interval: 200 });
  expect(new Set((await kept()).map(({ recordId }) => recordId)).size).toBe(copies);
});
