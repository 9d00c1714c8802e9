import { api, type BodyIn, type KeptResult } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from '../records/testing.ts';
import { analysisRoutes, createAnalyses, createResults } from './index.ts';
import { makeTestJump } from './make-test-jump.ts';

const { room, manager, coach, athlete, decodedUpload } = await openTestClub();
const analyses = createAnalyses();
const results = createResults({ ...room.dependencies, analyses });
room.jobs.register(results.job);
analysisRoutes(room.serve, { ...room.dependencies, analyses, results });
afterAll(async () => {
  await results.close();
  await analyses.close();
  await room.close();
});

const [gravity, body, push] = [9.81, 70, 0.4];
/** kg, and the speed at take-off, m/s, that the profile below gives. */
const loaded = [0, 20, 40, 60].map((load) => ({ load, speed: 2.6 - 0.02 * load }));
const heightOf = (speed: number) => speed ** 2 / (2 * gravity);

/** Several jumps in one record, 5 s each. */
function jumpsInARow(): string {
  const rows = loaded.flatMap(({ load, speed }, i) =>
    makeTestJump({ takeOffSpeed: speed, mass: body + load, isSquat: true })
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number))
      .map(([t = 0, force = 0]) => `${(t + 5 * i).toFixed(3)},${force}`),
  );
  return `T (s),fztot (N)\n${rows.join('\n')}\n`;
}

async function recordOfJumps(words: (load: number, n: number) => string, more: object = {}): Promise<number> {
  const id = await decodedUpload('profil.csv', jumpsInARow(), more);
  for (const [i, { load }] of loaded.entries()) {
    const body = { t0: 5 * i, t1: 5 * i + 4.9, exercise: words(load, i + 1) };
    await room.call(api.createSelection, manager, { params: { id }, body });
  }
  return id;
}

const run = async (id: number, body: Omit<BodyIn<typeof api.runAnalysis>, 'analysis'> = {}, who = manager) =>
  api.runAnalysis.reply.parse(
    await room.call(api.runAnalysis, who, { params: { id }, body: { analysis: 'jumpProfile', ...body } }),
  );

test('A record of jumps whose selections say their loads has its profile: line, points, body mass of what they weigh', async () => {
  const id = await recordOfJumps((load) => (load === 0 ? 'SJ sans charge' : `SJ ${load} kg`));
  const found = await run(id, { parameters: { pushOff: push } });
  expect(found.refused).toBeNull();
  expect(found.trials.map(({ load_kg }) => load_kg)).toEqual([0, 20, 40, 60]);
  expect(found.trials.map(({ label }) => label)).toEqual(['SJ sans charge', 'SJ 20 kg', 'SJ 40 kg', 'SJ 60 kg']);
  for (const [i, { speed }] of loaded.entries()) expect(found.trials[i]?.height_m).toBeCloseTo(heightOf(speed), 2);
  expect(found.parameters.bodyMass).toMatchObject({ value: expect.closeTo(body, 0), source: 'measured' });
  const [x, y] = [
    loaded.map(({ speed }) => speed / 2),
    loaded.map(({ load, speed }) => ((body + load) / body) * gravity * (heightOf(speed) / push + 1)),
  ];
  const slope = slopeOf(x, y);
  expect(found.values.slope?.value).toBeCloseTo(slope, 0);
  expect(found.values.loads?.value).toBe(4);
  expect(found.figures.map(({ id: name }) => name)).toEqual(['forceVelocity', 'forceVelocityResiduals']);
  expect(found.figures[0]?.series.map(({ kind }) => kind)).toEqual(['line', 'line', 'points']);
});

