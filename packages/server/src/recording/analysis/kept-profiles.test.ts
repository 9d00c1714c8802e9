import { api } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { makeTestJump } from './make-test-jump.ts';
import { body, loaded, openTestProfiles, patient } from './open-test-profiles.ts';
import { recordsBeside } from './other-basis.ts';

const {
  room,
  clientId,
  groupId,
  manager,
  coach,
  decodedUpload,
  results,
  close,
  jump,
  test4,
  edit,
  listOf,
  profileOf,
  loadsOf,
  historyOf,
  settled,
} = await openTestProfiles();
afterAll(close);

test('A profile is computed anew when another record of its test changes: its load, its selections, its crop, that it is gone', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const [first, second, , last] = await test4([userId]);
  await vi.waitFor(async () => expect(await loadsOf(first)).toEqual([0, 20, 40, 60]), patient);
  expect((await profileOf(first))?.refused).toBeNull();
  await edit(second, { comment: '25 kg' });
  await vi.waitFor(async () => expect(await loadsOf(first)).toEqual([0, 25, 40, 60]), patient);
  await room.call(api.cropRecord, manager, { params: { id: second }, body: { start: 0.5, end: 5 } });
  await room.decoded();
  await vi.waitFor(async () => expect((await profileOf(first))?.trials[1]?.t1).toBeCloseTo(4.5, 1), patient);
  await room.call(api.deleteRecords, manager, { body: [last] });
  await vi.waitFor(async () => expect((await profileOf(first))?.refused?.code).toBe('tooFewLoads'), patient);
  expect(await profileOf(first)).toMatchObject({ unseen_trials: 0 });
  // Former ones stay to be compared; the profile that holds is looked at no more.
  const ids = (await listOf(first)).map(({ id }) => id);
  await results.sweep();
  expect((await listOf(first)).map(({ id }) => id)).toEqual(ids);
}, 120_000);

test('Its own selections make it anew, and loads that a scenario says after it was written', async () => {
  const rows = loaded.flatMap(({ load, speed }, i) =>
    makeTestJump({ takeOffSpeed: speed, mass: body + load, isSquat: true })
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number))
      .map(([t = 0, force = 0]) => `${(t + 5 * i).toFixed(3)},${force}`),
  );
  const csv = `T (s),fztot (N)\n${rows.join('\n')}\n`;
  const id = await decodedUpload('run.csv', csv, { exercise_name: 'PFV' });
  await vi.waitFor(async () => expect(await loadsOf(id)).toEqual([null]), patient);
  for (const i of loaded.keys()) {
    const given = { t0: 5 * i, t1: 5 * i + 4.9, exercise: `Charge ${i + 1}` };
    await room.call(api.createSelection, manager, { params: { id }, body: given });
  }
  await vi.waitFor(async () => expect(await loadsOf(id)).toEqual([null, null, null, null]), patient);
  const said = loaded.map(({ load }, i) => ({ number: 1, name: `load_${i + 1}`, value: load, unit: 'kg' }));
  const told = [...said, { number: 1, name: 'push_off', value: 40, unit: 'cm' }];
  const outcome = JSON.stringify({ scenario: { run_id: 1, results: told } });
  await room.database.db
    .update(tables.records)
    .set({ otherData: sql`${tables.records.otherData} || ${outcome}::jsonb` })
    .where(eq(tables.records.id, id));
  room.dependencies.life.tell(room.database.db, { clientId, recordIds: [id], reason: 'updated' });
  await vi.waitFor(async () => expect(await loadsOf(id)).toEqual([0, 20, 40, 60]), patient);
  expect((await profileOf(id))?.refused).toBeNull();
}, 120_000);

test('The jumps of one test are one profile of their athlete, whichever of their records it stands on', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const ids = await test4([userId]);
  for (const id of ids) await vi.waitFor(async () => expect(await loadsOf(id)).toEqual([0, 20, 40, 60]), patient);
  const { trials } = await historyOf(userId);
  expect(trials).toHaveLength(1);
  expect(trials[0]?.record_ids.toSorted((a, b) => a - b)).toEqual(ids);
  // Who takes one of them out takes out their profile.
  const marked = await profileOf(ids[1]);
  const excluded = { reason: 'genou' };
  await room.call(api.editResult, manager, {
    params: { id: ids[1], resultId: marked?.id ?? 0 },
    body: { excluded },
  });
  expect((await historyOf(userId)).trials).toMatchObject([{ record_id: ids[1], excluded }]);
}, 120_000);

test('Athletes are not mixed: records of several are no trials of one, and their jumps are refused', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const { userId: other } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const own = await jump({ load: 0, speed: 2.6 }, [userId]);
  const both = await jump({ load: 20, speed: 2.2 }, [userId, other]);
  await jump({ load: 40, speed: 1.8 }, [other]);
  const run = async (id: number, more: object = {}) =>
    api.runAnalysis.reply.parse(
      await room.call(api.runAnalysis, manager, { params: { id }, body: { analysis: 'jumpProfile', ...more } }),
    );
  expect((await run(own)).trials.map(({ record_id }) => record_id)).toEqual([own]);
  const mixed = await run(both);
  expect(mixed.trials.map(({ record_id }) => record_id)).toEqual([both]);
  expect(mixed.refused).toMatchObject({ code: 'severalAthletes' });
  expect(mixed.refused?.message.fr).toMatch(/^Les sauts sont de 2 athlètes/);
}, 120_000);

