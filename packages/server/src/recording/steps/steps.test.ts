import { api, type BodyIn, type Selection, scopeOf } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import { sweepOrphans } from '../records/index.ts';
import { openTestClub } from '../records/testing.ts';
import { purgeOriginal } from './purge-original.ts';

const { room, manager, stranger, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());

/** 20 s at 10 Hz, and a module that begins late. */
const rowing = `T,imu.acc,late.force\n${Array.from({ length: 201 }, (_, n) => `${n / 10},${Math.sin(n)},${n > 150 ? n : ''}`).join('\n')}\n`;
let id = 0;
beforeEach(async () => {
  id = await decodedUpload('rowing.csv', rowing);
});

const history = async (who = manager) =>
  api.readRecordHistory.reply.parse(await room.call(api.readRecordHistory, who, { params: { id } }));
const crop = (start: number, end: number) =>
  room.call(api.cropRecord, manager, { params: { id }, body: { start, end } });
const undo = () => room.call(api.undoRecordStep, manager, { params: { id } });
const redo = () => room.call(api.redoRecordStep, manager, { params: { id } });
const then = async (work: Promise<unknown>) => {
  const answer = await work;
  await room.decoded();
  return answer;
};

/** Every sample of the record, times first, as bytes. */
async function samples(): Promise<string[]> {
  const [row] = await room.database.db.select().from(tables.records).where(eq(tables.records.id, id));
  const folder = await room.folder.files.localPath(stored.signals(row?.uid ?? ''));
  const described = await room.store.describe(folder);
  const found: string[] = [];
  for (const { name, columns } of described?.modules ?? []) {
    const names = columns.map((column) => column.name);
    const all = room.store.samples(folder, name, names, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    for await (const chunk of all) {
      for (const numbers of [chunk.timesSeconds, ...chunk.columns]) {
        found.push(`${name} ${Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('hex')}`);
      }
    }
  }
  return found;
}

const select = async (t0: number, t1: number): Promise<Selection> =>
  api.createSelection.reply.parse(await room.call(api.createSelection, manager, { params: { id }, body: { t0, t1 } }));
const selections = async () =>
  api.listSelections.reply.parse(await room.call(api.listSelections, manager, { params: { id } }));

describe('a crop', () => {
  test('keeps what lies between, from zero, with its date; undone it is as if it had never been', async () => {
    const before = await read(id);
    const original = await samples();
    expect(await then(crop(4, 16))).toMatchObject({ step: { kind: 'crop', on: true, applied: false } });
    const cropped = await read(id);
    expect(cropped.duration).toBeCloseTo(12, 9);
    expect(cropped.timestamp - before.timestamp).toBe(4000);
    expect(await samples()).not.toEqual(original);
    expect((await history()).steps).toMatchObject([{ on: true, applied: true, user_name: expect.any(String) }]);
    await then(undo());
    expect(await samples()).toEqual(original);
    // Other samples twice.
    expect(await read(id)).toEqual({ ...before, signals_version: before.signals_version + 2 });
  });

  test('with others and undone in any order leaves the same samples, bit for bit', async () => {
    const original = await samples();
    const window = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(window, { minLength: 1, maxLength: 3 }), fc.boolean(), async (windows, atOnce) => {
        for (const [start, length] of windows) {
          const { duration } = await read(id);
          await then(crop((start / 20) * duration, ((start + length) / 20) * duration));
        }
        if (atOnce) await then(room.call(api.goBackToStep, manager, { params: { id }, body: { step_id: null } }));
        for (const step of (await history()).steps.toReversed()) {
          if (step.on) await then(undo());
          await room.call(api.deleteRecordStep, manager, { params: { id, stepId: step.id } });
        }
        expect(await samples()).toEqual(original);
      }),
      { numRuns: 6 },
    );
  });

  test('moves selections along, hides those outside, and gives all of them back', async () => {
    const [outside, edge, inside] = [await select(0, 2), await select(3, 6), await select(8, 9)];
    await then(crop(4, 16));
    const [first, second, ...more] = await selections();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ id: edge.id, t0: 0, t1: 2 });
    expect(second).toMatchObject({ id: inside.id, t0: 4, t1: 5, chrono: inside.chrono });
    expect((await read(id)).selections.map((one) => one.id)).toEqual([edge.id, inside.id]);
    const params = { id, selectionId: edge.id };
    await room.call(api.editSelection, manager, { params, body: { t0: 0, t1: 3, comment: 'longer' } });
    const made = await select(10, 11);
    expect(made).toMatchObject({ num: 4, t0: 10, t1: 11 });
    expect(await room.call(api.readSelection, manager, { params: { id, selectionId: outside.id } })).toBe(
      'entity.notFound',
    );
    await then(undo());
    expect(await selections()).toMatchObject([
      { id: outside.id, t0: 0, t1: 2 },
      { id: edge.id, t0: 3, t1: 7, comment: 'longer' },
      { id: inside.id, t0: 8, t1: 9 },
      { id: made.id, t0: 14, t1: 15 },
    ]);
  });

  test('is refused where its times are those of other samples, and so are selections and calibrations', async () => {
    const { signals_version } = await read(id);
    const selection = await select(8, 9);
    await then(crop(4, 16));
    const body = { start: 1, end: 5, signals_version };
    const params = { id };
    expect(await room.call(api.cropRecord, manager, { params, body })).toBe('record.signalsChanged');
    const calibration = { calib_type: 'calib_offset' as const, columns: ['force'], ...body };
    expect(await room.call(api.tryCalibration, manager, { params, body: calibration })).toBe('record.signalsChanged');
    const drawn = { t0: 1, t1: 2, signals_version };
    expect(await room.call(api.createSelection, manager, { params, body: drawn })).toBe('record.signalsChanged');
    const edit = (edited: BodyIn<typeof api.editSelection>) =>
      room.call(api.editSelection, manager, { params: { id, selectionId: selection.id }, body: edited });
    expect(await edit({ t1: 7, signals_version })).toBe('record.signalsChanged');
    // What it is called has no times.
    expect(await edit({ comment: 'kept', signals_version })).toMatchObject({ comment: 'kept', t0: 4, t1: 5 });
    const now = (await read(id)).signals_version;
    expect(
      await room.call(api.createSelection, manager, { params, body: { ...drawn, signals_version: now } }),
    ).toMatchObject({ t0: 1, t1: 2 });
  });

  test('that is switched to what it is decodes nothing again', async () => {
    const { step } = api.cropRecord.reply.parse(await then(crop(4, 16)));
    const turn = (on: boolean) =>
      room.call(api.switchRecordStep, manager, { params: { id, stepId: step.id }, body: { on } });
    const { signals_version } = await read(id);
    expect(await then(turn(true))).toMatchObject({ step: { on: true, applied: true }, task_id: null });
    expect(await then(turn(false))).toMatchObject({ step: { on: false }, task_id: expect.any(Number) });
    expect(await then(turn(false))).toMatchObject({ task_id: null });
    expect(await then(room.call(api.goBackToStep, manager, { params: { id }, body: { step_id: null } }))).toEqual({
      task_id: null,
    });
    expect((await read(id)).signals_version).toBe(signals_version + 1);
  });

  test('is refused where it keeps all, nothing, or begins after the end', async () => {
    expect(await crop(0, 30)).toBe('record.cropKeepsAll');
    expect(await room.fieldsOf(api.cropRecord, manager, { params: { id }, body: { start: 25, end: 30 } })).toEqual({
      start: 'afterEnd',
    });
    const { step } = api.cropRecord.reply.parse(await then(crop(0, 5)));
    await then(undo());
    await then(crop(10, 15));
    const body = { on: true };
    expect(await room.call(api.switchRecordStep, manager, { params: { id, stepId: step.id }, body })).toBe(
      'record.cropKeepsNothing',
    );
    expect((await history()).steps.map(({ on }) => on)).toEqual([false, true]);
  });

  test('of what holds no sample leaves the record as it was, and says why', async () => {
    const original = await samples();
    await then(crop(4.01, 4.02));
    expect(await samples()).toEqual(original);
    const errors = api.listRecordErrors.reply.parse(await room.call(api.listRecordErrors, manager, { params: { id } }));
    expect(errors.at(-1)?.msg.en).toContain('The crops keep no sample');
  });
});

