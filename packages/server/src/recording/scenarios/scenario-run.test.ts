import type { ScenarioCommand } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import { fake, fakeProgram, openRun, record, words } from './make-test-run.ts';

test('it goes from its start to its end by what its program asks, and every device is free again', async () => {
  const all = fake();
  const { program } = fakeProgram(({ type }) =>
    type === 'start'
      ? [record, { type: 'result', device: null, name: 'h', value: 31, unit: 'cm' }]
      : type === 'button'
        ? [{ type: 'end', verdict: 'done', text: words('Bravo') }]
        : [],
  );
  const run = openRun(all, program);
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
  const run = openRun(all, program);
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
  const run = openRun(all, program);
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
  const run = openRun(all, program);
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
    const run = openRun(all, recordAndStop().program);
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
  const run = openRun(all, recordAndStop().program);
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

const archived = (all: { readonly told: readonly { readonly number: number; readonly state: string | null }[] }) =>
  all.told.filter(({ state }) => state === 'archived').map(({ number }) => number);

test('devices that leave at the same time leave no run behind, and each is told once', async () => {
  const all = fake();
  const { program, heard } = fakeProgram(({ type }) => (type === 'start' ? [record] : []));
  const run = openRun(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  const members = run.joined();
  await Promise.all([...members, ...members].map((member) => run.leave(member, 'coach')));
  await vi.waitFor(() => expect(all.ended).toHaveBeenCalledOnce());
  expect(run.present()).toMatchObject({ state: 'ended', end: 'coach' });
  expect(archived(all).toSorted()).toEqual([1, 2]);
  expect(all.recording.size).toBe(0);
  expect(heard.filter(({ type }) => type === 'left')).toHaveLength(1);
});

test('a device that leaves twice is told once, and the others go on', async () => {
  const all = fake();
  const { program } = fakeProgram(({ type }) => (type === 'start' ? [record] : []));
  const run = openRun(all, program);
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  const [first] = run.joined();
  if (first !== undefined) await Promise.all([run.leave(first, 'coach'), run.leave(first, 'coach')]);
  expect([archived(all), run.isOver, [...all.recording]]).toEqual([[1], false, [2]]);
});

test('after a restart each device recovers by its own first block', async () => {
  const all = fake();
  const run = openRun(all, recordAndStop().program, { isResumed: true });
  const states = () => [1, 2].map((number) => run.presentFor(number).state);
  expect(states()).toEqual(['recovery_scenario', 'recovery_scenario']);
  run.recovered(2);
  expect(states()).toEqual(['recovery_scenario', 'scenario']);
  expect(all.states.at(-1)).toBe('2 scenario');
  run.recovered(1);
  expect(states()).toEqual(['scenario', 'scenario']);
});

test.each([
  [undefined, 24 * 3600],
  [600, 600],
])('a run whose program has a limit of %s s ends by time after %s s', async (limitSeconds, seconds) => {
  const all = fake();
  const { program, heard } = fakeProgram(() => []);
  const run = openRun(all, limitSeconds === undefined ? program : { ...program, limitSeconds });
  all.time.passedMs = (seconds - 5) * 1000;
  await run.look();
  expect(run.isOver).toBe(false);
  all.time.passedMs = (seconds + 5) * 1000;
  await run.look();
  expect(run.present()).toMatchObject({ state: 'ended', end: 'time' });
  expect(heard.at(-1)).toMatchObject({ type: 'stop', by: 'time' });
});
