import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

const number = 10200042;
let hub: TestHub;
let ask: Program;
let clientId: number;
let devices: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  const { ask: asked, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!');
  ask = asked;
  clientId = session.client_id;
  devices = `/devices/rt/${clientId}`;
  await hub.plug([number]);
});
afterAll(async () => {
  await hub?.stop();
});

const state = async (): Promise<Said> => (await ask('GET', `${devices}/buffer`)).body;
const keep = (from: string, to: string, body: object = {}) =>
  ask('POST', `${devices}/buffer/keep`, { from, to, ...body });
const decoded = (id: number): Promise<Said> =>
  waitUntil('the record to be decoded', async () => {
    const { body } = await ask('GET', `/records/${id}`);
    return body.visualisable && body;
  });
const lasts = ({ from, to }: Said) => Date.parse(to) - Date.parse(from);

/** The last stretch of the device, once it lasts so many ms. */
const stretchOf = (ms: number): Promise<Said> =>
  waitUntil('the device to be listened to', async () => {
    const stretch = (await state()).devices[0]?.stretches.at(-1);
    return stretch !== undefined && lasts(stretch) > ms && stretch;
  });

test('what was not recorded becomes a record of its own time', async () => {
  const stretch = await stretchOf(4000);
  expect(await state()).toMatchObject({ is_on: true, hours: 2, devices: [{ number }] });
  const from = new Date(Date.parse(stretch.from) + 1000).toISOString();
  const to = new Date(Date.parse(stretch.from) + 3000).toISOString();
  const { status, body } = await keep(from, to, { device_numbers: [number] });
  expect([status, body]).toEqual([200, [{ number, record_ids: [expect.any(Number)], selections: [] }]]);
  const made = await decoded(body[0].record_ids[0]);
  expect(Math.abs(made.timestamp - Date.parse(from))).toBeLessThan(500);
  expect(Math.abs(made.duration - 2)).toBeLessThan(0.5);
  expect(Object.keys(made.available_data)).toContain('plate.fztot');
  expect((await ask('GET', `/records/${made.id}/errors`)).body).toEqual([]);
  // Asked again, it is there already: once, with a selection.
  const again = await keep(from, to, { device_numbers: [number] });
  expect(again.body).toEqual([{ number, record_ids: [], selections: [{ record_id: made.id, num: 1 }] }]);
  const before = await keep('2020-01-01T00:00:00Z', '2020-01-01T00:01:00Z', { device_numbers: [number] });
  expect(before.body).toMatchObject([{ number, code: 'buffer.nothingThen' }]);
});

test('what was recorded in that time becomes a selection of that record', async () => {
  const record = (method: string) => ask('POST', `${devices}/${number}/rpc/request`, { method, params: {} });
  await record('v1.record.rec.start');
  await waitUntil('two seconds', async () => {
    const { recTime } = (await ask('GET', `${devices}/${number}/settings`)).body;
    return recTime > 2;
  });
  const { body: pressed } = await ask('POST', `${devices}/${number}/selection/mark`);
  await record('v1.record.rec.stop');
  const made = await decoded(pressed.record_id);
  const from = new Date(made.timestamp + 500).toISOString();
  const to = new Date(made.timestamp + 1500).toISOString();
  const { body } = await keep(from, to);
  expect(body).toEqual([{ number, record_ids: [], selections: [{ record_id: made.id, num: 2 }] }]);
  const { body: selections } = await ask('GET', `/records/${made.id}/selections`);
  expect([selections[1].t0, selections[1].t1].map((t: number) => t.toFixed(1))).toEqual(['0.5', '1.5']);
});

test('it is emptied, and switched off for good: nothing is kept, and what was is gone', async () => {
  await stretchOf(500);
  const before = (await state()).devices[0].stretches[0].from;
  expect((await ask('DELETE', `${devices}/buffer`)).status).toBe(204);
  const again = await stretchOf(100);
  expect(Date.parse(again.from)).toBeGreaterThan(Date.parse(before));
  const path = `/cookies/Client/${clientId}?cookie_name=general::tampon::actif`;
  expect((await ask('PUT', path, { cookie_value: false })).status).toBe(200);
  await waitUntil('nothing to be kept', async () => {
    const { is_on, bytes } = await state();
    return !is_on && bytes === 0;
  });
});