describe('steps', () => {
  test('say who did what, and are done and undone one after the other', async () => {
    await then(crop(1, 19));
    await then(crop(1, 17));
    expect((await read(id)).duration).toBeCloseTo(16, 9);
    await then(undo());
    await then(undo());
    expect(await undo()).toBe('record.nothingToUndo');
    await then(redo());
    expect((await read(id)).duration).toBeCloseTo(18, 9);
    const { deeds, original } = await history();
    expect(deeds.map(({ deed }) => deed)).toEqual(['on', 'off', 'off', 'added', 'added']);
    expect(original).toMatchObject({ duration: 20, source: 'csv' });
  });

  test('all undone at once come back one after the other, the first of them first', async () => {
    await then(crop(1, 19));
    await then(crop(1, 17));
    await then(room.call(api.goBackToStep, manager, { params: { id }, body: { step_id: null } }));
    await then(redo());
    expect((await history()).steps.map(({ on }) => on)).toEqual([true, false]);
  });

  test('are decoded once, by a task that a restart finds', async () => {
    await room.jobs.stop(5000);
    const first = api.cropRecord.reply.parse(await crop(2, 18));
    const second = api.cropRecord.reply.parse(await crop(3, 18));
    expect(second.task_id).toBe(first.task_id);
    // The record stays readable with the samples that it has.
    expect(await read(id)).toMatchObject({ decode_state: 'waiting', visualisable: true, duration: 20 });
    await then(room.jobs.start());
    expect((await read(id)).duration).toBeCloseTo(15, 9);
  });

  test('shift a clock that jumped, and take its drift out', async () => {
    const body: BodyIn<typeof api.addRecordStep> = {
      kind: 'clock',
      arguments: { jumps: [{ at: 10, seconds: 0.1 }], drift_ppm: 1000 },
    };
    await then(room.call(api.addRecordStep, manager, { params: { id }, body }));
    expect((await read(id)).duration).toBeCloseTo((20 - 0.1) * 0.999, 9);
  });

  test('that would take too many jumps out, or shift the record out of all dates, are refused', async () => {
    const repair = (jumps: { at: number; seconds: number }[]) => {
      const body = { kind: 'clock', arguments: { jumps, drift_ppm: 0 } } as const;
      return room.call(api.addRecordStep, manager, { params: { id }, body });
    };
    expect(await repair([{ at: 0, seconds: -1e14 }])).toBe('record.stepsLeaveDates');
    const many = Array.from({ length: 100 }, (_, n) => ({ at: n / 10, seconds: 0.001 }));
    const { step } = api.addRecordStep.reply.parse(await then(repair(many)));
    expect(await repair([{ at: 5, seconds: 1 }])).toBe('record.tooManyJumps');
    expect((await history()).steps).toMatchObject([{ id: step.id }]);
    expect((await read(id)).duration).toBeCloseTo(20 - 0.1, 6);
  });

  test('choose what the distance is made of, as far as the record has it', async () => {
    // 20 s northwards by 1e-5° (1.112 m) a second, at a speed that says 1 m/s.
    const rows = Array.from({ length: 21 }, (_, n) => `${n},1,${48 + n / 1e5},2`);
    id = await decodedUpload('gps.csv', `T (s),speed (m/s),latitude (°),longitude (°)\n${rows.join('\n')}\n`);
    const distance = async () => {
      const { D } = api.readRecordDistance.reply.parse(
        await room.call(api.readRecordDistance, manager, { params: { id } }),
      );
      return D.at(-1) ?? null;
    };
    const choose = (source: 'speed' | 'gps' | 'none') => {
      const body = { kind: 'distance', arguments: { source } } as const;
      return then(room.call(api.addRecordStep, manager, { params: { id }, body }));
    };
    expect(await distance()).toBeCloseTo(20, 6);
    await choose('gps');
    expect(await distance()).toBeCloseTo(22.239, 2);
    expect((await read(id)).distance_source).toBe('gps');
    await choose('none');
    expect(await distance()).toBeNull();
    await then(undo());
    expect(await distance()).toBeCloseTo(22.239, 2);
    id = await decodedUpload('rowing.csv', rowing);
    expect(await choose('speed')).toBe('record.noSuchDistance');
  });

  test('are for those who see the record', async () => {
    const body = { start: 1, end: 2 };
    expect(await room.call(api.cropRecord, stranger, { params: { id }, body })).toBe('entity.notFound');
    expect(await room.call(api.readRecordHistory, stranger, { params: { id } })).toBe('entity.notFound');
  });

  test('end at a number, until one that is off is deleted', async () => {
    const body = { kind: 'distance', arguments: { source: 'none' } } as const;
    const add = () => room.call(api.addRecordStep, manager, { params: { id }, body });
    const rows = Array.from({ length: 49 }, (_, n) => ({ recordId: id, num: n + 1, userName: 'x', isOn: false }));
    await room.database.db
      .insert(tables.recordSteps)
      .values(rows.map((row) => ({ ...row, kind: 'crop' as const, arguments: { start: 1, end: null } })));
    const { step } = api.addRecordStep.reply.parse(await add());
    expect(await add()).toBe('record.tooManySteps');
    const forget = (stepId: number) => room.call(api.deleteRecordStep, manager, { params: { id, stepId } });
    expect(await forget(step.id)).toBe('record.stepIsOn');
    await then(undo());
    await forget(step.id);
    expect(await then(add())).toMatchObject({ step: { num: 50 } });
  });
});

