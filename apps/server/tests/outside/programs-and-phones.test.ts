import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, plainProgram, type Said, signInPlainly } from './plain-program.ts';

const number = 20100009;
let hub: TestHub;
let ask: Program;
let reads: Program;
let anybody: Program;
let clientId: number;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  const { ask: asked, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!');
  ask = asked;
  clientId = session.client_id;
  const { body: made } = await ask('POST', '/api_keys', { name: 'a board', access: 'read' });
  reads = plainProgram(hub.url, `ApiKey ${made.key}`);
  anybody = plainProgram(hub.url);
  await hub.plug([number]);
  const settings = `/devices/rt/${clientId}/${number}/settings`;
  await waitUntil('the device to be connected', async () => (await ask('GET', settings)).body.is_connected);
});
afterAll(async () => {
  await hub?.stop();
});

test('a key that only reads looks at what a configuration would change and at updates, and changes nothing', async () => {
  const { body: configs } = await reads('GET', `/clients/${clientId}/configs`);
  const config = `/configs/${configs.items[0].id}`;
  const preview = await reads('POST', `${config}/preview`, { device_numbers: [number] });
  expect([preview.status, preview.body.items[0]]).toMatchObject([200, { number, state: 'toSend', code: null }]);
  const updates = await reads('GET', '/firmware/updates');
  expect([updates.status, updates.body]).toEqual([200, { items: [], total: 0 }]);
  for (const [method, path, body] of [
    ['POST', `${config}/send`, { device_numbers: [number] }],
    ['POST', '/firmware/updates', { release_id: 1, device_numbers: [number] }],
    ['POST', `/clients/${clientId}/phone_invitations`, {}],
  ] as const) {
    const refused = await reads(method, path, body);
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'apiKey.readOnly']);
  }
  const sent = await ask('POST', `${config}/send`, { device_numbers: [number] });
  const again = await ask('POST', `${config}/send`, { device_numbers: [number] });
  expect([sent.body.items[0].state, again.body.items[0].state]).toEqual(['taken', 'alreadySo']);
  expect(again.body.items[0].before).toEqual(sent.body.items[0].after);
});

test('a phone is invited by a call without a body, joins by the code alone, and says who wears it', async () => {
  const invited = await ask('POST', `/clients/${clientId}/phone_invitations`);
  expect([invited.status, Object.keys(invited.body)]).toEqual([201, ['code', 'ends', 'urls']]);
  expect(invited.body.urls[0].endsWith(`/device#${invited.body.code}`)).toBe(true);
  const joined = await anybody('POST', '/phones/join', { code: invited.body.code, name: 'Bleu' });
  expect([joined.status, joined.body]).toMatchObject([201, { name: 'Bleu', users: [], secret: expect.any(String) }]);
  const who = { number: joined.body.number, secret: joined.body.secret };
  const [athlete] = joined.body.athletes;
  const worn = await anybody('POST', '/phones/wearer', { ...who, user_id: athlete.id });
  expect(worn.body.users).toEqual([athlete]);
  expect((await anybody('POST', '/phones/status', who)).body).toEqual(worn.body);
  const { body: devices } = await ask('POST', `/devices/rt/${clientId}/all`);
  expect(devices.find((device: Said) => device.number === who.number)).toMatchObject({ type: 'mini', name: 'Bleu' });
  const wrong = await anybody('POST', '/phones/status', { ...who, secret: 'no' });
  const ended = await anybody('POST', '/phones/join', { code: 'no' });
  expect([wrong.body.code, ended.body.code]).toEqual(['phone.unknown', 'phone.invitationEnded']);
});

test('what a passage lacks is named by rules that the description lists', async () => {
  const { body: description } = await ask('GET', '/openapi.json');
  const keep = `/devices/rt/${clientId}/buffer/keep`;
  const { body: missing } = await ask('POST', keep, {});
  const { body: unreadable } = await ask('POST', keep, { from: 'yesterday', to: 'today' });
  expect(missing.fields).toEqual({ from: 'required', to: 'required' });
  expect(unreadable.fields).toEqual({ from: 'date', to: 'date' });
  for (const code of ['required', 'date']) expect(description['x-field-codes']).toHaveProperty(code);
});

test('a hub that serves no https says so, and has no certificate to give', async () => {
  expect((await anybody('GET', '/utils/secure_access')).body).toEqual({
    port: null,
    fingerprint: null,
    authority: null,
  });
  expect((await anybody('GET', '/utils/certificate')).status).toBe(404);
});
