import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { TaskCancelled } from '../../platform/jobs/index.ts';
import { openTestDecodeJob, table } from './open-test-decode-job.ts';

const { test, decode, uploaded, run, row, errorsOf, setState, close } = await openTestDecodeJob();
afterAll(close);

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
