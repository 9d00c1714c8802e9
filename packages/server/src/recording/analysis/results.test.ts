import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type AthleteHistory, api, type BodyIn, type KeptResult, type TeamResults } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addUser } from '../../platform/database/testing.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { exportRoutes } from '../export/index.ts';
import { openTestClub } from '../records/testing.ts';
import { analysisRoutes, createAnalyses, createResults } from './index.ts';
import { makeTestJump } from './make-test-jump.ts';
import { readTeam } from './read-team.ts';

const { room, clientId, manager, coach, otherCoach, athlete, stranger, decodedUpload } = await openTestClub();
const analyses = createAnalyses();
const results = createResults({ ...room.dependencies, analyses });
room.jobs.register(results.job);
analysisRoutes(room.serve, { ...room.dependencies, analyses, results });
exportRoutes(room.serve, room.dependencies);
afterAll(async () => {
  await results.close();
  await analyses.close();
  await room.close();
});

const { analysisResults, records } = tables;
const listOf = async (id: number, who: Principal = manager): Promise<KeptResult[]> =>
  api.listResults.reply.parse(await room.call(api.listResults, who, { params: { id } }));
/** Once so many are kept of a record. */
const keptOf = (id: number, count = 1) =>
  vi.waitFor(async () => {
    const kept = await listOf(id);
    expect(kept).toHaveLength(count);
    return kept;
  });
const keep = async (id: number, body: BodyIn<typeof api.keepResult>) =>
  api.keepResult.reply.parse(await room.call(api.keepResult, manager, { params: { id }, body }));
const edit = (id: number, body: BodyIn<typeof api.editRecord>) =>
  room.call(api.editRecord, manager, { params: { id }, body });
/** A jump of an athlete, so fast at take-off, m/s. */
async function jump(speed: number, about: object = {}) {
  const body = { exercise_name: 'CMJ', ...about };
  return decodedUpload(`jump ${speed}.csv`, makeTestJump({ takeOffSpeed: speed }), body);
}
const numberOf = ({ values }: KeptResult, name: string) => values[name]?.value ?? Number.NaN;

test('A jump answers by itself once it can be read: what it found, of which samples, by which rules', async () => {
  const [kept] = await keptOf(await jump(2.2));
  expect(kept).toMatchObject({
    ...{ analysis: 'cmj', is_current: true, is_whole: true, user_name: null, excluded: null, preset: null },
    parameters: { gravity: { value: 9.81, source: 'default' } },
  });
  expect(kept?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(kept && numberOf(kept, 'velocityTakeOff')).toBeCloseTo(2.2, 1);
});

test('One that carries no jump keeps why', async () => {
  const [kept] = await keptOf(
    await decodedUpload('still.csv', makeTestJump({ takeOffSpeed: 0 }), { exercise_name: 'CMJ' }),
  );
  expect(kept?.refused).toMatchObject({ code: 'noFlight' });
});

test('What a record answers follows its exercise', async () => {
  const id = await jump(2.3, { exercise_name: 'Marche' });
  expect(await listOf(id)).toEqual([]);
  await edit(id, { exercise_name: 'Counter Movement Jump' });
  await keptOf(id);
  await edit(id, { exercise_name: 'Marche' });
  await vi.waitFor(async () => expect((await listOf(id)).filter(({ is_current }) => is_current)).toEqual([]));
});

test('Kept with other parameters it holds, and what was before is a former one', async () => {
  const id = await jump(2.4);
  await keptOf(id);
  const kept = await keep(id, { analysis: 'cmj', parameters: { flightThreshold: 40 } });
  expect(kept).toMatchObject({
    user_name: 'Ana Manager',
    parameters: { flightThreshold: { value: 40, source: 'given' } },
  });
  const all = await listOf(id);
  expect(all.map(({ is_current }) => is_current)).toEqual([true, false]);
  expect(all[0]?.id).toBe(kept.id);
  // The same once more is the same.
  expect((await keep(id, { analysis: 'cmj', parameters: { flightThreshold: 40 } })).id).toBe(kept.id);
});

test('A stretch has results of its own; deleted, what the record answers by itself comes back', async () => {
  const id = await jump(2.5);
  const [whole] = await keptOf(id);
  const part = await keep(id, { analysis: 'cmj', t0: 0.5, t1: 4.5 });
  expect(part).toMatchObject({ is_whole: false, t0: 0.5, t1: 4.5, is_current: true });
  await room.call(api.deleteResult, manager, { params: { id, resultId: part.id } });
  expect((await listOf(id)).map((one) => one.id)).toEqual([whole?.id]);
  await room.call(api.deleteResult, manager, { params: { id, resultId: whole?.id ?? 0 } });
  await vi.waitFor(async () => expect((await listOf(id)).map(({ is_current }) => is_current)).toEqual([true]));
});

test('A version that is older than its analysis, or other signals, are computed anew; the same numbers are the same result', async () => {
  const id = await jump(2.6);
  const [first] = await keptOf(id);
  await room.database.db.update(records).set({ signalsVersion: 7 }).where(eq(records.id, id));
  await results.sweep();
  await vi.waitFor(async () => expect((await listOf(id))[0]?.signals_version).toBe(7));
  expect((await listOf(id)).map((one) => one.id)).toEqual([first?.id]);
  const older = { ...(await listOf(id))[0], version: 0, values: {} };
  const { id: _, record_id, is_whole, preset, sha256, is_current, user_name, date, excluded, ...outcome } = older;
  await room.database.db
    .update(analysisResults)
    .set({ outcome: outcome as typeof analysisResults.$inferSelect.outcome })
    .where(eq(analysisResults.recordId, id));
  await results.sweep();
  const [now, before] = await keptOf(id, 2);
  expect(now).toMatchObject({ is_current: true, analysis: 'cmj' });
  expect(before).toMatchObject({ is_current: false, version: 0 });
});

test('A crop moves no window: what lies outside of it holds no more', async () => {
  const id = await jump(2.7);
  await keptOf(id);
  await keep(id, { analysis: 'cmj', t0: 1, t1: 4.8 });
  await keep(id, { analysis: 'cmj', t0: 0, t1: 0.4 });
  await room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.5, end: 5 } });
  await room.decoded();
  await vi.waitFor(async () => {
    const current = (await listOf(id)).filter(({ is_current, signals_version }) => is_current && signals_version === 2);
    const windows = current.filter(({ is_whole }) => !is_whole).map(({ t0, t1 }) => [t0, t1]);
    expect(windows).toEqual([[0.5, expect.closeTo(4.3, 3)]]);
  });
});

