import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { listenTo, type Program, type Said, signInPlainly } from './plain-program.ts';

/** A bike: power, cadence, speed and heart rate, once a second. And force plates. */
const [bike, plates] = [20100009, 10200042];
let hub: TestHub;
let ask: Program;
let session: Said;
let devices: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
  devices = `/devices/rt/${session.client_id}`;
  await hub.plug([bike, plates]);
  for (const number of [bike, plates]) {
    await waitUntil('the device to be connected', async () => (await settings(number)).is_connected);
  }
});
afterAll(async () => {
  await hub?.stop();
});

const settings = async (number: number): Promise<Said> => (await ask('GET', `${devices}/${number}/settings`)).body;
const sportId = async (name: string): Promise<number> =>
  (await ask('GET', `/clients/${session.client_id}/sports`)).body.items.find((sport: Said) => sport.name === name).id;
const event = 'app/device/ind/json/all';

function enter(number: number) {
  const socket = listenTo(hub.url);
  onTestFinished(() => void socket.close());
  socket.say('subscribe', { room: `app/device/${number}/ind/json/all`, token: session.access_token });
  return socket;
}

test('a device tells the indicators of its sport, and of its next record what was chosen', async () => {
  const sport_id = await sportId('velo');
  const chosen = { sport_id, user_ids: [], title: 'Côte du soir', comment: 'vent de dos' };
  const { body: next } = await ask('PUT', `${devices}/${bike}/session`, chosen);
  expect(next).toEqual({ ...chosen, exercise_id: null });
  expect((await ask('PUT', `${devices}/${bike}/session`, { sport_id: 999_999 })).body.fields).toEqual({
    sport_id: 'unknown',
  });

  const { body: told } = await ask('GET', `${devices}/${bike}/indicators`);
  const names = ['recordTime', 'power', 'cadence', 'speed', 'distance', 'heartRate'];
  expect([told.sport, told.indicators.map(({ name }: Said) => name)]).toEqual(['velo', names]);
  const idle = await enter(bike).hears(event, ({ indicators }) => indicators.power?.value !== null);
  expect(idle).toMatchObject({ number: bike, recTime: null, indicators: { power: { type: 'number', unit: 'W' } } });
  expect(idle.indicators.recordTime.value).toBeNull();

  await ask('POST', `${devices}/${bike}/rpc/request`, { method: 'v1.record.rec.start', params: {} });
  const made = await enter(bike).hears(
    event,
    ({ recTime, indicators }) => recTime > 1 && indicators.distance.value !== null,
  );
  expect(Object.keys(made.indicators)).toEqual(names);
  expect(made.indicators.recordTime).toMatchObject({ type: 'chrono', unit: 's' });
  expect(Math.abs(made.indicators.recordTime.value - made.recTime)).toBeLessThan(0.01);
  await ask('POST', `${devices}/${bike}/rpc/request`, { method: 'v1.record.rec.stop', params: {} });

  const { body } = await ask('POST', '/records/all', { search: 'Côte du soir' });
  expect(body.records[0]).toMatchObject({ sport_id, comment: 'vent de dos', user_ids: [] });
  expect((await ask('GET', `${devices}/${bike}/session`)).body).toMatchObject({ sport_id, title: '', comment: '' });
});

test('a club chooses which, in its order; jumps are counted from the start of the record', async () => {
  const path = `/clients/${session.client_id}/indicators`;
  expect((await ask('PUT', path, { sport: 'jump', indicators: ['nonsense'] })).body.fields).toEqual({
    'indicators.0': 'unknown',
  });
  const { body } = await ask('PUT', path, { sport: 'jump', indicators: ['jumps', 'force'] });
  expect(body.sports.find(({ sport }: Said) => sport === 'jump')).toEqual({
    ...{ sport: 'jump', indicators: ['jumps', 'force'], is_default: false },
  });
  await ask('PUT', `${devices}/${plates}/session`, { sport_id: await sportId('jump') });
  await ask('POST', `${devices}/${plates}/rpc/request`, { method: 'v1.record.rec.start', params: {} });
  const jumped = await enter(plates).hears(event, ({ indicators }) => indicators.jumps?.value >= 1);
  expect(Object.keys(jumped.indicators)).toEqual(['jumps', 'force']);
  expect(jumped.indicators.jumps.at).toBeLessThanOrEqual(jumped.recTime);
  await ask('POST', `${devices}/${plates}/rpc/request`, { method: 'v1.record.rec.stop', params: {} });
});
