import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase, tables } from '../../platform/database/index.ts';
import { TaskCancelled } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { decodeJob } from './index.ts';

const { clients, recordErrors, records } = tables;
let test: TestDatabase;
let decode: ReturnType<typeof decodeJob>;
let recordId = 0;

beforeAll(async () => {
  test = await openTestDatabase();
  const { database, folder } = test;
  const { db } = database;
  const [client] = await db
    .insert(clients)
    .values({ uid: randomUUID(), name: 'club', displayName: 'Club' })
    .returning();
  const times = { startedAt: new Date(0), startUs: 0, decodeState: 'decoding' } as const;
  const [record] = await db
    .insert(records)
    .values({ uid: randomUUID(), clientId: client?.id ?? 0, source: 'csv', basename: 'r', ...times })
    .returning();
  recordId = record?.id ?? 0;
  const store = { forget: async () => {} };
  decode = decodeJob({ database, folder, store, realtime: { emit: () => {} }, log: createLog('silent') });
});
afterAll(async () => {
  await decode.close();
  await test.close();
});

it.each([
  [new TaskCancelled(), 'Le décodage a été annulé.', 'Decoding was cancelled.'],
  [new Error('ENOENT: no such file'), 'Le décodage a échoué.', 'Decoding failed.'],
])('a record says in whole sentences of each language that its decoding ended: %s', async (error, fr, en) => {
  await decode.failed?.({ recordId }, error);
  const [said, ...more] = await test.database.db.select().from(recordErrors).where(eq(recordErrors.recordId, recordId));
  expect(more).toEqual([]);
  expect(said?.msg.fr).toBe(`${fr} Les mesures reçues sont gardées ; relancez le décodage.`);
  expect(said?.msg.en).toBe(`${en} The samples received are kept; decode again.`);
});
