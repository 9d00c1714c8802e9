import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

let hub: TestHub;
let ask: Program;
let coach: Program;
let clientId: number;
let source: Said;
/** What the first replay made. */
let first: number;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  const { ask: asked, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!');
  ask = asked;
  clientId = session.client_id;
  coach = (await signInPlainly(hub.url, 'coach@demo.sillage', 'Coach-2026!')).ask;
  source = await waitUntil('the recording of the demo to be decoded', async () => {
    const { body } = await ask('POST', '/records/all', { type: 'all', pageSize: -1 });
    return body.records.find((one: Said) => one.basename.includes('maxi-0082') && one.visualisable);
  });
});
afterAll(async () => {
  await hub?.stop();
});

const running = async (): Promise<Said[]> => (await ask('GET', `/clients/${clientId}/replays`)).body.items;
const deviceOf = async (number: number): Promise<Said | undefined> => {
  const { body } = await ask('POST', `/devices/rt/${clientId}/all`);
  return body.find((one: Said) => one.number === number);
};
const command = (number: number, method: string) =>
  ask('POST', `/devices/rt/${clientId}/${number}/rpc/request`, { method, params: {} });
const connected = (number: number) =>
  waitUntil('the replay to be connected', async () => {
    const device = await deviceOf(number);
    return device?.is_connected && device.realtime_data_keys.length > 0 && device;
  });
/** Every sample of a variable of a record. */
async function samplesOf(id: number, variable: string): Promise<number[]> {
  const { body } = await ask('GET', `/records/${id}/data?wanted_x=T&wanted_y=${variable}&maxData=100000`);
  return body.data[variable].data.map(({ y }: Said) => y);
}
/** The record that a replay of this number made. */
const recordOf = (number: number, but?: number): Promise<Said> =>
  waitUntil('the record of the replay to be decoded', async () => {
    const { body } = await ask('POST', '/records/all', { type: 'all', pageSize: -1 });
    return body.records.find(
      (one: Said) => one.basename.startsWith(`${number}_`) && one.visualisable && one.id !== but,
    );
  });

test('a record is played as a device of its client, is recorded, and says the same again', async () => {
  const { status, body } = await coach('POST', `/records/${source.id}/replay`, { speed: 4, loop: true });
  expect([status, body]).toMatchObject([201, { record_id: source.id, speed: 4, loop: true, position: 0 }]);
  expect(Math.abs(body.duration - source.duration)).toBeLessThan(0.1);
  const { number } = body;
  expect(Math.floor(number / 10_000)).toBe(1091);
  const device = await connected(number);
  expect(device.name).toBe(source.basename);
  expect(device.users).toEqual([]);
  expect((await command(number, 'v1.record.rec.start')).status).toBe(200);
  await waitUntil('two seconds to be recorded', async () => ((await deviceOf(number))?.recTime ?? 0) > 2);
  expect((await running())[0]?.position).toBeGreaterThan(4);
  expect((await command(number, 'v1.record.rec.stop')).status).toBe(200);
  const made = await recordOf(number);
  first = made.id;
  expect(made.duration).toBeGreaterThan(1.9);
  expect((await ask('GET', `/records/${made.id}/errors`)).body).toEqual([]);
  // Four times as fast: what the record has in a quarter of the time, value by value.
  const [again, original] = [await samplesOf(made.id, 'imu.acc_z'), await samplesOf(source.id, 'imu.acc_z')];
  const at = original.findIndex((_, i) => again.slice(0, 50).every((value, j) => value === original[i + j]));
  expect(again.length / made.duration).toBeGreaterThan(3.5 * (original.length / source.duration));
  expect(again).toEqual(original.slice(at, at + again.length));

  expect((await coach('DELETE', `/clients/${clientId}/replays/${number}`)).status).toBe(204);
  expect(await running()).toEqual([]);
  expect(await deviceOf(number)).toBeUndefined();
  expect((await ask('GET', `/records/${made.id}`)).body.visualisable).toBe(true);
});

test('a replay that does not repeat itself ends with its record, and what it recorded is complete', async () => {
  const jump = await waitUntil('the jump to be decoded', async () => {
    const { body } = await ask('POST', '/records/all', { type: 'all', pageSize: -1 });
    return body.records.find((one: Said) => one.basename.includes('cmj') && one.visualisable);
  });
  // The jump is 5 s long: slowed down, it is still there when a busy machine looks for it.
  const { body } = await ask('POST', `/records/${jump.id}/replay`, { speed: 0.25 });
  await connected(body.number);
  expect((await command(body.number, 'v1.record.rec.start')).status).toBe(200);
  await waitUntil('the replay to end', async () => (await running()).length === 0);
  await waitUntil('its device to be gone', async () => (await deviceOf(body.number)) === undefined);
  const made = await recordOf(body.number, first);
  expect(made.other_data).toEqual({ missing_blocks: 0 });
  const [variable = ''] = Object.keys(made.available_data);
  const [again, original] = [await samplesOf(made.id, variable), await samplesOf(jump.id, variable)];
  expect(again.length).toBeGreaterThan(1000);
  // A CSV keeps more than float32 holds: it goes in steps of a power of ten.
  const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(5));
  expect(rounded(again)).toEqual(rounded(original.slice(-again.length)));
  expect((await ask('GET', `/records/${made.id}/errors`)).body).toEqual([]);
});

test('what cannot be played is said: bounds, speeds, other clubs, numbers of replays', async () => {
  const start = (speed: unknown) => ask('POST', `/records/${source.id}/replay`, { speed, loop: true });
  for (const speed of [0.2, 9, 'fast']) expect((await start(speed)).body.code).toBe('request.invalid');
  expect((await ask('POST', `/records/2000000000/replay`, {})).body.code).toBe('entity.notFound');
  const answers = await Promise.all(Array.from({ length: 10 }, () => start(1)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(201), 409, 409]);
  expect(new Set(answers.map(({ body }) => body.number)).size).toBe(9);
  for (const { number } of await running()) {
    expect((await ask('DELETE', `/clients/${clientId}/replays/${number}`)).status).toBe(204);
  }
  const taken = await ask('POST', '/devices', { number: 10_910_001, name: 'x', client_id: clientId });
  expect(taken.body.fields).toEqual({ number: 'deviceNumber' });
});
