import { randomUUID } from 'node:crypto';
import { api, type BodyIn, type KeptResult, type RulesOf } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { openTestClub } from '../records/testing.ts';
import { analysisRoutes, createAnalyses, createResults } from './index.ts';
import { makeTestJump } from './make-test-jump.ts';

const { room, manager, coach, otherCoach, stranger, decodedUpload } = await openTestClub();
const analyses = createAnalyses();
const results = createResults({ ...room.dependencies, analyses });
room.jobs.register(results.job);
analysisRoutes(room.serve, { ...room.dependencies, analyses, results });
afterAll(async () => {
  await results.close();
  await analyses.close();
  await room.close();
});

const { records } = tables;
const listOf = async (id: number): Promise<KeptResult[]> =>
  api.listResults.reply.parse(await room.call(api.listResults, manager, { params: { id } }));
const keptOf = (id: number) =>
  vi.waitFor(async () => {
    const kept = await listOf(id);
    expect(kept).toHaveLength(1);
    return kept;
  });
const edit = (id: number, body: BodyIn<typeof api.editRecord>) =>
  room.call(api.editRecord, manager, { params: { id }, body });
/** A jump of an athlete, so fast at take-off, m/s. */
const jump = (speed: number, about: object = {}) =>
  decodedUpload(`jump ${speed}.csv`, makeTestJump({ takeOffSpeed: speed }), { exercise_name: 'CMJ', ...about });
const numberOf = ({ values }: KeptResult, name: string) => values[name]?.value ?? Number.NaN;

const setRules = (who: Principal, id: number, of: RulesOf, parameters: Record<string, number>) =>
  room.call(api.setAnalysisRules, who, { params: { id, analysis: 'cmj' }, body: { of, parameters } });
const thresholdOf = async (id: number) => (await listOf(id))[0]?.parameters.flightThreshold;

test('Rules of the club, then of a coach of the record, compute its results anew; the former ones stay; nobody else sets them', async () => {
  const groupId = (await room.database.db.select().from(tables.groups))[0]?.id ?? 0;
  const id = await jump(2.31, { group_id: groupId });
  await keptOf(id);
  expect(await setRules(coach, id, 'organisation', { flightThreshold: 15 })).toBe('permission.denied');
  expect(await setRules(manager, id, 'coach', { flightThreshold: 15 })).toBe('permission.denied');
  for (const who of [stranger, otherCoach]) {
    expect(await setRules(who, id, 'coach', { flightThreshold: 15 })).toBe('entity.notFound');
  }
  const wrong = { params: { id, analysis: 'cmj' }, body: { of: 'organisation' as const, parameters: { gravity: 3 } } };
  expect(await room.fieldsOf(api.setAnalysisRules, manager, wrong)).toEqual({ parameters: 'parameter' });

  await setRules(manager, id, 'organisation', { flightThreshold: 15 });
  await vi.waitFor(async () => expect(await thresholdOf(id)).toMatchObject({ value: 15, source: 'organisation' }));
  await setRules(coach, id, 'coach', { flightThreshold: 12 });
  await vi.waitFor(async () => expect(await thresholdOf(id)).toMatchObject({ value: 12, source: 'coach' }));
  expect((await listOf(id)).map((one) => [one.is_current, one.parameters.flightThreshold?.value])).toEqual([
    [true, 12],
    [false, 15],
    [false, 20],
  ]);
  const about = api.listAnalyses.reply
    .parse(await room.call(api.listAnalyses, coach, { params: { id } }))
    .find((one) => one.id === 'cmj');
  expect(about).toMatchObject({
    held: { flightThreshold: { value: 12, source: 'coach' } },
    rules: [{ of: 'coach' }, { of: 'organisation' }],
    may_set_rules: ['coach'],
  });
  // A record of nobody's group has the club's.
  const other = await jump(2.32);
  await keptOf(other);
  expect(await thresholdOf(other)).toMatchObject({ value: 15, source: 'organisation' });

  await setRules(coach, id, 'coach', {});
  await setRules(manager, id, 'organisation', {});
  await vi.waitFor(async () => {
    for (const one of [id, other]) expect(await thresholdOf(one)).toMatchObject({ value: 20, source: 'default' });
  });
});

