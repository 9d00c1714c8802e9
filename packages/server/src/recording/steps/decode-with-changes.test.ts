import { randomUUID } from 'node:crypto';
import { api, type BodyIn } from '@sillage/contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestSteps } from './open-test-steps.ts';

const { room, manager, read, record, history, undo, redo, decodedAfter, samples, beginAnew } = await openTestSteps();
beforeEach(beginAnew);
afterAll(() => room.close());

describe('decoding with changes', () => {
  const decode = (body: BodyIn<typeof api.decodeRecord>) =>
    decodedAfter(room.call(api.decodeRecord, manager, { params: { id: record.id }, body }));
  const edit = (body: BodyIn<typeof api.editRecord>) =>
    room.call(api.editRecord, manager, { params: { id: record.id }, body });

  test('says something else of the record; undone, it says what it said before', async () => {
    await edit({ other_data: { boat: 'skiff' } });
    await decode({ other_data: { boat: 'double' } });
    expect((await read(record.id)).other_data).toMatchObject({ boat: 'double' });
    await decodedAfter(undo());
    expect((await read(record.id)).other_data).toMatchObject({ boat: 'skiff' });
    await decodedAfter(redo());
    await edit({ other_data: { boat: 'four' } });
    await decodedAfter(undo());
    // What a person said since stays.
    expect((await read(record.id)).other_data).toMatchObject({ boat: 'four' });
  });

  test('says another protocol, by its name or where other data shows it; undone, the one before', async () => {
    await edit({ protocol: { load_kg: 20 }, other_data: { boat: 'skiff' } });
    await decode({ protocol: { load_kg: 40, arms: 'free' } });
    expect(await read(record.id)).toMatchObject({ protocol: { load_kg: 40 }, other_data: { boat: 'skiff' } });
    await decode({ other_data: { boat: 'double', protocol: { box_height_m: 0.3 } } });
    expect(await read(record.id)).toMatchObject({ protocol: { box_height_m: 0.3 }, other_data: { boat: 'double' } });
    await decodedAfter(undo());
    expect(await read(record.id)).toMatchObject({
      protocol: { load_kg: 40, arms: 'free' },
      other_data: { boat: 'skiff' },
    });
    await decodedAfter(undo());
    expect((await read(record.id)).protocol).toEqual({ load_kg: 20 });
    const wrong = { other_data: { protocol: { load_kg: 'heavy' } } };
    expect(await room.fieldsOf(api.decodeRecord, manager, { params: { id: record.id }, body: wrong })).toEqual({
      'other_data.protocol': 'invalidFormat',
    });
  });

  test('makes it one of another scenario; undone, of the one before, or what its run says since', async () => {
    const { db } = room.database;
    const made = await db
      .insert(tables.scenarios)
      .values(
        ['CMJEntraineurScenario', 'SJEntraineurScenario'].map((classname) => ({
          ...{ uid: randomUUID(), kind: 'ghost' as const, name: classname, classname },
          ...{ clientId: null, displayName: { fr: classname, en: classname } },
        })),
      )
      .returning({ id: tables.scenarios.id });
    const [cmj, sj] = made.map(({ id }) => id);
    const saidOf = async () => {
      const { scenario_id, scenario_classname, record_type } = await read(record.id);
      return [scenario_id, scenario_classname, record_type];
    };
    const none = [null, null, 'record'];
    const asCmj = [cmj, 'CMJEntraineurScenario', 'scenario'];
    await decode({ scenario_id: cmj });
    expect(await saidOf()).toEqual(asCmj);
    await decode({ scenario_id: sj });
    expect(await saidOf()).toEqual([sj, 'SJEntraineurScenario', 'scenario']);
    await decodedAfter(undo());
    expect(await saidOf()).toEqual(asCmj);
    await decodedAfter(undo());
    expect(await saidOf()).toEqual(none);
    await decodedAfter(redo());
    await decode({ scenario_id: null });
    expect(await saidOf()).toEqual(none);
    await decodedAfter(undo());
    // The step knows its class where it is not here any more; another server may not have it at all.
    await db.delete(tables.scenarios).where(eq(tables.scenarios.id, cmj ?? 0));
    expect(await saidOf()).toEqual([null, 'CMJEntraineurScenario', 'scenario']);
    await decodedAfter(undo());
    expect(await saidOf()).toEqual(none);
    await decodedAfter(redo());
    expect(await saidOf()).toEqual([null, 'CMJEntraineurScenario', 'scenario']);
  });

  test('that finds nothing to read ends its task in error, which says why; the record stays as it was', async () => {
    await decodedAfter(room.call(api.cropRecord, manager, { params: { id: record.id }, body: { start: 5, end: 10 } }));
    // All of it lies before what the crop keeps.
    const time = { index: 0, unitSeconds: 0.001 };
    const columns = [{ index: 1, name: 'boat', unit: 'm/s²' }];
    await decode({ csv_mapping: { delimiter: ',', decimal: '.', headerLine: 1, firstLine: 2, time, columns } });
    const [task] = await room.database.db.select().from(tables.tasks).orderBy(desc(tables.tasks.id)).limit(1);
    expect(task).toMatchObject({ executing: 4, attempts: 1 });
    expect(task?.messages.at(-1)).toMatchObject({
      type: 'ERROR',
      msg: { en: expect.stringContaining('The crops keep no sample') },
    });
    expect((await read(record.id)).duration).toBeCloseTo(5, 1);
  });

  test('that was undone and forgotten leaves what it found to the next one', async () => {
    await edit({ other_data: { boat: 'skiff' } });
    await decode({ other_data: { boat: 'double' } });
    await decode({ other_data: { boat: 'four' } });
    const [first] = (await history()).steps;
    const params = { id: record.id, stepId: first?.id ?? 0 };
    await decodedAfter(room.call(api.switchRecordStep, manager, { params, body: { on: false } }));
    await room.call(api.deleteRecordStep, manager, { params });
    await decodedAfter(undo());
    expect((await read(record.id)).other_data).toMatchObject({ boat: 'skiff' });
  });

  test('reads a CSV by other columns than were guessed; undone, by those', async () => {
    const before = await samples();
    const columns = [{ index: 1, name: 'boat', unit: 'm/s²' }];
    const time = { index: 0, unitSeconds: 60 };
    await decode({ csv_mapping: { delimiter: ',', decimal: '.', headerLine: 1, firstLine: 2, time, columns } });
    expect(await read(record.id)).toMatchObject({ available_data: { 'csv.boat': { unit: 'm/s²' } } });
    expect((await read(record.id)).duration).toBeCloseTo(1200, 9);
    await decodedAfter(undo());
    expect(await samples()).toEqual(before);
  });

  test('refuses a sport or scenario that is none, and a rate of what says its own', async () => {
    const refused = (body: BodyIn<typeof api.decodeRecord>) =>
      room.fieldsOf(api.decodeRecord, manager, { params: { id: record.id }, body });
    expect(await refused({ sport_id: 999_999 })).toEqual({ sport_id: 'unknown' });
    expect(await refused({ scenario_id: 999_999 })).toEqual({ scenario_id: 'unknown' });
    expect(await refused({ rate: 100 })).toEqual({ rate: 'fixed' });
  });
});
