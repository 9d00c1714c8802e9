import { isRefusal } from '@sillage/contract';
import type { ScenarioProgram } from '@sillage/scenario-language';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { createScenarios, type MakeProgram, type Scenarios } from './create-scenarios.ts';
import { createLanguages } from './languages.ts';
import { type Fake, fake, words } from './make-test-run.ts';

const source = `scenario "A" en "A"
record start
wait button
record stop
end "Bravo" en "Well done"
`;
const { make } = createLanguages(() => ({ requireJail: false }));

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

interface Server {
  readonly scenarios: Scenarios;
  /** As kill -9: nothing of it is written, sent or told any more, and nothing is said beforehand. */
  kill(): void;
}

async function serve(all: Fake, makeProgram: MakeProgram = make): Promise<Server> {
  let isDead = false;
  const log = { info() {}, warn() {}, error() {}, child: () => log };
  const forEver = new Promise<never>(() => undefined);
  const scenarios = createScenarios({
    ...{ ...all, makeProgram, log: log as never },
    database: {
      get db() {
        if (isDead) throw new Error('the program was killed');
        return opened.database.db;
      },
    },
    devices: {
      ...all.devices,
      command: (...given) => (isDead ? forEver : all.devices.command(...given)),
      showScenario: (...given) => (isDead ? undefined : all.devices.showScenario(...given)),
    },
    realtime: { emit: () => undefined, onEnter: () => undefined } as never,
    life: { onChanged: () => undefined } as never,
    followIndicators: () => () => undefined,
  });
  toStop.push(scenarios);
  await scenarios.load();
  scenarios.start();
  return {
    scenarios,
    kill() {
      isDead = true;
    },
  };
}

async function start({ scenarios }: Server) {
  const run = await scenarios.begin({
    ...{ clientId, language: 'txt', source, params: {} },
    scenario: { id: null as never, classname: 'A', display_name: words('A') },
    devices: [{ number: 1, athlete: null }],
  });
  if (isRefusal(run)) throw run;
  return run;
}

const row = async () => (await opened.database.db.select().from(tables.scenarioRuns))[0];
const recordingRun = async (all: Fake, server: Server) => {
  const run = await start(server);
  await vi.waitFor(() => expect([all.recording.size, run.present().state]).toEqual([1, 'running']));
  await vi.waitFor(async () => expect((await row())?.program).not.toBeNull());
  return run;
};
/** A program that does not come to its first answer. */
const silent: ScenarioProgram = {
  handle: () => new Promise(() => undefined),
  keep: () => null,
  close: async () => undefined,
};

/** Brings a run into a state; the server that has it then. */
const states: Readonly<Record<string, (all: Fake) => Promise<Server>>> = {
  async starting_scenario(all) {
    const server = await serve(all, async () => silent);
    await start(server);
    return server;
  },
  async scenario(all) {
    const server = await serve(all);
    await recordingRun(all, server);
    return server;
  },
  async stopping_scenario(all) {
    const server = await serve(all);
    const run = await recordingRun(all, server);
    all.refusing.add(1);
    void run.stop('coach');
    await vi.waitFor(async () => expect((await row())?.state).toBe('stopping'));
    return server;
  },
  async recovery_scenario(all) {
    const server = await serve(all);
    await recordingRun(all, server);
    server.kill();
    return serve(all);
  },
};

const slow = { timeout: 8000 };
const ended = (end: string) =>
  vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'ended', endedBy: end }), slow);

const afterProgram: Readonly<Record<string, string>> = {
  // It had answered nothing: there is nothing to go on with.
  ...{ starting_scenario: 'crash', scenario: 'done', stopping_scenario: 'coach', recovery_scenario: 'done' },
};

test.each(Object.entries(afterProgram))(
  'killed with the program in %s, a run ends as %s, and its device records no more',
  async (state, end) => {
    const all = fake();
    const server = await states[state]?.(all);
    expect(all.states.at(-1)).toBe(`1 ${state}`);
    server?.kill();
    all.refusing.clear();
    const { scenarios } = await serve(all);
    const [run] = scenarios.ofClient(clientId);
    if (end === 'done') {
      expect(run).toMatchObject({ state: 'running', devices: [{ number: 1, joined: true }] });
      expect(all.recording.size).toBe(1);
      scenarios.find(run?.run_id ?? 0)?.happened({ type: 'button', device: null });
    }
    await ended(end);
    await vi.waitFor(() => expect(all.recording.size).toBe(0), slow);
    expect(all.states.at(-1)).toBe('1 -');
    expect(JSON.stringify((await row())?.kept)).not.toContain('"hasToStop":true');
  },
);

const afterDevice: Readonly<Record<string, string>> = {
  ...{ starting_scenario: 'coach', scenario: 'device', stopping_scenario: 'coach', recovery_scenario: 'device' },
};

test.each(Object.entries(afterDevice))(
  'where the device is switched off in %s and comes back, a run ends as %s',
  async (state, end) => {
    const all = fake();
    const server = await states[state]?.(all);
    // A member knows by its blocks that it makes a record.
    const [shown] = server?.scenarios.ofClient(clientId) ?? [];
    const run = server?.scenarios.find(shown?.run_id ?? 0);
    const member = run?.member(1);
    if (member !== undefined && all.recording.has(1)) member.deviceRecordId = 7;
    all.away.add(1);
    all.recording.delete(1);
    all.refusing.clear();
    await new Promise((resolve) => setTimeout(resolve, 200));
    all.away.delete(1);
    if (state === 'starting_scenario') await run?.stop('coach');
    await ended(end);
    expect(all.states.at(-1)).toBe('1 -');
    expect(JSON.stringify((await row())?.kept)).not.toContain('"hasToStop":true');
  },
);