describe('decoding with changes', () => {
  const decode = (body: BodyIn<typeof api.decodeRecord>) =>
    then(room.call(api.decodeRecord, manager, { params: { id }, body }));
  const edit = (body: BodyIn<typeof api.editRecord>) => room.call(api.editRecord, manager, { params: { id }, body });

  test('says something else of the record; undone, it says what it said before', async () => {
    await edit({ other_data: { boat: 'skiff' } });
    await decode({ other_data: { boat: 'double' } });
    expect((await read(id)).other_data).toMatchObject({ boat: 'double' });
    await then(undo());
    expect((await read(id)).other_data).toMatchObject({ boat: 'skiff' });
    await then(redo());
    await edit({ other_data: { boat: 'four' } });
    await then(undo());
    // What a person said since stays.
    expect((await read(id)).other_data).toMatchObject({ boat: 'four' });
  });

  test('that was undone and forgotten leaves what it found to the next one', async () => {
    await edit({ other_data: { boat: 'skiff' } });
    await decode({ other_data: { boat: 'double' } });
    await decode({ other_data: { boat: 'four' } });
    const [first] = (await history()).steps;
    const params = { id, stepId: first?.id ?? 0 };
    await then(room.call(api.switchRecordStep, manager, { params, body: { on: false } }));
    await room.call(api.deleteRecordStep, manager, { params });
    await then(undo());
    expect((await read(id)).other_data).toMatchObject({ boat: 'skiff' });
  });

  test('reads a CSV by other columns than were guessed; undone, by those', async () => {
    const before = await samples();
    const columns = [{ index: 1, name: 'boat', unit: 'm/s²' }];
    const time = { index: 0, unitSeconds: 60 };
    await decode({ csv_mapping: { delimiter: ',', decimal: '.', headerLine: 1, firstLine: 2, time, columns } });
    expect(await read(id)).toMatchObject({ available_data: { 'csv.boat': { unit: 'm/s²' } } });
    expect((await read(id)).duration).toBeCloseTo(1200, 9);
    await then(undo());
    expect(await samples()).toEqual(before);
  });

  test('refuses a sport that is none, and a rate of what says its own', async () => {
    const refused = (body: BodyIn<typeof api.decodeRecord>) =>
      room.fieldsOf(api.decodeRecord, manager, { params: { id }, body });
    expect(await refused({ sport_id: 999_999 })).toEqual({ sport_id: 'unknown' });
    expect(await refused({ rate: 100 })).toEqual({ rate: 'fixed' });
  });
});

