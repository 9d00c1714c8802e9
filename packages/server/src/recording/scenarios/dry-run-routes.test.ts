import { readFileSync } from 'node:fs';
import { api, type DryRun, isRefusal } from '@sillage/contract';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { answerForServer, createAnalyses } from '../analysis/index.ts';
import { openTestClub } from '../records/testing.ts';
import { readBuiltIns } from './built-ins.ts';
import { dryRunRoutes } from './dry-run-routes.ts';
import { createLanguages } from './languages.ts';

// A real jump on two plates, after some seconds in which the athlete stands.
const jump = readFileSync(
  new URL('../../../../testkit/fixtures/01_jumps_gidiel/Dual-CMJ-Fz.txt', import.meta.url),
  'utf8',
);
const forces = jump
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split('\t').map(Number));
const stand = Array.from({ length: 6 }, () => forces.slice(0, 1000)).flat();
const rows = [...stand, ...forces].map(([left = 0, right = 0], i) => [i / 1000, left, right, left + right].join());
const csv = `T (s),fzg (N),fzd (N),fztot (N)\n${rows.join('\n')}\n`;

const { room, manager, stranger, decodedUpload } = await openTestClub();
const analyses = createAnalyses();
const languages = createLanguages(() => ({ requireJail: false }));
const { database, folder, store } = room;
const answer = async (recordId: number, analysis: string, window: readonly [number, number] | null) => {
  const [t0, t1] = window ?? [];
  const wanted = { analysis, ...(t0 !== undefined && { t0 }), ...(t1 !== undefined && { t1 }) };
  const found = await answerForServer({ database, folder, store, analyses } as never, recordId, wanted);
  if (isRefusal(found)) throw found;
  return { values: found.values, refusal: found.refused?.message ?? null };
};
dryRunRoutes(room.serve, { database, folder, store, languages, records: { analyse: answer }, clock: systemClock });
afterAll(async () => {
  await languages.close();
  await analyses.close();
});

const id = await decodedUpload('jump.csv', csv, { exercise_name: 'CMJ' });
const tried = async (body: object, who = manager) =>
  (await room.call(api.dryRunScenario, who, { body: { record_id: id, ...body } as never })) as DryRun;

test('the built-in jump finds in a real record what the analysis finds in its trial', async () => {
  const builtIn = (await readBuiltIns()).find(({ classname }) => classname === 'CMJEntraineurScenario');
  const found = await tried({ language: 'txt', source: builtIn?.source ?? '', params: { trials: 1 } });
  expect(found).toMatchObject({ end: 'done', stopped: null, questions: [] });
  const height = found.results.find(({ name }) => name === 'height');
  const whole = await answer(id, 'cmj', null);
  expect(height).toMatchObject({ unit: 'cm' });
  expect(height?.value).toBeCloseTo(100 * (whole.values.heightImpulse?.value ?? 0), 0);
});

test('a program in Python asks, is answered and analyses; what has no fitting parameter or no right is refused', async () => {
  const source = `#: scenario "A" en "A"
#: param most number = 5 from 1 to 10 "Au plus" en "At most"
begun = None

def on_start(devices):
    record.start()
    ui.ask("load", "Charge", "Load", "kg")

def on_answer(prompt, value):
    result.set("load", value, "kg")

def on_samples(block):
    global begun
    if begun is None and block["fztot"].min() < 50:
        begun = record.analyse("cmj", (0, 11), of="Essai")

def on_analysed(device, analysis, values, refusal):
    result.set("same", int(record.answered() == begun))
    result.set("height", values["heightImpulse"]["value"], "m")
    scenario.finish("Bravo", "Well done")
`;
  const found = await tried({ language: 'py', source, answers: { load: [35] } });
  expect(found).toMatchObject({ end: 'done', questions: [{ prompt: 'load', unit: 'kg', answer: 35 }] });
  expect(found.results).toMatchObject([
    { name: 'load', value: 35 },
    { name: 'same', value: 1 },
    { name: 'height', value: expect.closeTo(0.32, 1) },
  ]);
  expect(await tried({ language: 'py', source, params: { most: 11 } })).toBe('request.invalid');
  expect(await tried({ language: 'py', source }, stranger)).toBe('entity.notFound');
});