test('Loads that nobody said are to be given, and too few of them are refused with their number', async () => {
  const id = await recordOfJumps((_, n) => `Saut ${n}`);
  const none = await run(id, { parameters: { pushOff: push, bodyMass: body } });
  expect(none.refused).toMatchObject({ code: 'tooFewLoads' });
  expect(none.refused?.message.fr).toMatch(/^0 charges/);
  expect(none.trials.map(({ load_kg }) => load_kg)).toEqual([null, null, null, null]);
  const said = none.trials.map(({ t0, t1 }, i) => ({ t0, t1, load_kg: loaded[i]?.load ?? null }));
  expect((await run(id, { parameters: { pushOff: push }, trials: said })).refused).toBeNull();
  // Three loads, one of them jumped twice, are three.
  const twice = said.map((one, i) => (i === 3 ? { ...one, load_kg: 40 } : one));
  expect((await run(id, { parameters: { pushOff: push }, trials: twice })).refused?.message.en).toMatch(/^3 different/);
  expect((await run(id, { trials: said })).refused?.message.fr).toContain('Distance de poussée');
});

test('A scenario says which load each of its selections had, and the distance of the push', async () => {
  const id = await recordOfJumps((_, n) => `Charge ${n}`);
  const result = (name: string, value: number, unit: string) => ({ number: 1, name, value, unit });
  const told = [...loaded.map(({ load }, i) => result(`load_${i + 1}`, load, 'kg')), result('push_off', 40, 'cm')];
  await room.database.db
    .update(tables.records)
    .set({ otherData: { scenario: { run_id: 1, results: told } } })
    .where(eq(tables.records.id, id));
  const found = await run(id);
  expect(found.refused).toBeNull();
  expect(found.parameters.pushOff).toMatchObject({ value: 0.4, source: 'measured' });
});

test('Records of one test, each with its load, are the trials of any of them; another athlete’s records are not seen', async () => {
  const ids: number[] = [];
  for (const { load, speed } of loaded) {
    const csv = makeTestJump({ takeOffSpeed: speed, mass: body + load, isSquat: true });
    const about = {
      exercise_name: 'SJ chargé',
      user_ids: [athlete.userId],
      comment: load === 0 ? 'poids du corps' : `${load} kg`,
    };
    ids.push(await decodedUpload(`sj ${load}.csv`, csv, about));
  }
  const found = await run(ids[2] ?? 0, { parameters: { pushOff: push } });
  expect(found.trials.map(({ record_id }) => record_id).sort()).toEqual([...ids].sort());
  expect(found.refused).toBeNull();
  const alien = await decodedUpload('other.csv', makeTestJump({ takeOffSpeed: 2 }), { user_ids: [] });
  const trials = [{ record_id: alien, load_kg: 0 }];
  const asked = { params: { id: ids[0] ?? 0 }, body: { analysis: 'jumpProfile', trials } };
  expect(await room.fieldsOf(api.runAnalysis, coach, asked)).toEqual({ trials: 'unknown' });
});

test('It is kept with its trials, is computed anew by other rules, and a crop moves none of them', async () => {
  const id = await recordOfJumps((_, n) => `Saut ${n}`);
  const list = async (): Promise<KeptResult[]> =>
    api.listResults.reply.parse(await room.call(api.listResults, manager, { params: { id } }));
  const trials = loaded.map(({ load }, i) => ({ t0: 5 * i, t1: 5 * i + 4.9, load_kg: load }));
  const body = { analysis: 'jumpProfile', trials, parameters: { pushOff: push } };
  const kept = api.keepResult.reply.parse(await room.call(api.keepResult, manager, { params: { id }, body }));
  expect(kept).toMatchObject({ analysis: 'jumpProfile', is_whole: true, user_name: 'Ana Manager' });
  await room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.5, end: 20 } });
  await room.decoded();
  await vi.waitFor(async () => {
    const now = (await list()).find(({ is_current, signals_version }) => is_current && signals_version === 2);
    expect(now?.trials.map(({ t0 }) => Math.round(t0 * 10) / 10)).toEqual([0, 4.5, 9.5, 14.5]);
    expect(now?.values.slope?.value).toBeCloseTo(kept.values.slope?.value ?? 0, 0);
  });
});

function slopeOf(x: readonly number[], y: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [mx, my] = [mean(x), mean(y)];
  const above = x.reduce((sum, one, i) => sum + (one - mx) * ((y[i] ?? 0) - my), 0);
  return above / x.reduce((sum, one) => sum + (one - mx) ** 2, 0);
}