test('Who may not see a record does not read of it in a profile, nor is it asked for when the profile is opened', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const seen = await jump({ load: 0, speed: 2.6 }, [userId]);
  const hidden = await jump({ load: 20, speed: 2.2 }, []);
  const trials = [
    { record_id: seen, load_kg: 0 },
    { record_id: hidden, load_kg: 20 },
  ];
  await room.call(api.keepResult, manager, { params: { id: seen }, body: { analysis: 'jumpProfile', trials } });
  const [mine] = (await listOf(seen)).filter(({ user_name }) => user_name !== null);
  expect(mine).toMatchObject({ unseen_trials: 0, asked_trials: trials });
  expect(mine?.trials.map(({ record_id }) => record_id)).toEqual([seen, hidden]);
  const theirs = (await listOf(seen, coach)).find(({ id }) => id === mine?.id);
  expect(theirs).toMatchObject({ unseen_trials: 1, asked_trials: [{ record_id: seen, load_kg: 0 }] });
  expect(theirs?.trials.map(({ record_id }) => record_id)).toEqual([seen]);
  expect(JSON.stringify(theirs)).not.toContain('sj 20');
  const edited = await room.call(api.editResult, coach, {
    params: { id: seen, resultId: mine?.id ?? 0 },
    body: { excluded: null },
  });
  expect(JSON.stringify(edited)).not.toContain('sj 20');
}, 120_000);

test('It opens with its trials where they are now, also of a record that was cropped since', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const [first, second] = await test4([userId]);
  const trials = [
    { record_id: first, load_kg: 0 },
    { record_id: second, t0: 1, t1: 4.8, load_kg: 20 },
  ];
  await room.call(api.keepResult, manager, { params: { id: first }, body: { analysis: 'jumpProfile', trials } });
  await room.call(api.cropRecord, manager, { params: { id: second }, body: { start: 0.5, end: 5 } });
  await room.decoded();
  await vi.waitFor(async () => {
    const now = await profileOf(first);
    expect(now?.asked_trials?.[1]?.t0).toBeCloseTo(0.5, 6);
    expect(now?.trials[1]?.t0).toBeCloseTo(0.5, 6);
  }, patient);
  const [, former] = (await listOf(first)).filter(({ user_name }) => user_name !== null);
  expect(former?.trials[1]?.t0).toBe(1);
  expect(former?.asked_trials).toEqual([
    { record_id: first, load_kg: 0 },
    { ...trials[1], t0: 0.5, t1: 4.3 },
  ]);
}, 120_000);

test('A trial that is all of its record stays one when that record is cropped', async () => {
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const [first, second] = await test4([userId]);
  const trials = [
    { record_id: first, load_kg: 0 },
    { record_id: second, load_kg: 20 },
  ];
  await room.call(api.keepResult, manager, { params: { id: first }, body: { analysis: 'jumpProfile', trials } });
  await room.call(api.cropRecord, manager, { params: { id: second }, body: { start: 2.6, end: 5 } });
  await room.decoded();
  await vi.waitFor(async () => {
    const now = await profileOf(first);
    expect(now?.trials).toMatchObject([{ is_whole: true }, { record_id: second, is_whole: true }]);
    expect(now?.trials[1]?.t1).toBeCloseTo(2.4, 1);
    expect(now?.asked_trials).toEqual(trials);
  }, patient);
}, 120_000);

test('One that names a record which is gone is looked at after a deletion in its club; one that names rows gets uids', async () => {
  const { db } = room.database;
  const { userId } = await room.addPerson(clientId, 'Athlete', [groupId]);
  const [first, second, third] = await test4([userId]);
  await vi.waitFor(async () => expect(await loadsOf(first)).toEqual([0, 20, 40, 60]), patient);
  await settled();
  const trials = [first, second, third].map((id, i) => ({ record_id: id, load_kg: 20 * i }));
  await room.call(api.keepResult, manager, { params: { id: first }, body: { analysis: 'jumpProfile', trials } });
  const rowOf = async (id: number) => (await db.select().from(tables.records).where(eq(tables.records.id, id)))[0];
  const uids = await Promise.all([first, second, third].map(async (id) => (await rowOf(id))?.uid));
  const isProfile = eq(tables.analysisResults.id, (await profileOf(first))?.id ?? 0);
  const asked = JSON.stringify({ trials, basis: 'another' });
  const given = { asked: sql`${tables.analysisResults.asked} || ${asked}::jsonb` };
  await db.update(tables.analysisResults).set(given).where(isProfile);
  await settled();
  const id = (await profileOf(first))?.id ?? 0;
  const [row] = await db.select().from(tables.analysisResults).where(eq(tables.analysisResults.id, id));
  expect(row?.asked.trials?.map(({ record_uid }) => record_uid)).toEqual(uids);
  await room.call(api.deleteRecords, manager, { body: [third] });
  await settled();
  const elsewhere = await decodedUpload('far away.csv', makeTestJump({ takeOffSpeed: 2 }), { exercise_name: 'Marche' });
  const startedAt = new Date('2020-01-01');
  await db.update(tables.records).set({ startedAt }).where(eq(tables.records.id, elsewhere));
  const beside = (of: number, areGone: boolean, ids = [elsewhere]) => recordsBeside(db, { clientId: of, ids, areGone });
  expect(await beside(clientId, true)).toContain(first);
  expect(await beside(clientId, false)).not.toContain(first);
  expect(await beside(clientId + 1, true)).not.toContain(first);
  await db.update(tables.records).set({ startedAt }).where(eq(tables.records.id, second));
  expect(await beside(clientId, false, [second])).toContain(first);
}, 120_000);
