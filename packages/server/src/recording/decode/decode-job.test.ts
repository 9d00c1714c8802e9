import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('the journal of a decoding', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  async function decoded(content: string | undefined) {
    const { database, folder } = test;
    const [client] = await database.db.select().from(clients);
    const times = { startedAt: new Date(0), startUs: 0, decodeState: 'waiting' } as const;
    const [record] = await database.db
      .insert(records)
      .values({ uid: randomUUID(), clientId: client?.id ?? 0, source: 'csv', basename: 'sortie', ...times })
      .returning();
    const path = folder.upload(record?.uid ?? '');
    await mkdir(dirname(path), { recursive: true });
    await mkdir(folder.temporary, { recursive: true });
    if (content !== undefined) await writeFile(path, content);
    const said: string[][] = [];
    await decode.run(
      { recordId: record?.id ?? 0 },
      {
        taskId: record?.id ?? 0,
        signal: new AbortController().signal,
        progress: async () => {},
        message: async (type, { fr, en }) => void said.push([type, plain(fr), plain(en)]),
        offerFile: async () => {},
      },
    );
    return said;
  }
  const begins = ['INFO', 'Décodage de « sortie ».', 'Decoding “sortie”.'];

  it('says which record, and what was found in it', async () => {
    const said = await decoded('t;force;speed\n0;1;2\n0.1;2;2\n0.2;5;2\n');
    expect(said[0]).toEqual(begins);
    expect(said.at(-1)).toEqual([
      'SUCCESS',
      expect.stringMatching(/^Enregistrement décodé : 1 module, 2 variables, 3 mesures, durée 00:00\.200, [\d,]+ k?o/),
      expect.stringMatching(/^Record decoded: 1 module, 2 variables, 3 samples, 00:00\.200 long, [\d.]+ (bytes|kB)\.$/),
    ]);
  });

  it('says why nothing could be read', async () => {
    expect(await decoded(undefined)).toEqual([
      begins,
      ['ERROR', 'Le fichier source de cet enregistrement n’est plus là.', 'The source file of this record is gone.'],
    ]);
  });
});
