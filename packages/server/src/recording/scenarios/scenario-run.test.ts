import { type DeviceStatus, refuse } from '@sillage/contract';
import type { ScenarioCommand, ScenarioEvent, ScenarioProgram } from '@sillage/scenario-language';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RunNow } from './keep-runs.ts';
import type { RunDevices, RunRecords } from './run-devices.ts';
import { newMember, nothingDone } from './run-state.ts';
import { type RunDependencies, ScenarioRun } from './scenario-run.ts';

const words = (text: string) => ({ fr: text, en: text });

/** A program that answers as it is told, and keeps what it heard. */
function fakeProgram(answer: (event: ScenarioEvent) => readonly ScenarioCommand[] | Promise<never>) {
  const heard: ScenarioEvent[] = [];
  const program: ScenarioProgram = {
    async handle(event) {
      heard.push(event);
      return answer(event);
    },
    keep: () => JSON.stringify(heard.length),
    close: vi.fn(async () => undefined),
  };
  return { program, heard };
}

interface Fake extends RunDependencies {
  readonly commands: string[];
  readonly states: string[];
  readonly told: { readonly number: number; readonly state: string | null }[];
  readonly written: RunNow[];
  readonly recording: Set<number>;
  readonly away: Set<number>;
  /** They are there, and answer nothing. */
  readonly refusing: Set<number>;
  readonly time: { passedMs: number };
}

function fake(): Fake {
  const commands: string[] = [];
  const states: string[] = [];
  const recording = new Set<number>();
  const away = new Set<number>();
  const refusing = new Set<number>();
  const time = { passedMs: 0 };
  const told: Fake['told'] = [];
  const written: RunNow[] = [];
  const devices: RunDevices = {
    tap: { listen: () => () => undefined, startOf: () => undefined },
    async command(number, method) {
      if (away.has(number)) return refuse('device.notConnected');
      commands.push(`${number} ${method}`);
      if (refusing.has(number)) return refuse('device.timeout');
      if (method.endsWith('start')) recording.add(number);
      if (method.endsWith('stop')) recording.delete(number);
      return {};
    },
    // Only these two fields are read of it.
    deviceStatus: (number) =>
      ({
        is_connected: !away.has(number),
        deviceRecId: recording.has(number) && !away.has(number) ? 7 : null,
      }) as DeviceStatus,
    recordNow: async (number) =>
      recording.has(number) && !away.has(number) ? { recordId: 100 + number, recTime: 1 } : undefined,
    measuringDevice: () => undefined,
    showScenario: (number, state) => void states.push(`${number} ${state ?? '-'}`),
  };
  const nothing = { values: {}, refusal: null };
  const records: RunRecords = {
    select: async () => undefined,
    analyse: async () => nothing,
    analyseLive: async () => nothing,
    writeOutcome: async () => undefined,
    isReadable: async () => true,
  };
  return {
    ...{ devices, records, commands, states, told, written, recording, away, refusing, time },
    realtime: {
      emit: (_, number, status) => void told.push({ number, state: 'state' in status ? (status.state ?? null) : null }),
    },
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() + time.passedMs },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as RunDependencies['log'],
    write: async (_, now) => void written.push(now),
    ended: vi.fn(),
  };
}

function open(dependencies: Fake, program: ScenarioProgram, numbers = [1, 2]): ScenarioRun {
  const about = {
    id: 5,
    clientId: 1,
    scenarioId: 3,
    classname: 'A',
    displayName: words('A'),
    params: {},
    startedAt: new Date(),
  };
  const kept = nothingDone(numbers.map((number) => newMember(number, null)));
  const run = new ScenarioRun(dependencies, { about, kept, program, elapsedSeconds: 0, isResumed: false });
  onTestFinished(() => run.close());
  run.begin();
  return run;
}

const record: ScenarioCommand = { type: 'record', action: 'start' };

