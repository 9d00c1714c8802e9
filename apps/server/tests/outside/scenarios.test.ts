import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { listenTo, type Program, type Said, signInPlainly } from './plain-program.ts';

const number = 10200042;
let hub: TestHub;
let ask: Program;
let session: Said;
let devices: string;
let own: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
  devices = `/devices/rt/${session.client_id}`;
  own = `/clients/${session.client_id}/scenarios`;
  await hub.plug([number]);
  await waitUntil('the device to be connected', async () => (await settings()).is_connected);
});
afterAll(async () => {
  await hub?.stop();
});

const event = 'app/device/scenario/status';
const isCountdown = ({ kind }: Said) => kind === 'countdown';
const settings = async (): Promise<Said> => (await ask('GET', `${devices}/${number}/settings`)).body;
const guided = async (): Promise<Said> =>
  (await ask('GET', own)).body.items.find(({ classname }: Said) => classname === 'GuidedRecordScenario');

function enter() {
  const socket = listenTo(hub.url);
  onTestFinished(() => void socket.close());
  socket.say('subscribe', { room: `app/device/${number}/scenario/status`, token: session.access_token });
  return socket;
}

const idle = () => waitUntil('the device to be free', async () => (await settings()).state === 'idle');

async function start(params: object = {}): Promise<Said> {
  await idle();
  const { id: scenario_id } = await guided();
  const started = await ask('POST', '/scenarios/start', { scenario_id, device_numbers: [number], params });
  expect(started.status).toBe(201);
  return started.body;
}

test('a program starts a scenario, follows it, presses its button; what it made is a record with results', async () => {
  const room = enter();
  expect(await room.hears(event)).toMatchObject({ number, run_id: null, joined: false, state: null, prompts: [] });
  const run = await start({ length: 2 });
  expect(run).toMatchObject({
    scenario: 'GuidedRecordScenario',
    devices: [{ number, joined: true }],
    params: { length: 2 },
  });
  const { run_id } = run;

  const asking = await room.hears(event, ({ prompts }) => prompts.length > 0);
  expect(asking).toMatchObject({ run_id, joined: true, scenario: 'GuidedRecordScenario', step_title: { en: 'Ready' } });
  expect(asking.prompts[0]).toMatchObject({ fr: expect.any(String), en: 'Press to begin', kind: 'text' });
  await room.hears(event, ({ state }) => state === 'scenario');
  expect((await settings()).state).toBe('scenario');
  const { body: asked } = await ask('GET', `/scenarios/${run_id}/settings`);
  expect(asked).toMatchObject({
    ...{ run_id, state: 'running', params: { length: 2 }, step_title: { en: 'Ready' } },
    prompts: [{ number: null, en: 'Press to begin', kind: 'text' }],
  });
  const again = await ask('POST', '/scenarios/start', { scenario_id: run.scenario_id, device_numbers: [number] });
  expect([again.status, again.body.code]).toEqual([409, 'scenario.deviceTaken']);

  await ask('POST', `/scenarios/${run_id}/push_button`);
  const counting = await room.hears(event, ({ prompts }) => prompts.some(isCountdown));
  expect(counting.prompts.find(isCountdown).remaining).toBeLessThanOrEqual(3);
  await room.hears(event, ({ beep }) => beep?.tone === 'long');
  const over = await room.hears(event, ({ state }) => state === 'archived');
  expect(over).toMatchObject({ run_id, joined: false, end: 'done', results: [{ value: 2, unit: 's' }] });
  await idle();

  // The device is told before the run has written all that it found.
  const ended = await waitUntil('the run to be over', async () => {
    const { body } = await ask('GET', `/scenarios/${run_id}/settings`);
    return body.state === 'ended' ? body : undefined;
  });
  expect(ended).toMatchObject({
    state: 'ended',
    end: 'done',
    errors: [],
    devices: [{ record_ids: [expect.any(Number)] }],
  });
  const recordId = ended.devices[0].record_ids[0];
  await waitUntil('the record to be decoded', async () => (await ask('GET', `/records/${recordId}`)).body.visualisable);
  const { body: record } = await ask('GET', `/records/${recordId}`);
  expect(record).toMatchObject({
    record_type: 'scenario',
    scenario_id: run.scenario_id,
    scenario_classname: 'GuidedRecordScenario',
    selections: [{ num: 1 }],
    other_data: { scenario: { run_id, results: [{ value: 2, unit: 's' }] } },
  });
  const { body: list } = await ask('POST', '/records/all', { scenario_ids: [run.scenario_id] });
  expect(list.records.map(({ id }: Said) => id)).toEqual([recordId]);
  expect((await ask('POST', `/scenarios/${run_id}/push_button`)).body.code).toBe('scenario.notRunning');
});

