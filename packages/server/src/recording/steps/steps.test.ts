import { api, type BodyIn } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestSteps, rowing } from './open-test-steps.ts';

const { room, manager, stranger, decodedUpload, read, record, history, crop, undo, redo, decodedAfter, beginAnew } =
  await openTestSteps();
beforeEach(beginAnew);
afterAll(() => room.close());

describe('steps', () => {
  test('say who did what, and are done and undone one after the other', async () => {
    await decodedAfter(crop(1, 19));
    await decodedAfter(crop(1, 17));
    expect((await read(record.id)).duration).toBeCloseTo(16, 9);
    await decodedAfter(undo());
    await decodedAfter(undo());
    expect(await undo()).toBe('record.nothingToUndo');
    await decodedAfter(redo());
    expect((await read(record.id)).duration).toBeCloseTo(18, 9);
    const { deeds, original } = await history();
    expect(deeds.map(({ deed }) => deed)).toEqual(['on', 'off', 'off', 'added', 'added']);
    expect(original).toMatchObject({ duration: 20, source: 'csv' });
  });

  test('all undone at once come back one after the other, the first of them first', async () => {
    await decodedAfter(crop(1, 19));
    await decodedAfter(crop(1, 17));
    await decodedAfter(room.call(api.goBackToStep, manager, { params: { id: record.id }, body: { step_id: null } }));
    await decodedAfter(redo());
    expect((await history()).steps.map(({ on }) => on)).toEqual([true, false]);
  });

  test('are decoded once, by a task that a restart finds', async () => {
    await room.jobs.stop(5000);
    const first = api.cropRecord.reply.parse(await crop(2, 18));
    const second = api.cropRecord.reply.parse(await crop(3, 18));
    expect(second.task_id).toBe(first.task_id);
    // The record stays readable with the samples that it has.
    expect(await read(record.id)).toMatchObject({ decode_state: 'waiting', visualisable: true, duration: 20 });
    await decodedAfter(room.jobs.start());
    expect((await read(record.id)).duration).toBeCloseTo(15, 9);
  });

  test('shift a clock that jumped, and take its drift out', async () => {
    const body: BodyIn<typeof api.addRecordStep> = {
      kind: 'clock',
      arguments: { jumps: [{ at: 10, seconds: 0.1 }], drift_ppm: 1000 },
    };
    await decodedAfter(room.call(api.addRecordStep, manager, { params: { id: record.id }, body }));
    expect((await read(record.id)).duration).toBeCloseTo((20 - 0.1) * 0.999, 9);
  });

  test('take a jump out that is told in times of the record, which a crop moved', async () => {
    // A file tells of none: as the blocks of a device would.
    const tellJumps = () =>
      room.database.db
        .update(tables.records)
        .set({ clockJumps: [12.1, 2].map((at) => ({ at, seconds: 0.5, modules: 1 })) })
        .where(eq(tables.records.id, record.id));
    await decodedAfter(crop(4.3, 20));
    await tellJumps();
    expect((await history()).clock).toMatchObject([
      { at: 12.1, at_in_record: 7.8, repaired: false },
      { at: 2, at_in_record: null },
    ]);
    const repair = (at: number, more: object = {}) =>
      room.ask(api.addRecordStep, manager, {
        params: { id: record.id },
        body: {
          ...{ kind: 'clock', times_of: 'record', arguments: { jumps: [{ at, seconds: 0.5 }], drift_ppm: 0 } },
          ...more,
        } as BodyIn<typeof api.addRecordStep>,
      });
    expect(await repair(16)).toMatchObject({ fields: { 'arguments.jumps.0.at': 'afterEnd' } });
    expect(await repair(7, { signals_version: 99 })).toMatchObject({ code: 'record.signalsChanged' });
    await decodedAfter(repair(7.8));
    await tellJumps();
    const { clock, steps } = await history();
    expect(clock).toMatchObject([{ at: 12.1, repaired: true }, {}]);
    expect(steps[1]).toMatchObject({ arguments: { jumps: [{ at: 12.1, seconds: 0.5 }] } });
    expect((await read(record.id)).duration).toBeCloseTo(15.2, 9);
  });

  test('that would take too many jumps out, or shift the record out of all dates, are refused', async () => {
    const repair = (jumps: { at: number; seconds: number }[]) => {
      const body = { kind: 'clock', arguments: { jumps, drift_ppm: 0 } } as const;
      return room.call(api.addRecordStep, manager, { params: { id: record.id }, body });
    };
    expect(await repair([{ at: 0, seconds: -1e14 }])).toBe('record.stepsLeaveDates');
    const many = Array.from({ length: 100 }, (_, n) => ({ at: n / 10, seconds: 0.001 }));
    const { step } = api.addRecordStep.reply.parse(await decodedAfter(repair(many)));
    expect(await repair([{ at: 5, seconds: 1 }])).toBe('record.tooManyJumps');
    expect((await history()).steps).toMatchObject([{ id: step.id }]);
    expect((await read(record.id)).duration).toBeCloseTo(20 - 0.1, 6);
  });

  test('choose what the distance is made of, as far as the record has it', async () => {
    // 20 s northwards by 1e-5° (1.112 m) a second, at a speed that says 1 m/s.
    const rows = Array.from({ length: 21 }, (_, n) => `${n},1,${48 + n / 1e5},2`);
    record.id = await decodedUpload('gps.csv', `T (s),speed (m/s),latitude (°),longitude (°)\n${rows.join('\n')}\n`);
    const distance = async () => {
      const { D } = api.readRecordDistance.reply.parse(
        await room.call(api.readRecordDistance, manager, { params: { id: record.id } }),
      );
      return D.at(-1) ?? null;
    };
    const choose = (source: 'speed' | 'gps' | 'none') => {
      const body = { kind: 'distance', arguments: { source } } as const;
      return decodedAfter(room.call(api.addRecordStep, manager, { params: { id: record.id }, body }));
    };
    expect(await distance()).toBeCloseTo(20, 6);
    await choose('gps');
    expect(await distance()).toBeCloseTo(22.239, 2);
    expect((await read(record.id)).distance_source).toBe('gps');
    await choose('none');
    expect(await distance()).toBeNull();
    await decodedAfter(undo());
    expect(await distance()).toBeCloseTo(22.239, 2);
    record.id = await decodedUpload('rowing.csv', rowing);
    expect(await choose('speed')).toBe('record.noSuchDistance');
  });

  test('are for those who see the record', async () => {
    const body = { start: 1, end: 2 };
    expect(await room.call(api.cropRecord, stranger, { params: { id: record.id }, body })).toBe('entity.notFound');
    expect(await room.call(api.readRecordHistory, stranger, { params: { id: record.id } })).toBe('entity.notFound');
  });

  test('end at a number, until one that is off is deleted', async () => {
    const body = { kind: 'distance', arguments: { source: 'none' } } as const;
    const add = () => room.call(api.addRecordStep, manager, { params: { id: record.id }, body });
    const rows = Array.from({ length: 49 }, (_, n) => ({
      recordId: record.id,
      num: n + 1,
      userName: 'x',
      isOn: false,
    }));
    await room.database.db
      .insert(tables.recordSteps)
      .values(rows.map((row) => ({ ...row, kind: 'crop' as const, arguments: { start: 1, end: null } })));
    const { step } = api.addRecordStep.reply.parse(await add());
    expect(await add()).toBe('record.tooManySteps');
    const forget = (stepId: number) => room.call(api.deleteRecordStep, manager, { params: { id: record.id, stepId } });
    expect(await forget(step.id)).toBe('record.stepIsOn');
    await decodedAfter(undo());
    await forget(step.id);
    expect(await decodedAfter(add())).toMatchObject({ step: { num: 50 } });
  });
});