test('A trial that is marked counts for nothing, and says who marked it', async () => {
  const id = await jump(2.2);
  const [kept] = await keptOf(id);
  const params = { id, resultId: kept?.id ?? 0 };
  const marked = api.editResult.reply.parse(
    await room.call(api.editResult, manager, { params, body: { excluded: { reason: ' a glissé ' } } }),
  );
  expect(marked.excluded).toMatchObject({ reason: 'a glissé', user_name: 'Ana Manager' });
  // Its numbers found otherwise, it is the same trial.
  const again = await keep(id, { analysis: 'cmj', parameters: { flightThreshold: 30 } });
  expect(again.excluded?.reason).toBe('a glissé');
  const back = { params: { id, resultId: again.id }, body: { excluded: null } };
  expect(api.editResult.reply.parse(await room.call(api.editResult, manager, back)).excluded).toBeNull();
  expect(api.editResult.body.safeParse({ excluded: { reason: ' ' } }).success).toBe(false);
});

test('Statistics and downloads hold what analyses found', async () => {
  const id = await jump(2.2);
  await keptOf(id);
  const { specific } = api.readRecordStatistics.reply.parse(
    await room.call(api.readRecordStatistics, manager, { params: { id } }),
  );
  expect(specific.headers.slice(0, 5)).toEqual(['analysis', 'version', 't0', 't1', 'name']);
  const mass = specific.data.find((row) => row[4] === 'mass');
  expect(mass?.slice(5, 7)).toEqual([expect.closeTo(70, 0), 'kg']);
  const answer = await room.ask(api.downloadRecordFile, manager, { params: { id, fileType: 'specific_stats' } });
  if (!(answer instanceof Answer) || !(answer.body instanceof Readable)) throw new Error('no file');
  const lines = (await text(answer.body)).trim().split('\n');
  expect(lines[0]).toBe(specific.headers.join(','));
  expect(lines).toHaveLength(1 + specific.data.length);
});

test('The same trial by every published preset', async () => {
  const id = await jump(2.2);
  const { methods } = api.spreadOfMethods.reply.parse(
    await room.call(api.spreadOfMethods, manager, { params: { id }, body: { analysis: 'cmj' } }),
  );
  expect(methods[0]?.preset).toBeNull();
  expect(methods.map(({ preset }) => preset)).toEqual(expect.arrayContaining(['owen2014', 'meylan2011']));
  for (const { outcome } of methods) expect(outcome.values.heightImpulse?.value).toBeCloseTo(2.2 ** 2 / 19.62, 1);
});

