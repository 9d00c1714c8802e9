import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { type JobContext, TaskCancelled, TaskInVain } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createJournals } from '../journal/index.ts';
import { createLife } from '../life/index.ts';
import { decodeJob } from './index.ts';
import { shareTestWorkers } from './share-test-workers.ts';

const { recordErrors, records } = tables;
let test: TestDatabase;
let decode: ReturnType<typeof decodeJob>;
let clientId = 0;
let recordId = 0;

beforeAll(async () => {
  test = await openTestDatabase();
  const { database, folder } = test;
  const { db } = database;
  clientId = (await addClient(db)).id;
  recordId = (await addRecord(db, { clientId, decodeState: 'decoding' })).id;
  const store = { forget: async () => {} };
  const log = createLog('silent');
  const { disk } = await openTestDisk();
  const life = createLife({ database, jobs: { enqueue: async () => 0 }, log });
  const workers = shareTestWorkers();
  decode = decodeJob({ database, folder, store, life, clock: systemClock, disk, log, workers });
});
afterAll(async () => {
  await decode.close();
  await test.close();
});

it.each([
  [new TaskCancelled(), 'Le décodage a été annulé.', 'Decoding was cancelled.'],
  [new Error('ENOENT: no such file'), 'Le décodage a échoué.', 'Decoding failed.'],
])('a record says in whole sentences of each language that its decoding ended: %s', async (error, fr, en) => {
  await test.database.db.update(records).set({ decodeState: 'decoding' }).where(eq(records.id, recordId));
  await decode.failed?.({ recordId }, error);
  const [said, ...more] = await test.database.db.select().from(recordErrors).where(eq(recordErrors.recordId, recordId));
  expect(more).toEqual([]);
  expect(said?.msg.fr).toBe(`${fr} Les mesures reçues sont gardées ; relancez le décodage.`);
  expect(said?.msg.en).toBe(`${en} The samples received are kept; decode again.`);
});

const plain = (text: string) => text.replace(/\s/g, ' ');
const table = 't;force;speed\n0;1;2\n0.1;2;2\n0.2;5;2\n';
type Message = JobContext['message'];

/** A record of an uploaded CSV; without content its file is not there. */
async function uploaded(content: string | undefined) {
  const { database, folder } = test;
  const record = await addRecord(database.db, { clientId, decodeState: 'waiting' });
  const path = folder.upload(record.uid);
  await mkdir(dirname(path), { recursive: true });
  await mkdir(folder.temporary, { recursive: true });
  if (content !== undefined) await writeFile(path, content);
  return { id: record.id, path, signals: folder.signals(record.uid) };
}

/** As the queue runs it: a decoding that cannot succeed says so, and leaves the record with it. */
async function run(id: number, message: Message, given: Partial<JobContext> = {}): Promise<void> {
  const signal = new AbortController().signal;
  const rest = { progress: async () => {}, alsoAbout: async () => {}, offerFile: async () => {} };
  try {
    await decode.run({ recordId: id }, { taskId: id, interruptions: 0, signal, message, ...rest, ...given });
  } catch (error) {
    if (!(error instanceof TaskInVain)) throw error;
    await message('ERROR', error.sentence);
    await decode.failed?.({ recordId: id }, error);
  }
}

const row = async (id: number) => {
  const [found] = await test.database.db.select().from(records).where(eq(records.id, id));
  return found;
};
const errorsOf = (id: number) => test.database.db.select().from(recordErrors).where(eq(recordErrors.recordId, id));
const setState = (id: number, decodeState: 'waiting' | 'recording' | 'repairing') =>
  test.database.db.update(records).set({ decodeState }).where(eq(records.id, id));

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

