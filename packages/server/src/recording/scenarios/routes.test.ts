import { api, type DeviceStatus, isRefusal, type Role } from '@sillage/contract';
import type { ScenarioCommand } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import { openTestRoutes } from '../../platform/http/testing.ts';
import type { Scenarios } from './create-scenarios.ts';
import { fake, fakeProgram, openRun, words } from './make-test-run.ts';
import { scenarioRunRoutes } from './routes.ts';

const coach = { userId: 1, clientId: 1, roles: ['Coach'] as Role[], groupIds: [] };
const athlete = { userId: 2, clientId: 1, roles: ['Athlete'] as Role[], groupIds: [] };
const input = { params: { runId: 5 } };

const prompts = [1, 2].map(
  (device): ScenarioCommand => ({ type: 'prompt', id: `mass@${device}`, device, kind: 'enter', text: words('Masse') }),
);

/** A run of a coach with the devices 1, which is the athlete's own, and 2. */
async function open(asked: readonly ScenarioCommand[] = prompts) {
  const all = fake();
  const result: ScenarioCommand = { type: 'result', device: 2, name: 'h', value: 31, unit: 'cm' };
  const { program, heard } = fakeProgram(({ type }) => (type === 'start' ? [...asked, result] : []));
  const run = openRun(all, program);
  await vi.waitFor(() => expect(run.kept.prompts).toHaveLength(asked.filter(({ type }) => type === 'prompt').length));
  const routes = openTestRoutes('/');
  const numbers = (roles: readonly Role[]) => (roles.includes('Coach') ? [1, 2] : [1]);
  scenarioRunRoutes(routes.serve, {
    // Asked of runs that have ended alone.
    database: {} as never,
    scenarios: { find: () => run } as unknown as Scenarios,
    // Its number alone is read.
    devicesFor: async ({ principal: { roles } }) => numbers(roles).map((number) => ({ number }) as DeviceStatus),
  });
  return { ...routes, run, heard };
}

const said = (answer: unknown) => (isRefusal(answer) ? answer.code : 'done');

test('an athlete whose device is in a run of a coach does not stop it, nor push for all', async () => {
  const { ask, run, heard } = await open();
  expect(said(await ask(api.stopScenario, athlete, input))).toBe('permission.denied');
  for (const body of [{}, { cancel: true }, { cancel: true, device_number: 1 }])
    expect(said(await ask(api.pushScenarioButton, athlete, { ...input, body }))).toBe('permission.denied');
  expect(said(await ask(api.pushScenarioButton, athlete, { ...input, body: { device_number: 2 } }))).toBe(
    'entity.notFound',
  );
  expect([run.isOver, heard.length]).toEqual([false, 1]);
  expect(said(await ask(api.pushScenarioButton, athlete, { ...input, body: { device_number: 1 } }))).toBe('done');
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: 'button', device: 1 }));
  expect(said(await ask(api.stopScenario, coach, input))).toBe('done');
  await vi.waitFor(() => expect(run.present()).toMatchObject({ state: 'ended', end: 'coach' }));
});

test('an athlete answers for their own device and makes it leave, no other', async () => {
  const { ask, run, heard } = await open();
  const answer = (device: number) =>
    ask(api.answerScenarioPrompt, athlete, { ...input, body: { prompt: `mass@${device}`, value: 70 } });
  const leave = (device_numbers: number[]) => ask(api.leaveScenario, athlete, { ...input, body: { device_numbers } });
  expect(said(await answer(2))).toBe('scenario.noPrompt');
  expect(said(await leave([1, 2]))).toBe('entity.notFound');
  expect(heard).toHaveLength(1);
  expect(said(await answer(1))).toBe('done');
  expect(said(await leave([1, 1]))).toBe('done');
  await vi.waitFor(() => expect(run.joined().map(({ number }) => number)).toEqual([2]));
});

test('a device answers its own prompt where all have one of the same name, and a coach what either offers', async () => {
  const choice = (value: string, device: number | null): ScenarioCommand => ({
    ...{ type: 'prompt', id: 'side', device, kind: 'choice', text: words('Jambe') },
    choices: [{ value, text: words(value) }],
  });
  const { ask, heard } = await open([choice('both', null), choice('left', 1)]);
  const answer = async (who: typeof coach, value: string) =>
    said(await ask(api.answerScenarioPrompt, who, { ...input, body: { prompt: 'side', value } }));
  expect(await answer(athlete, 'both')).toBe('request.invalid');
  expect(await answer(athlete, 'left')).toBe('done');
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: 'answer', prompt: 'side', value: 'left' }));
  for (const value of ['both', 'left']) expect(await answer(coach, value)).toBe('done');
});

test('an athlete sees their own device of a run, a coach all of it', async () => {
  const { ask } = await open();
  const all = await ask(api.readScenarioRun, coach, input);
  const both = [{ number: 1 }, { number: 2 }];
  expect(all).toMatchObject({ devices: both, prompts: both, results: [{ number: 2 }] });
  const own = await ask(api.readScenarioRun, athlete, input);
  expect(own).toMatchObject({ devices: [{ number: 1 }], prompts: [{ number: 1 }], results: [] });
});

test('a trial is redone or skipped by who commands all devices, while there is one; each sees their own of it', async () => {
  const none = await open();
  const leave = (opened: typeof none, who: typeof coach, trial = 1) =>
    opened.ask(api.leaveScenarioTrial, who, { ...input, body: { action: 'redo', trial } });
  expect(said(await leave(none, coach))).toBe('scenario.noTrial');
  const trial = { turn: 1, of: 3, title: words('Essai 1') };
  const opened = await open([{ type: 'trial', begins: trial, before: 'over' }, ...prompts]);
  expect(said(await leave(opened, athlete))).toBe('permission.denied');
  expect(said(await leave(opened, coach, 2))).toBe('scenario.noTrial');
  expect(opened.heard).toHaveLength(1);
  expect(said(await leave(opened, coach))).toBe('done');
  await vi.waitFor(() => expect(opened.heard.at(-1)).toMatchObject({ type: 'redo' }));
  const all = await opened.ask(api.readScenarioRun, coach, input);
  expect(all).toMatchObject({ trials: [{ turn: 1, results: [{ number: 2 }] }] });
  const own = await opened.ask(api.readScenarioRun, athlete, input);
  expect(own).toMatchObject({ trials: [{ turn: 1, results: [] }], journal: [{ kind: 'start' }, { kind: 'trial' }] });
});
