import { isRefusal, refuse } from '@sillage/contract';
import type { ScenarioProgram } from '@sillage/scenario-language';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { createScenarios, type MakeProgram, type Scenarios } from './create-scenarios.ts';
import { type Fake, fake, fakeProgram, record, words } from './make-test-run.ts';

let opened: TestDatabase;
let clientId: number;
const toStop: Scenarios[] = [];
beforeEach(async () => {
  opened = await openTestDatabase();
  clientId = (await addClient(opened.database.db)).id;
});
afterEach(async () => {
  await Promise.all(toStop.splice(0).map((scenarios) => scenarios.stop()));
  await opened.close();
});

/** A server with its devices; one after the other has the same database. */
async function serve(all: Fake, makeProgram: MakeProgram): Promise<Scenarios> {
  const log = { info() {}, warn() {}, error() {}, child: () => log };
  const scenarios = createScenarios({
    ...{ ...all, makeProgram, log: log as never, database: opened.database },
    realtime: { emit: all.realtime.emit, onEnter: () => undefined } as never,
    life: { onChanged: () => undefined } as never,
    followIndicators: () => () => undefined,
  });
  toStop.push(scenarios);
  await scenarios.load();
  scenarios.start();
  return scenarios;
}

const start = (scenarios: Scenarios, numbers: readonly number[]) =>
  scenarios.begin({
    ...{ clientId, language: 'txt', source: '', params: {} },
    scenario: { id: null as never, classname: 'A', display_name: words('A') },
    devices: numbers.map((number) => ({ number, athlete: null })),
  });

const recording = () => fakeProgram(({ type }) => (type === 'start' ? [record] : [])).program;
const rows = () => opened.database.db.select().from(tables.scenarioRuns);

test('of two who start at once on one device the second is refused at once', async () => {
  const made = Promise.withResolvers<ScenarioProgram>();
  const makeProgram = vi.fn<MakeProgram>(() => made.promise);
  const scenarios = await serve(fake(), makeProgram);
  const first = start(scenarios, [1, 2]);
  const second = await start(scenarios, [2, 3]);
  expect(isRefusal(second) && second.code).toBe('scenario.deviceTaken');
  made.resolve(recording());
  expect(isRefusal(await first)).toBe(false);
  expect(makeProgram).toHaveBeenCalledOnce();
  expect(await rows()).toHaveLength(1);
  const third = await start(scenarios, [3]);
  expect(isRefusal(third)).toBe(false);
});

test('a device that was away when its run ended is told when it is back, also by another server', async () => {
  const all = fake();
  const before = await serve(all, async () => recording());
  const run = await start(before, [1]);
  if (isRefusal(run)) throw run;
  await vi.waitFor(() => expect(all.recording.size).toBe(1));
  all.away.add(1);
  const stopped = run.stop('coach');
  await vi.waitFor(() => expect(run.present().state).toBe('stopping'));
  all.time.passedMs = 61_000;
  await stopped;
  await before.stop();
  const after = await serve(all, async () => undefined);
  expect(after.find(run.about.id)).toBeUndefined();
  all.away.delete(1);
  await vi.waitFor(() => expect(all.recording.size).toBe(0), { timeout: 5000 });
  const isOwed = async () => JSON.stringify((await rows()).map(({ kept }) => kept)).includes('"hasToStop":true');
  await vi.waitFor(async () => expect(await isOwed()).toBe(false));
});

test('a run that was ending when the server ended keeps its verdict, and ends once', async () => {
  const all = fake();
  const { program } = fakeProgram(({ type }) =>
    type === 'start' ? [record] : type === 'button' ? [{ type: 'end', verdict: 'done', text: words('Bravo') }] : [],
  );
  const before = await serve(all, async () => program);
  const run = await start(before, [1]);
  if (isRefusal(run)) throw run;
  await vi.waitFor(() => expect(all.recording.size).toBe(1));
  all.away.add(1);
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(run.present().state).toBe('stopping'));
  await before.stop();
  // The server that ended waits for nobody any more, nor writes.
  all.time.passedMs = 61_000;
  await run.stop('coach');
  expect(await rows()).toMatchObject([{ state: 'stopping', endedBy: 'done' }]);
  all.away.delete(1);
  await serve(all, async () => undefined);
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'ended', endedBy: 'done' }]));
  expect((await rows())[0]?.kept).toMatchObject({ end: 'done', verdict: words('Bravo') });
  expect(all.recording.size).toBe(0);
});

test('what of the jail was missing stands in its run; a start that wants more than there is is refused with its reason', async () => {
  const scenarios = await serve(fake(), async () => ({ ...recording(), missing: ['user'] }));
  const run = await start(scenarios, [1]);
  if (isRefusal(run)) throw run;
  expect([run.present().missing, run.presentFor(1).missing]).toEqual([['user'], ['user']]);
  const strict = await serve(fake(), async () => refuse('scenario.noJail', { missing: words('user') }));
  const refused = await start(strict, [2]);
  expect(isRefusal(refused) && refused.code).toBe('scenario.noJail');
});

test('an analysis that waited when its run ended is done by the next server, once its record has signals', async () => {
  const all = fake();
  let isDecoded = false;
  const found = { values: { heightImpulse: { value: 0.31, unit: 'm' } }, refusal: null };
  const given: Fake = {
    ...all,
    devices: { ...all.devices, measuringDevice: (number) => ({ recordId: 100 + number }) },
    records: { ...all.records, analyse: async () => found, isReadable: async () => isDecoded },
  };
  const { program } = fakeProgram(({ type }) =>
    type === 'start'
      ? [record]
      : type === 'button'
        ? [{ type: 'analyse', id: 1, analysis: 'cmj', window: null, of: null }]
        : [],
  );
  const before = await serve(given, async () => program);
  const run = await start(before, [1]);
  if (isRefusal(run)) throw run;
  await vi.waitFor(() => expect(all.recording.size).toBe(1));
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(run.late.isWaiting).toBe(true));
  await run.stop('coach');
  expect(before.ofClient(clientId)).toMatchObject([{ state: 'ended', waiting: [{ record_id: 101 }] }]);
  await before.stop();
  isDecoded = true;
  const after = await serve(given, async () => undefined);
  await vi.waitFor(async () =>
    expect((await rows())[0]?.kept).toMatchObject({
      analyses: [],
      results: [{ name: 'cmj.heightImpulse', value: 0.31 }],
    }),
  );
  await vi.waitFor(() => expect(after.ofClient(clientId)).toEqual([]));
});
