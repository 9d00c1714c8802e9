import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { listenTo, type Program, plainProgram, type Said, signInPlainly } from './plain-program.ts';

const number = 10200042;
let hub: TestHub;
let ask: Program;
let session: Said;
let devices: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
  devices = `/devices/rt/${session.client_id}`;
  await hub.plug([number]);
  await waitUntil('the device to be connected', async () => (await settings()).is_connected);
});
afterAll(async () => {
  await hub?.stop();
});

const settings = async (): Promise<Said> => (await ask('GET', `${devices}/${number}/settings`)).body;
const press = (what: string, body: object = {}) => ask('POST', `${devices}/${number}/selection/${what}`, body);
const record = (cmd_type: string) =>
  ask('POST', `${devices}/${number}/rpc/request`, { feature: 'record', cmd_type, params: {} });
const codeOf = ({ status, body }: { status: number; body: Said }) => [status, body.code];

async function recording(): Promise<void> {
  await record('cmd_start');
  await waitUntil('the device to record', async () => (await settings()).recTime > 0);
}

/** The selections of a record once it has samples. */
async function selectionsOf(recordId: number): Promise<Said> {
  await waitUntil('the record to be decoded', async () => (await ask('GET', `/records/${recordId}`)).body.visualisable);
  return (await ask('GET', `/records/${recordId}/selections`)).body;
}

test('a press begins a selection, which is shown beside the curves, and another one ends it', async () => {
  expect(codeOf(await press('start'))).toEqual([409, 'device.notRecording']);
  await recording();
  expect(codeOf(await press('stop'))).toEqual([409, 'device.noSelectionOpen']);
  const room = listenTo(hub.url);
  onTestFinished(() => void room.close());
  room.say('subscribe', { room: `app/device/${number}/data/json/all`, token: session.access_token });

  const begun = await press('start', { exercise: '500 m' });
  expect(begun).toMatchObject({ status: 200, body: { number, selection: { num: 1, t1: null, exercise: '500 m' } } });
  expect(codeOf(await press('start'))).toEqual([409, 'device.selectionOpen']);
  const shown = await room.hears('app/device/data/json/all', ({ selections }) => selections.length === 1);
  expect(shown.selections[0]).toEqual(begun.body.selection);
  expect(begun.body.selection.t0).toBeLessThanOrEqual(shown.recTime + 1);

  const marked = await press('mark');
  expect(marked.body).toMatchObject({ ended: { num: 1 }, selection: { num: 2, t1: null, exercise: '500 m' } });
  expect(marked.body.selection.t0).toBe(marked.body.ended.t1);
  const ended = await press('stop', { comment: 'vent de face' });
  expect(ended.body.selection).toMatchObject({ num: 2, comment: 'vent de face', id: expect.any(Number) });
  await room.hears('app/device/data/json/all', ({ selections }) => selections[1]?.t1 > 0);
  await press('start');
  await record('cmd_stop');

  const kept = await selectionsOf(begun.body.record_id);
  expect(kept.map(({ num, exercise, comment }: Said) => [num, exercise, comment])).toEqual([
    ...[[1, '500 m', '']],
    ...[[2, '500 m', 'vent de face']],
    [3, '', ''],
  ]);
  const { body: made } = await ask('GET', `/records/${begun.body.record_id}`);
  expect(kept[2].t1, 'the open one ends with the record').toBeCloseTo(made.duration, 1);
});

test('several devices at one moment, or all that record, by an API key; each says what it refuses', async () => {
  const { body: key } = await ask('POST', '/api_keys', { name: 'Chrono', access: 'write' });
  const program = plainProgram(hub.url, `ApiKey ${key.key}`);
  expect(await program('POST', `${devices}/selection/start`)).toMatchObject({ status: 200, body: [] });
  const away = (await ask('POST', `${devices}/all`)).body.find((one: Said) => !one.is_connected).number;
  await recording();
  const both = await program('POST', `${devices}/selection/mark`, { device_numbers: [number, away] });
  expect(both.body.map(({ number: of, code, selection }: Said) => [of, code ?? selection.num])).toEqual(
    [
      [number, 1],
      [away, 'device.notConnected'],
    ].sort(([a], [b]) => Number(a) - Number(b)),
  );
  expect((await program('POST', `${devices}/selection/stop`)).body).toMatchObject([{ number, selection: { num: 1 } }]);
  expect((await program('POST', `${devices}/selection/stop`, { device_numbers: [1] })).status).toBe(404);
  expect(codeOf(await program('POST', `${devices}/${away}/selection/start`))).toEqual([418, 'device.notConnected']);
  await record('cmd_stop');
});