test('it goes from its start to its end by what its program asks, and every device is free again', async () => {
  const all = fake();
  const { program } = fakeProgram(({ type }) =>
    type === 'start'
      ? [record, { type: 'result', device: null, name: 'h', value: 31, unit: 'cm' }]
      : type === 'button'
        ? [{ type: 'end', verdict: 'done', text: words('Bravo') }]
        : [],
  );
  const run = open(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(all.ended).toHaveBeenCalledOnce());
  expect(run.present()).toMatchObject({
    state: 'ended',
    end: 'done',
    verdict: { en: 'Bravo' },
    results: [{ value: 31 }],
  });
  expect(run.present().devices.map(({ record_ids }) => record_ids)).toEqual([[101], [102]]);
  expect(all.states.filter((said) => said.startsWith('1 '))).toEqual([
    ...['1 starting_scenario', '1 scenario', '1 stopping_scenario', '1 -'],
  ]);
  expect(all.told.filter(({ number }) => number === 2).at(-1)?.state).toBe('archived');
  expect(all.written.at(-1)).toMatchObject({ state: 'ended', program: null, endedAt: expect.any(Date) });
});

test('a device joins late and records with the others; one leaves, and the last one ends it', async () => {
  const all = fake();
  const { program, heard } = fakeProgram(({ type }) => (type === 'start' ? [record] : []));
  const run = open(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.join(9, 'Inès');
  await vi.waitFor(() => expect([...all.recording]).toContain(9));
  for (const number of [1, 2]) {
    const member = run.member(number);
    if (member !== undefined) await run.leave(member, 'coach');
  }
  expect([...all.recording]).toEqual([9]);
  expect(heard.map(({ type }) => type)).toEqual(['start', 'joined', 'left', 'left']);
  all.recording.delete(9);
  const last = run.member(9);
  if (last !== undefined) await run.leave(last, 'device');
  expect(run.present()).toMatchObject({ state: 'ended', end: 'device' });
});

test('a program that asks for too much, or does not answer, ends it with its reason and stops the records', async () => {
  const all = fake();
  const flood = Array.from({ length: 300 }, (): ScenarioCommand => ({ type: 'beep', tone: 'short' }));
  const { program } = fakeProgram(({ type }) => (type === 'start' ? [record] : flood));
  const run = open(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(all.ended).toHaveBeenCalledOnce());
  expect(run.present()).toMatchObject({ end: 'crash', errors: [{ en: expect.stringContaining('too much') }] });
  expect(all.recording.size).toBe(0);
  expect(program.close).toHaveBeenCalled();
});

test('a stop is heard by the program, whose last words are shown, and does not wait for it', async () => {
  const all = fake();
  const stuck = new Promise<never>(() => undefined);
  const { program, heard } = fakeProgram(({ type }) => (type === 'start' ? [record] : stuck));
  const run = open(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  await run.stop('coach');
  expect(heard.at(-1)).toMatchObject({ type: 'stop', by: 'coach' });
  expect(run.present()).toMatchObject({ state: 'ended', end: 'coach' });
});

const recordAndStop = () =>
  fakeProgram(({ type }) =>
    type === 'start' ? [record] : type === 'button' ? [{ type: 'record', action: 'stop' }] : [],
  );

test.each(['away', 'refusing'] as const)(
  'a device that is %s when its record is to stop is told later',
  async (how) => {
    const all = fake();
    const run = open(all, recordAndStop().program);
    await vi.waitFor(() => expect(all.recording.size).toBe(2));
    all[how].add(1);
    run.happened({ type: 'button', device: null });
    await vi.waitFor(() => expect([...all.recording]).toEqual([1]));
    await run.look();
    expect([...all.recording]).toEqual([1]);
    all[how].delete(1);
    await run.look();
    expect(all.recording.size).toBe(0);
    expect(run.joined()).toHaveLength(2);
  },
);

test('a run ends without a device that stays away, and its record is stopped when it is back', async () => {
  const all = fake();
  const run = open(all, recordAndStop().program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  all.away.add(1);
  const stopped = run.stop('coach');
  await vi.waitFor(() => expect([...all.recording]).toEqual([1]));
  all.time.passedMs = 61_000;
  await stopped;
  expect([run.present().state, run.hasToStop]).toEqual(['ended', true]);
  expect(all.written.at(-1)?.kept.members.map(({ hasToStop }) => hasToStop)).toEqual([true, false]);
  await run.look();
  expect([...all.recording]).toEqual([1]);
  all.away.delete(1);
  await run.look();
  expect([all.recording.size, run.hasToStop]).toEqual([0, false]);
  expect(all.written.at(-1)).toMatchObject({ state: 'ended', kept: { members: [{ hasToStop: false }, {}] } });
});
