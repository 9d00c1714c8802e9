import { api } from '@sillage/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { computeAll } from './compute-missing.ts';
import { makeTestJump } from './make-test-jump.ts';
import { openTestProfiles, patient } from './open-test-profiles.ts';

const {
  room,
  analyses,
  groupId,
  clientId,
  manager,
  decodedUpload,
  close,
  test4,
  edit,
  listOf,
  profileOf,
  loadsOf,
  free,
  bringBack,
  settled,
} = await openTestProfiles();
afterAll(close);

test('A profile waits while samples of one of its jumps are elsewhere, whatever else is new, also one that names rows', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const [first, second, third] = await test4([userId]);
  await vi.waitFor(async () => expect(await loadsOf(first)).toEqual([0, 20, 40, 60]), patient);
  await settled();
  await free(second);
  await edit(third, { comment: '45 kg' });
  await settled();
  expect(await loadsOf(first)).toEqual([0, 20, 40, 60]);
  const { analysisResults } = tables;
  const isProfile = eq(analysisResults.id, (await profileOf(first))?.id ?? 0);
  const [row] = await room.database.db.select().from(analysisResults).where(isProfile);
  const older = {
    ...{ ...row?.outcome, version: 0 },
    trials: row?.outcome.trials.map(({ record_uid: _, ...trial }) => trial),
  };
  await room.database.db
    .update(analysisResults)
    .set({ outcome: sql`${JSON.stringify(older)}::jsonb` })
    .where(isProfile);
  await settled();
  expect(await profileOf(first)).toMatchObject({ version: 0 });
  await bringBack(second);
  await vi.waitFor(async () => expect(await loadsOf(first)).toEqual([0, 20, 45, 60]), patient);
}, 120_000);

test('Of profiles that are computed together each jump is asked once', async () => {
  const { db } = room.database;
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const ids = await test4([userId]);
  for (const id of ids) await vi.waitFor(async () => expect(await loadsOf(id)).toEqual([0, 20, 40, 60]), patient);
  await settled();
  const { analysisResults } = tables;
  const profiles = await Promise.all(ids.map(async (id) => (await profileOf(id))?.id ?? 0));
  const asked = sql`${analysisResults.asked} || '{"basis": "another"}'`;
  await db.update(analysisResults).set({ asked }).where(inArray(analysisResults.id, profiles));
  const run = vi.spyOn(analyses, 'run');
  const { signal } = new AbortController();
  await computeAll({ ...room.dependencies, analyses }, ids, { signal, progress: async () => {} });
  expect(run).toHaveBeenCalledTimes(4);
  run.mockRestore();
  const now = await Promise.all(ids.map((id) => profileOf(id)));
  expect(now.map((one) => one?.trials.map(({ height_m }) => height_m))).toEqual(
    Array(4).fill(now[0]?.trials.map(({ height_m }) => height_m)),
  );
}, 120_000);

test('What somebody keeps while the program computes the same of another version stays in force', async () => {
  const { db } = room.database;
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const id = await decodedUpload('sj 0.csv', makeTestJump({ takeOffSpeed: 2.6, isSquat: true }), {
    user_ids: [userId],
    exercise_name: 'Squat jump',
  });
  await settled();
  const whole = async () => (await listOf(id)).find(({ analysis, is_current }) => analysis === 'sj' && is_current);
  const { analysisResults } = tables;
  const outcome = sql`${analysisResults.outcome} || '{"version": 0}'`;
  await db.update(analysisResults).set({ outcome }).where(eq(analysisResults.recordId, id));
  const keep = () => room.call(api.keepResult, manager, { params: { id }, body: { analysis: 'sj' } });
  const { signal } = new AbortController();
  await computeAll({ ...room.dependencies, analyses }, [id], {
    signal,
    progress: async () => {
      await keep();
    },
  });
  expect(await whole()).toMatchObject({ user_name: expect.any(String) });
}, 120_000);

test('A jump whose samples go while results are computed leaves the profile that holds, until they are back', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const [first, second] = await test4([userId]);
  await vi.waitFor(async () => expect(await loadsOf(first)).toEqual([0, 20, 40, 60]), patient);
  await settled();
  for (const analysis of ['sj', 'jumpProfile']) {
    await room.call(api.keepResult, manager, { params: { id: first }, body: { analysis } });
  }
  const before = await profileOf(first);
  const { analysisResults } = tables;
  const outcome = sql`${analysisResults.outcome} || '{"version": 0}'`;
  await room.database.db.update(analysisResults).set({ outcome }).where(eq(analysisResults.recordId, first));
  // Of the squat jump alone, before the profile is begun.
  const run = vi.spyOn(analyses, 'run').mockImplementationOnce(async (...asked) => {
    await free(second);
    return analyses.run(...asked);
  });
  const { signal } = new AbortController();
  await computeAll({ ...room.dependencies, analyses }, [first], { signal, progress: async () => {} });
  expect(run.mock.calls.length).toBeGreaterThan(0);
  run.mockRestore();
  expect(await profileOf(first)).toEqual({ ...before, version: 0 });
  await bringBack(second);
  await settled();
  expect(await loadsOf(first)).toEqual([0, 20, 40, 60]);
}, 120_000);
