import { api, type BodyIn } from '@sillage/contract';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestSteps } from './open-test-steps.ts';

const { room, manager, read, record, history, crop, undo, decodedAfter, samples, select, selections, beginAnew } =
  await openTestSteps();
beforeEach(beginAnew);
afterAll(() => room.close());

describe('a crop', () => {
  test('that keeps no sample is refused, and nothing is done', async () => {
    expect(await crop(5.01, 5.02)).toBe('record.cropWithoutSamples');
    expect((await history()).steps).toEqual([]);
  });

  test('keeps what lies between, from zero, with its date; undone it is as if it had never been', async () => {
    const before = await read(record.id);
    const original = await samples();
    expect(await decodedAfter(crop(4, 16))).toMatchObject({ step: { kind: 'crop', on: true, applied: false } });
    const cropped = await read(record.id);
    expect(cropped.duration).toBeCloseTo(12, 9);
    expect(cropped.timestamp - before.timestamp).toBe(4000);
    expect(await samples()).not.toEqual(original);
    expect((await history()).steps).toMatchObject([{ on: true, applied: true, user_name: expect.any(String) }]);
    await decodedAfter(undo());
    expect(await samples()).toEqual(original);
    // Other samples twice.
    expect(await read(record.id)).toEqual({ ...before, signals_version: before.signals_version + 2 });
  });

  test('with others and undone in any order leaves the same samples, bit for bit', async () => {
    const original = await samples();
    const window = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(window, { minLength: 1, maxLength: 3 }), fc.boolean(), async (windows, atOnce) => {
        for (const [start, length] of windows) {
          const { duration } = await read(record.id);
          await decodedAfter(crop((start / 20) * duration, ((start + length) / 20) * duration));
        }
        if (atOnce)
          await decodedAfter(
            room.call(api.goBackToStep, manager, { params: { id: record.id }, body: { step_id: null } }),
          );
        for (const step of (await history()).steps.toReversed()) {
          if (step.on) await decodedAfter(undo());
          await room.call(api.deleteRecordStep, manager, { params: { id: record.id, stepId: step.id } });
        }
        expect(await samples()).toEqual(original);
      }),
      { numRuns: 6 },
    );
  });

  test('moves selections along, hides those outside, and gives all of them back', async () => {
    const [outside, edge, inside] = [await select(0, 2), await select(3, 6), await select(8, 9)];
    await decodedAfter(crop(4, 16));
    const [first, second, ...more] = await selections();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ id: edge.id, t0: 0, t1: 2 });
    expect(second).toMatchObject({ id: inside.id, t0: 4, t1: 5, chrono: inside.chrono });
    expect((await read(record.id)).selections.map((one) => one.id)).toEqual([edge.id, inside.id]);
    const params = { id: record.id, selectionId: edge.id };
    await room.call(api.editSelection, manager, { params, body: { t0: 0, t1: 3, comment: 'longer' } });
    const made = await select(10, 11);
    expect(made).toMatchObject({ num: 4, t0: 10, t1: 11 });
    expect(await room.call(api.readSelection, manager, { params: { id: record.id, selectionId: outside.id } })).toBe(
      'entity.notFound',
    );
    await decodedAfter(undo());
    expect(await selections()).toMatchObject([
      { id: outside.id, t0: 0, t1: 2 },
      { id: edge.id, t0: 3, t1: 7, comment: 'longer' },
      { id: inside.id, t0: 8, t1: 9 },
      { id: made.id, t0: 14, t1: 15 },
    ]);
  });

  test('is refused where its times are those of other samples, and so are selections and calibrations', async () => {
    const { signals_version } = await read(record.id);
    const selection = await select(8, 9);
    await decodedAfter(crop(4, 16));
    const body = { start: 1, end: 5, signals_version };
    const params = { id: record.id };
    expect(await room.call(api.cropRecord, manager, { params, body })).toBe('record.signalsChanged');
    const calibration = { calib_type: 'calib_offset' as const, columns: ['force'], ...body };
    expect(await room.call(api.tryCalibration, manager, { params, body: calibration })).toBe('record.signalsChanged');
    const drawn = { t0: 1, t1: 2, signals_version };
    expect(await room.call(api.createSelection, manager, { params, body: drawn })).toBe('record.signalsChanged');
    const edit = (edited: BodyIn<typeof api.editSelection>) =>
      room.call(api.editSelection, manager, { params: { id: record.id, selectionId: selection.id }, body: edited });
    expect(await edit({ t1: 7, signals_version })).toBe('record.signalsChanged');
    // What it is called has no times.
    expect(await edit({ comment: 'kept', signals_version })).toMatchObject({ comment: 'kept', t0: 4, t1: 5 });
    const now = (await read(record.id)).signals_version;
    expect(
      await room.call(api.createSelection, manager, { params, body: { ...drawn, signals_version: now } }),
    ).toMatchObject({ t0: 1, t1: 2 });
  });

  test('that is switched to what it is decodes nothing again', async () => {
    const { step } = api.cropRecord.reply.parse(await decodedAfter(crop(4, 16)));
    const turn = (on: boolean) =>
      room.call(api.switchRecordStep, manager, { params: { id: record.id, stepId: step.id }, body: { on } });
    const { signals_version } = await read(record.id);
    expect(await decodedAfter(turn(true))).toMatchObject({ step: { on: true, applied: true }, task_id: null });
    expect(await decodedAfter(turn(false))).toMatchObject({ step: { on: false }, task_id: expect.any(Number) });
    expect(await decodedAfter(turn(false))).toMatchObject({ task_id: null });
    expect(
      await decodedAfter(room.call(api.goBackToStep, manager, { params: { id: record.id }, body: { step_id: null } })),
    ).toEqual({
      task_id: null,
    });
    expect((await read(record.id)).signals_version).toBe(signals_version + 1);
  });

  test('is refused where it keeps all, nothing, or begins after the end', async () => {
    expect(await crop(0, 30)).toBe('record.cropKeepsAll');
    expect(
      await room.fieldsOf(api.cropRecord, manager, { params: { id: record.id }, body: { start: 25, end: 30 } }),
    ).toEqual({
      start: 'afterEnd',
    });
    const { step } = api.cropRecord.reply.parse(await decodedAfter(crop(0, 5)));
    await decodedAfter(undo());
    await decodedAfter(crop(10, 15));
    const body = { on: true };
    expect(await room.call(api.switchRecordStep, manager, { params: { id: record.id, stepId: step.id }, body })).toBe(
      'record.cropKeepsNothing',
    );
    expect((await history()).steps.map(({ on }) => on)).toEqual([false, true]);
  });
});