test('An athlete over time, and a team: who was tested, against the own reference', async () => {
  const groupId = (await room.database.db.select().from(tables.groups))[0]?.id ?? 0;
  const person = (lastname: string) =>
    addUser(room.database.db, { clientId, groupIds: [groupId], lastname, roles: ['Athlete'] });
  const [anna, zoe, absent] = [await person('Anna'), await person('Zoe'), await person('Yves')];
  const days = [
    [2.2, 2.21, 2.19],
    [2.21, 2.2, 2.22],
    [2.5, 2.51, 2.49],
  ];
  for (const [day, speeds] of days.entries()) {
    for (const [trial, speed] of speeds.entries()) {
      const date = `2026-05-0${day + 1}T10:0${trial}:00.000Z`;
      await keptOf(await jump(speed, { user_ids: [anna.id], date, group_id: groupId }));
    }
  }
  const slip = await decodedUpload('slip.csv', makeTestJump({ takeOffSpeed: 0 }), {
    ...{ exercise_name: 'CMJ', user_ids: [zoe.id], date: '2026-05-03T11:00:00.000Z', group_id: groupId },
  });
  await keptOf(slip);
  const historyFor = async (who: Principal): Promise<AthleteHistory> =>
    api.readAthleteHistory.reply.parse(await room.call(api.readAthleteHistory, who, { params: { id: anna.id } }));
  const history = await historyFor(manager);
  expect(history.trials).toHaveLength(9);
  expect(history.analysis).toBe('cmj');
  expect(new Set(history.trials.map(({ day }) => day)).size).toBe(3);
  expect(history.judged.heightImpulse).toMatchObject({ verdict: 'better', n: 9, typical_error: { between: 'trials' } });
  expect(history.judged.mass?.verdict).toBe('same');
  // By each published way the last trial has another height, by less than the change.
  const spread = history.judged.heightImpulse?.method_spread ?? 0;
  expect(spread).toBeGreaterThan(0);
  expect(spread).toBeLessThan(0.05);
  expect((await historyFor(coach)).trials).toHaveLength(9);
  for (const who of [stranger, otherCoach, athlete]) {
    expect(await room.call(api.readAthleteHistory, who, { params: { id: anna.id } })).toBe('entity.notFound');
  }
  const team = async (who: Principal) =>
    room.call(api.readTeamResults, who, {
      body: { analysis: 'cmj', group_id: groupId, from: '2026-05-03', to: '2026-05-03' },
    });
  const { tested, refused, rows }: TeamResults = api.readTeamResults.reply.parse(await team(coach));
  expect([tested, refused]).toEqual([1, 1]);
  const rowOf = (id: number) => rows.find(({ user }) => user.id === id);
  expect(rowOf(anna.id)).toMatchObject({
    state: 'tested',
    trials: 3,
    judged: { heightImpulse: { verdict: 'better' } },
  });
  expect(rowOf(zoe.id)).toMatchObject({ state: 'refused', refused: { code: 'noFlight' } });
  expect(rowOf(absent.id)).toMatchObject({ state: 'absent', trials: 0 });
  expect(
    await room.fieldsOf(api.readTeamResults, otherCoach, {
      body: { analysis: 'cmj', group_id: groupId, from: '2026-05-03', to: '2026-05-03' },
    }),
  ).toEqual({ group_id: 'unknown' });
  // A quarter past midnight in Paris: the last of the days is the club's, not that of UTC.
  const clock = { ...room.dependencies.clock, nowMs: () => Date.parse('2026-05-02T22:15:00Z') };
  const viewer = { principal: coach, scope: 'groups' } as const;
  const asked = { analysis: 'cmj', group_id: groupId };
  const { signal } = new AbortController();
  expect(await readTeam({ ...room.dependencies, analyses, clock }, viewer, asked, signal)).toMatchObject({
    ...{ from: '2026-02-03', to: '2026-05-03', tested: 1 },
  });
  expect(await room.fieldsOf(api.readTeamResults, coach, { body: { ...asked, from: '2999-01-01' } })).toEqual({
    to: 'range',
  });
});

test('Strangers see and keep nothing, an athlete keeps nothing', async () => {
  const id = await jump(2.2);
  const [kept] = await keptOf(id);
  const params = { id, resultId: kept?.id ?? 0 };
  expect(await room.call(api.listResults, stranger, { params: { id } })).toBe('entity.notFound');
  expect(await room.call(api.keepResult, stranger, { params: { id }, body: { analysis: 'cmj' } })).toBe(
    'entity.notFound',
  );
  expect(await room.call(api.deleteResult, otherCoach, { params })).toBe('entity.notFound');
  expect(await room.call(api.editResult, otherCoach, { params, body: { excluded: null } })).toBe('entity.notFound');
});
