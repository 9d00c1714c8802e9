import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addRecord } from '../../platform/database/testing.ts';
import { TaskCancelled } from '../../platform/jobs/index.ts';
import { createJournals } from '../journal/index.ts';
import { openTestDecodeJob, plain, table } from './open-test-decode-job.ts';

const { recordErrors, records } = tables;
const { test, decode, clientId, uploaded, run, row, errorsOf, setState, close } = await openTestDecodeJob();
afterAll(close);

it.each([
  [new TaskCancelled(), 'Le décodage a été annulé.', 'Decoding was cancelled.'],
  [new Error('ENOENT: no such file'), 'Le décodage a échoué.', 'Decoding failed.'],
])('a record says in whole sentences of each language that its decoding ended: %s', async (error, fr, en) => {
  const { id: recordId } = await addRecord(test.database.db, { clientId, decodeState: 'decoding' });
  await decode.failed?.({ recordId }, error);
  const [said, ...more] = await test.database.db.select().from(recordErrors).where(eq(recordErrors.recordId, recordId));
  expect(more).toEqual([]);
  expect(said?.msg.fr).toBe(`${fr} Les mesures reçues sont gardées\u00a0; relancez le décodage.`);
  expect(said?.msg.en).toBe(`${en} The samples received are kept; decode again.`);
});

it('a record whose device’s description was refused says the field, and what to do', async () => {
  const { id } = await uploaded(undefined);
  const { database, folder } = test;
  const metaProblem = 'modules.imu.id: two modules have this id';
  const [record] = await database.db
    .update(records)
    .set({ source: 'journal', metaProblem })
    .where(eq(records.id, id))
    .returning();
  const path = folder.journal(record?.uid ?? '');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
  await run(id, async () => {});
  const [error] = await errorsOf(id);
  expect(plain(error?.msg.fr ?? '')).toMatch(/^Le capteur ne s’est pas décrit de façon lisible \(modules\.imu\.id: /);
  expect(error?.msg.en).toMatch(/^The device did not describe itself legibly \(modules\.imu\.id: two modules/);
});

it('a record in which the device measured nothing lasted as long as the device says', async () => {
  const { id } = await uploaded(undefined);
  const { database, folder } = test;
  const [record] = await database.db
    .update(records)
    .set({ source: 'journal', durationSeconds: 1.5 })
    .where(eq(records.id, id))
    .returning();
  const path = folder.journal(record?.uid ?? '');
  await mkdir(dirname(path), { recursive: true });
  const journals = createJournals();
  const journal = await journals.open(path);
  const meta = { protocol: 1, number: 10200042, name: 'x', version: '1', modules: {}, features: {} } as const;
  const about = { deviceNumber: 10200042, deviceRecordId: 1, startUs: 0, clockOffsetUs: null };
  journal.header({ ...about, recordUid: record?.uid ?? '', meta });
  journal.end(1_500_000, 0);
  await journal.close();
  await journals.close();
  await run(id, async () => {});
  expect(await row(id)).toMatchObject({ decodeState: 'done', durationSeconds: 1.5, availableData: {} });
  expect(await errorsOf(id)).toEqual([]);
});

describe('the journal of a decoding', () => {
  async function decoded(content: string | undefined) {
    const { id } = await uploaded(content);
    const said: string[][] = [];
    await run(id, async (type, { fr, en }) => void said.push([type, plain(fr), plain(en)]));
    return said;
  }
  const begins = ['INFO', 'Décodage de « sortie ».', 'Decoding “sortie”.'];

  it('says which record, and what was found in it', async () => {
    const said = await decoded(table);
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

describe('a record while it is decoded', () => {
  it.each(['recording', 'repairing'] as const)('whose blocks come again stays %s', async (state) => {
    const { id } = await uploaded(table);
    await run(id, async () => void (await setState(id, state)));
    expect(await row(id)).toMatchObject({ decodeState: state, durationSeconds: 0, availableData: {} });
    await decode.failed?.({ recordId: id }, new Error('no'));
    expect(await row(id)).toMatchObject({ decodeState: state });
    expect(await errorsOf(id)).toEqual([]);
    // A task that begins only now leaves it alone, too.
    await run(id, async () => {});
    expect(await row(id)).toMatchObject({ decodeState: state });
  });

  it('is decoded by the later of two tasks: the earlier one ends first, and quietly', async () => {
    const { id, path } = await uploaded(table);
    const order: string[] = [];
    let later: Promise<void> | undefined;
    await run(id, async () => {
      if (later) return;
      await writeFile(path, `${table}0.3;7;7\n`);
      later = run(id, async (type) => void order.push(`later ${type}`), { taskId: 1_000_000 + id });
    });
    order.push('earlier ended');
    await later;
    expect(order[0]).toBe('earlier ended');
    expect(await row(id)).toMatchObject({ decodeState: 'done', durationSeconds: 0.3 });
  });

  it('tells how much of its source was read', async () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${i / 100};${i % 7};${i % 3}`);
    const { id } = await uploaded(`t;force;speed\n${rows.join('\n')}\n`);
    const told: number[] = [];
    await run(id, async () => {}, { progress: async (fraction) => void told.push(fraction) });
    expect(told.some((fraction) => fraction > 0 && fraction <= 1)).toBe(true);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('leaves nothing in the temporary folder when it is cancelled in the middle of a file', async () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${i / 100};${i % 7};${i % 3}`);
    const { id, signals } = await uploaded(`t;force;speed\n${rows.join('\n')}\n`);
    const abort = new AbortController();
    const ends = run(id, async () => {}, { signal: abort.signal }).catch((error: unknown) => error);
    await vi.waitFor(
      async () => expect((await readdir(test.folder.temporary, { recursive: true })).length).toBeGreaterThan(1),
      { interval: 1, timeout: 10_000 },
    );
    abort.abort('cancelled');
    expect(await ends).toBeInstanceOf(Error);
    expect(await readdir(test.folder.temporary)).toEqual([]);
    expect(await readdir(signals).catch(() => 'absent')).toBe('absent');
  });
});