describe('a record that was decoded before', () => {
  async function decodedBefore() {
    const made = await uploaded(table);
    await run(made.id, async () => {});
    const before = await row(made.id);
    expect(before?.decodeState).toBe('done');
    await setState(made.id, 'waiting');
    return { ...made, before };
  }

  it('is as before when decoding it again is cancelled', async () => {
    const { id, before } = await decodedBefore();
    await decode.failed?.({ recordId: id }, new TaskCancelled());
    expect(await row(id)).toEqual(before);
    expect(await errorsOf(id)).toEqual([]);
  });

  it('says that its steps are not what it is read with when their decoding is cancelled', async () => {
    const { id } = await decodedBefore();
    const step = { kind: 'crop', arguments: { start: 0.1, end: null } } as const;
    await test.database.db.insert(tables.recordSteps).values({ recordId: id, num: 1, userName: 'x', ...step });
    await decode.failed?.({ recordId: id }, new TaskCancelled());
    expect(await row(id)).toMatchObject({ decodeState: 'done', durationSeconds: 0.2 });
    expect((await errorsOf(id)).map(({ type, msg }) => [type, msg.en])).toEqual([
      ['WARN', expect.stringContaining('from before the steps were changed')],
    ]);
  });

  it('stays readable, and says so, when decoding it again does not succeed', async () => {
    const { id, path, before } = await decodedBefore();
    await rm(path);
    await run(id, async () => {});
    expect(await row(id)).toEqual(before);
    const [said] = await errorsOf(id);
    expect(said).toMatchObject({
      type: 'ERROR',
      msg: { en: expect.stringContaining('samples of the earlier one stay') },
    });
    expect(said?.msg.fr).toContain('n’est plus là');
  });

  it('keeps its samples with its row when the new row is not kept in the end', async () => {
    const { id, path, signals, before } = await decodedBefore();
    const names = () => readdir(dirname(signals));
    const samples = () => readFile(join(signals, 'csv.parquet'));
    const [namesBefore, samplesBefore] = [await names(), await samples()];
    await writeFile(path, `${table}0.3;7;7\n`);
    const { db } = test.database;
    // Looked at when the transaction is committed, after the signals were placed.
    await db.execute(
      sql`create function refuse_rows() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`,
    );
    await db.execute(sql`create constraint trigger refuse_rows after update on records deferrable initially deferred
      for each row when (new.duration_seconds = 0.3) execute function refuse_rows()`);
    await expect(run(id, async () => {})).rejects.toThrow();
    await db.execute(sql`drop trigger refuse_rows on records`);
    expect(await samples()).toEqual(samplesBefore);
    expect(await names()).toEqual(namesBefore);
    await decode.failed?.({ recordId: id }, new Error('not now'));
    expect(await row(id)).toEqual(before);
    await setState(id, 'waiting');
    await run(id, async () => {});
    expect(await row(id)).toMatchObject({ durationSeconds: 0.3 });
    expect(await samples()).not.toEqual(samplesBefore);
  });

  it('cannot be read when its signals are gone, too', async () => {
    const { id, signals } = await decodedBefore();
    await rm(signals, { recursive: true });
    await decode.failed?.({ recordId: id }, new TaskCancelled());
    expect(await row(id)).toMatchObject({ decodeState: 'error' });
  });
});

it('is readable although another task of it ended in failure meanwhile', async () => {
  const { id } = await uploaded(table);
  await run(id, async (type) => {
    if (type === 'INFO') await decode.failed?.({ recordId: id }, new Error('parked'));
  });
  expect(await row(id)).toMatchObject({ decodeState: 'done', durationSeconds: 0.2 });
  expect(await errorsOf(id)).toEqual([]);
});

it('is parked with a sentence, not run again, once the program ended twice during it', async () => {
  const { id } = await uploaded(table);
  const parked = await run(id, async () => {}, { interruptions: 2 }).catch((error: unknown) => error);
  await decode.failed?.({ recordId: id }, parked);
  expect(await row(id)).toMatchObject({ decodeState: 'error' });
  const [said] = await errorsOf(id);
  expect(said?.msg.en).toMatch(/^The program ended twice .* does not try again by itself/);
  // Asked by a person, it is a new task.
  await run(id, async () => {});
  expect(await row(id)).toMatchObject({ decodeState: 'done' });
});
