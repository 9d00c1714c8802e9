import { api, scopeOf } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import { sweepOrphans } from '../records/index.ts';
import { openTestSteps } from './open-test-steps.ts';
import { purgeOriginal } from './purge-original.ts';

const { room, manager, read, record, history, crop, undo, decodedAfter, samples, select, selections, beginAnew } =
  await openTestSteps();
beforeEach(beginAnew);
afterAll(() => room.close());

describe('the original of a cropped record', () => {
  const administrator = { ...manager, roles: ['Admin' as const] };
  const purge = (who = administrator, body = {}) =>
    room.call(api.purgeOriginal, who, { params: { id: record.id }, body });
  const files = async () => {
    const [row] = await room.database.db.select().from(tables.records).where(eq(tables.records.id, record.id));
    return room.folder.files.has(stored.upload(row?.uid ?? ''));
  };

  test('is purged by an administrator alone, of a crop that is applied; what is read stays, and no step changes', async () => {
    expect(scopeOf(['Manager', 'Coach'], 'record.purge')).toBeUndefined();
    expect(await purge()).toBe('record.nothingToPurge');
    const { step } = api.cropRecord.reply.parse(await decodedAfter(crop(4, 16)));
    expect(await purge(administrator, { signals_version: 1 })).toBe('record.signalsChanged');
    const selection = await select(1, 2);
    const [before, kept, { original }] = [await read(record.id), await samples(), await history()];
    expect(await history()).toMatchObject({ purgeable: true, original: { purged: null } });
    expect(await purge()).toBeUndefined();
    expect(await files()).toBe(false);
    expect(await read(record.id)).toEqual({ ...before, size: before.size - (original.size ?? 0) });
    expect(await samples()).toEqual(kept);
    expect(await selections()).toEqual([selection]);
    expect(await history()).toMatchObject({
      purgeable: false,
      original: { size: null, purged: { user_name: expect.stringMatching(/./), date: expect.any(String) } },
      steps: [{ on: true, applied: true }],
    });
    const params = { id: record.id, stepId: step.id };
    expect(await undo()).toBe('record.originalPurged');
    expect(await crop(1, 2)).toBe('record.originalPurged');
    expect(await room.call(api.switchRecordStep, manager, { params, body: { on: false } })).toBe(
      'record.originalPurged',
    );
    expect(await room.call(api.decodeRecord, manager, { params: { id: record.id } })).toBe('record.originalPurged');
    expect(await purge()).toBe('record.originalPurged');
  });

  test('that was left by a crash goes at the next start, and is not read before', async () => {
    await decodedAfter(crop(4, 16));
    const kept = await samples();
    const { folder, dependencies, database, log } = room;
    const stays = { ...folder, files: { ...folder.files, delete: async () => {} } };
    const dies = { ...dependencies, folder: stays };
    expect(
      await purgeOriginal(dies, { principal: administrator, scope: 'everything' }, record.id, undefined),
    ).toBeUndefined();
    expect(await files()).toBe(true);
    expect(await undo()).toBe('record.originalPurged');
    await sweepOrphans({ db: database.db, folder, log });
    expect(await files()).toBe(false);
    expect(await samples()).toEqual(kept);
  });
});