describe('the original of a cropped record', () => {
  const administrator = { ...manager, roles: ['Admin' as const] };
  const purge = (who = administrator, body = {}) => room.call(api.purgeOriginal, who, { params: { id }, body });
  const files = async () => {
    const [row] = await room.database.db.select().from(tables.records).where(eq(tables.records.id, id));
    return room.folder.files.has(stored.upload(row?.uid ?? ''));
  };

  test('is purged by an administrator alone, of a crop that is applied; what is read stays, and no step changes', async () => {
    expect(scopeOf(['Manager', 'Coach'], 'record.purge')).toBeUndefined();
    expect(await purge()).toBe('record.nothingToPurge');
    const { step } = api.cropRecord.reply.parse(await then(crop(4, 16)));
    expect(await purge(administrator, { signals_version: 1 })).toBe('record.signalsChanged');
    const selection = await select(1, 2);
    const [before, kept, { original }] = [await read(id), await samples(), await history()];
    expect(await history()).toMatchObject({ purgeable: true, original: { purged: null } });
    expect(await purge()).toBeUndefined();
    expect(await files()).toBe(false);
    expect(await read(id)).toEqual({ ...before, size: before.size - (original.size ?? 0) });
    expect(await samples()).toEqual(kept);
    expect(await selections()).toEqual([selection]);
    expect(await history()).toMatchObject({
      purgeable: false,
      original: { size: null, purged: { user_name: expect.stringMatching(/./), date: expect.any(String) } },
      steps: [{ on: true, applied: true }],
    });
    const params = { id, stepId: step.id };
    expect(await undo()).toBe('record.originalPurged');
    expect(await crop(1, 2)).toBe('record.originalPurged');
    expect(await room.call(api.switchRecordStep, manager, { params, body: { on: false } })).toBe(
      'record.originalPurged',
    );
    expect(await room.call(api.decodeRecord, manager, { params: { id } })).toBe('record.originalPurged');
    expect(await purge()).toBe('record.originalPurged');
  });

  test('that was left by a crash goes at the next start, and is not read before', async () => {
    await then(crop(4, 16));
    const kept = await samples();
    const { folder, dependencies, database, log } = room;
    const stays = { ...folder, files: { ...folder.files, delete: async () => {} } };
    const dies = { ...dependencies, folder: stays };
    expect(await purgeOriginal(dies, { principal: administrator, scope: 'everything' }, id, undefined)).toBeUndefined();
    expect(await files()).toBe(true);
    expect(await undo()).toBe('record.originalPurged');
    await sweepOrphans({ db: database.db, folder, log });
    expect(await files()).toBe(false);
    expect(await samples()).toEqual(kept);
  });
});