test('a stop ends the record at once; a cancelling button, too', async () => {
  for (const [how, body, end] of [
    ['stop', undefined, 'coach'],
    ['push_button', { cancel: true }, 'button'],
  ] as const) {
    const room = enter();
    const { run_id } = await start({ length: 60 });
    await ask('POST', `/scenarios/${run_id}/push_button`);
    await room.hears(event, (said) => said.run_id === run_id && said.step_title?.en === 'Measure');
    await waitUntil('the device to record', async () => (await settings()).recTime > 0.5);
    await ask('POST', `/scenarios/${run_id}/${how}`, body);
    const over = await room.hears(event, (said) => said.run_id === run_id && said.state === 'archived');
    expect(over).toMatchObject({ joined: false, end, prompts: [] });
    await idle();
    expect((await settings()).recTime).toBeNull();
  }
});

test('a compiled scenario is uploaded with its errors, corrected, made a ghost of; a ghost says that it lost its program', async () => {
  const form = new FormData();
  form.append('file', new Blob(['scenario "Essai" en "Try"\nrecord begin\n']), 'Mon essai.txt');
  form.append('data', '{}');
  const compiled = `/scenarios/${session.client_id}/compiled`;
  const made = await ask('POST', compiled, form);
  expect(made).toMatchObject({ status: 201, body: { name: 'Essai', classname: 'Essai', is_compiled: true } });
  expect(made.body.problems[0]).toMatchObject({ line: 2, message: { fr: expect.any(String) } });
  const start = { scenario_id: made.body.id, device_numbers: [number] };
  expect((await ask('POST', '/scenarios/start', start)).body.code).toBe('scenario.hasProblems');

  const source = 'scenario "Essai" en "Try"\nparam rest duration = 5 s "Repos" en "Rest"\nwait rest\n';
  const mended = await ask('PUT', `${compiled}/${made.body.id}`, { source });
  expect(mended.body).toMatchObject({ problems: [], params: [{ name: 'rest', default: 5, unit: 's' }] });
  expect((await ask('POST', `${compiled}/${made.body.id}/recompile`)).body.problems).toEqual([]);
  expect((await ask('GET', `${compiled}/${made.body.id}/download`)).body).toBe(source);
  expect((await ask('POST', '/scenarios/compiled/example', { language: 'py' })).body.filename).toMatch(/\.py$/);

  const ghost = await ask('POST', own, { name: 'Essai long', classname: 'Essai', config: { rest: 30 } });
  expect(ghost).toMatchObject({
    status: 201,
    body: { kind: 'ghost', missing_class: false, params: [{ default: 30 }] },
  });
  expect((await ask('POST', `${own}/compiled_available`)).body.items.map(({ classname }: Said) => classname)).toContain(
    'Essai',
  );
  expect((await ask('PUT', `/scenarios/${ghost.body.id}`, { comment: 'club' })).body.comment).toBe('club');
  expect((await ask('DELETE', `${own}/${made.body.id}`)).status).toBe(204);
  expect((await ask('GET', `/scenarios/ghost/${ghost.body.id}`)).body).toMatchObject({
    missing_class: true,
    comment: 'club',
  });
  expect((await ask('GET', `${own}/ghost`)).body.total).toBe(1);
  expect((await ask('GET', `${own}?is_calib=true`)).body.items.filter(({ is_calib }: Said) => !is_calib)).toEqual([]);
});
