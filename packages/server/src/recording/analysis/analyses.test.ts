import { api, type BodyIn } from '@sillage/contract';
import { afterAll, expect, test } from 'vitest';
import { openTestClub } from '../records/testing.ts';
import { analysisRoutes, createAnalyses } from './index.ts';
import { makeTestJump } from './make-test-jump.ts';

const { room, manager, otherCoach, stranger, decodedUpload } = await openTestClub();
const analyses = createAnalyses();
analysisRoutes(room.serve, { ...room.dependencies, analyses, results: { lookAgain: () => {} } });
afterAll(async () => {
  await analyses.close();
  await room.close();
});

const [gravity, mass] = [9.81, 70];
const id = await decodedUpload('jump.csv', makeTestJump({ takeOffSpeed: 2.2 }));

const run = (body: BodyIn<typeof api.runAnalysis>, of = id) =>
  room.call(api.runAnalysis, manager, { params: { id: of }, body });
const outcome = async (body: BodyIn<typeof api.runAnalysis>) => api.runAnalysis.reply.parse(await run(body));

test('A record says which analyses fit it, and what each would be given', async () => {
  const [first] = api.listAnalyses.reply.parse(await room.call(api.listAnalyses, manager, { params: { id } }));
  expect(first).toMatchObject({ fits: true, inputs: { force: { unit: 'N' } } });
  const listed = api.listAnalyses.reply.parse(await room.call(api.listAnalyses, manager, { params: { id } }));
  expect(listed.find((one) => one.id === 'cmj')?.inputs.force?.variable).toMatch(/fztot$/);
});

test('A jump is analysed on its samples, each value with unit and method, each parameter with its source', async () => {
  const found = await outcome({ analysis: 'cmj', parameters: { flightThreshold: 30 } });
  expect(found.refused).toBeNull();
  expect(found.values.mass?.value).toBeCloseTo(mass, 1);
  expect(found.values.velocityTakeOff?.value).toBeCloseTo(2.2, 1);
  expect(found.values.heightImpulse).toMatchObject({ unit: 'm', method: 'v²/2g of the take-off velocity' });
  expect(found.values.heightFlight?.value).toBeCloseTo(2.2 ** 2 / (2 * gravity), 2);
  expect(found.values.asymmetry).toMatchObject({ value: null, reason: { code: 'sideMissing' } });
  expect(found.parameters.flightThreshold).toEqual({ value: 30, unit: 'N', source: 'given' });
  expect(found.parameters.gravity).toMatchObject({ source: 'default' });
  expect(found.phases.map(({ name }) => name)).toEqual(['weighing', 'unweighting', 'braking', 'propulsion', 'flight']);
});

test('A number that lacks a parameter says which, as the screen calls it', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i},${200 + (i % 7)}`);
  const ride = await decodedUpload('ride.csv', `T (s),power (W)\n${rows.join('\n')}\n`);
  const { values } = api.runAnalysis.reply.parse(await run({ analysis: 'cyclingPower' }, ride));
  const message = {
    fr: 'À indiquer\u00a0: «\u00a0Puissance au seuil (FTP)\u00a0».',
    en: 'To be given: “Threshold power (FTP)”.',
  };
  expect(values.intensity).toMatchObject({ value: null, reason: { code: 'notGiven', message } });
});

test('What people read of an analysis names its parameters with sources, its numbers, and what it refuses', async () => {
  const page = api.readAnalysisPage.reply.parse(
    await room.call(api.readAnalysisPage, manager, { params: { analysis: 'cmj' } }),
  );
  const textOf = (id: string) => JSON.stringify(page.sections.find((section) => section.id === id)?.rows);
  expect(textOf('parameters')).toContain('Owen 2014: 10 N');
  expect(textOf('outputs')).toContain('v²/2g');
  expect(textOf('refusals')).toContain('noFlight');
  expect(textOf('sources')).toContain('McMahon 2018');
  expect(await room.call(api.readAnalysisPage, manager, { params: { analysis: 'nothing' } })).toBe('entity.notFound');
});

test('A window that carries no jump is refused with its reason, in both languages', async () => {
  const { refused, values } = await outcome({ analysis: 'cmj', t0: 0, t1: 1.8 });
  expect(refused).toMatchObject({ code: 'noFlight' });
  expect(refused?.message.fr).toContain('Aucun vol');
  expect(values).toEqual({});
});

test('What makes no sense is refused by field, and strangers see nothing', async () => {
  const fields = (body: BodyIn<typeof api.runAnalysis>) =>
    room.fieldsOf(api.runAnalysis, manager, { params: { id }, body });
  expect(await fields({ analysis: 'nothing' })).toEqual({ analysis: 'unknown' });
  expect(await fields({ analysis: 'cmj', parameters: { flightThreshold: -1 } })).toEqual({ parameters: 'parameter' });
  expect(await fields({ analysis: 'cmj', parameters: { nothing: 1 } })).toEqual({ parameters: 'parameter' });
  expect(await fields({ analysis: 'cmj', preset: 'nothing' })).toEqual({ preset: 'unknown' });
  expect(await fields({ analysis: 'cmj', inputs: { force: 'nothing' } })).toEqual({ inputs: 'unknown' });
  expect(await fields({ analysis: 'cmj', t0: 100 })).toEqual({ t0: 'afterEnd' });
  expect(await run({ analysis: 'cmj', signals_version: 99 })).toBe('record.signalsChanged');
  for (const who of [stranger, otherCoach]) {
    expect(await room.call(api.listAnalyses, who, { params: { id } })).toBe('entity.notFound');
    expect(await room.call(api.runAnalysis, who, { params: { id }, body: { analysis: 'cmj' } })).toBe(
      'entity.notFound',
    );
  }
});