test('What a protocol says is taken as measured, and an edit of it computes anew', async () => {
  const text = makeTestJump({ takeOffSpeed: 2.2 });
  const id = await decodedUpload('drop.csv', text, { exercise_name: 'Drop jump' });
  await keptOf(id);
  const boxOf = async () => (await listOf(id))[0];
  await edit(id, { protocol: { box_height_m: 0.4, body_mass_kg: 71, arms: 'akimbo' } });
  const [row] = await room.database.db.select().from(records).where(eq(records.id, id));
  expect(row?.otherData).toMatchObject({ protocol: { box_height_m: 0.4 } });
  const run = api.runAnalysis.reply.parse(
    await room.call(api.runAnalysis, manager, { params: { id }, body: { analysis: 'hop' } }),
  );
  expect(run.refused === null ? run.parameters.bodyMass : { source: 'measured' }).toMatchObject({ source: 'measured' });
  await vi.waitFor(async () => expect((await boxOf())?.is_current).toBe(true));
  // What other programs keep is replaced beside it.
  await edit(id, { other_data: { wind: 3 } });
  const read = api.readRecord.reply.parse(await room.call(api.readRecord, manager, { params: { id } }));
  expect(read).toMatchObject({ protocol: { arms: 'akimbo', body_mass_kg: 71 }, other_data: { wind: 3 } });
  await edit(id, { protocol: {} });
  expect(api.readRecord.reply.parse(await room.call(api.readRecord, manager, { params: { id } })).protocol).toEqual({});
  expect(api.editRecord.body.safeParse({ protocol: { body_mass_kg: 900 } }).success).toBe(false);
});

test('A list of records says of each what holds: its number, its doubt, its refusal, or that it was left out', async () => {
  const trialOf = async (id: number) => {
    const list = api.listRecords.reply.parse(await room.call(api.listRecords, manager, { body: { pageSize: 0 } }));
    return list.records.find((record) => record.id === id)?.trial;
  };
  const good = await jump(2.2);
  const [kept] = await keptOf(good);
  const height = kept && numberOf(kept, 'heightImpulse');
  const about = { analysis: 'cmj', unit: 'm', value: height, name: { fr: expect.stringContaining('CMJ') } };
  expect(await trialOf(good)).toMatchObject({ ...about, state: kept?.warnings.length === 0 ? 'valid' : 'warned' });
  await room.call(api.editResult, manager, {
    ...{ params: { id: good, resultId: kept?.id ?? 0 }, body: { excluded: { reason: 'a glissé' } } },
  });
  expect(await trialOf(good)).toMatchObject({ ...about, state: 'excluded', reason: { fr: 'a glissé' } });
  const slip = await decodedUpload('slip.csv', makeTestJump({ takeOffSpeed: 0 }), { exercise_name: 'CMJ' });
  await keptOf(slip);
  expect(await trialOf(slip)).toMatchObject({
    state: 'refused',
    value: null,
    reason: { fr: expect.stringContaining('vol') },
  });
  expect(await trialOf(await decodedUpload('plain.csv', makeTestJump({ takeOffSpeed: 2 })))).toBeNull();
});

test('Of several analyses a list says the likeliest, or what somebody kept', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i},${200 + (i % 7)},45,${(6 + i / 1e4).toFixed(4)}`);
  const cycling = { uid: randomUUID(), name: 'velo', displayName: { fr: 'Vélo', en: 'Cycling' } };
  const [sport] = await room.database.db.insert(tables.sports).values(cycling).returning();
  const ride = await decodedUpload('ride.csv', `T (s),power (W),latitude (°),longitude (°)\n${rows.join('\n')}\n`, {
    sport_id: sport?.id,
  });
  const analysisOfTrial = async () => {
    const list = api.listRecords.reply.parse(await room.call(api.listRecords, manager, { body: { pageSize: 0 } }));
    return list.records.find(({ id }) => id === ride)?.trial?.analysis;
  };
  await vi.waitFor(async () => expect((await listOf(ride)).map(({ analysis }) => analysis)).toContain('gpsTrack'));
  await vi.waitFor(async () => expect(await analysisOfTrial()).toBe('cyclingPower'));
  await room.call(api.keepResult, manager, { params: { id: ride }, body: { analysis: 'gpsTrack' } });
  expect(await analysisOfTrial()).toBe('gpsTrack');
});
