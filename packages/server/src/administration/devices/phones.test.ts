import { api } from '@sillage/contract';
import { deviceUsername } from '@sillage/device-protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addGroup, addUser } from '../../platform/database/testing.ts';
import { createSecrets } from '../../platform/secrets/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { createDevices, phoneRoutes } from './index.ts';

const startMs = Date.UTC(2026, 10, 24, 12);
let nowMs = startMs;
let test: TestAdministration;
let groupId: number;
const athletes: number[] = [];

beforeAll(async () => {
  test = await openTestAdministration();
  const { db } = test;
  const { authenticate } = createDevices({ db });
  phoneRoutes(test.serve, {
    ...{ db, authenticate, clock: { nowMs: () => nowMs } },
    secrets: createSecrets([Buffer.alloc(32, 7)]),
    phoneOrigins: () => ['http://10.0.0.7:8080', 'http://localhost:8080'],
  });
  const clientId = test.clientIds.home;
  groupId = (await addGroup(db, { clientId, name: 'Canots' })).id;
  for (const lastname of ['Kerbrat', 'Ferrand']) {
    const { id } = await addUser(db, { clientId, firstname: 'Malo', lastname, roles: ['Athlete'] });
    await db.insert(tables.groupMembers).values({ groupId, userId: id });
    athletes.push(id);
  }
});
afterAll(() => test.close());

async function invite(body: object = {}, who = 'manager', clientId = test.clientIds.home) {
  return test.ask(who, api.invitePhones, { params: { clientId }, body });
}
const join = (code: string, name?: string) => test.ask('', api.joinAsPhone, { body: { code, ...(name && { name }) } });

it('a code makes minis of the client and the group, each with a secret that the broker takes', async () => {
  const invited = await invite({ group_id: groupId });
  expect(invited.status).toBe(201);
  const code = invited.body?.code ?? '';
  expect(invited.body).toMatchObject({ ends: '2026-11-25T00:00:00.000Z' });
  expect(invited.body?.urls[0]).toBe(`http://10.0.0.7:8080/device#${code}`);
  const first = (await join(code, 'Téléphone de Malo')).body;
  const second = (await join(code)).body;
  expect(first).toMatchObject({ number: 20_900_001, name: 'Téléphone de Malo', users: [] });
  expect(first?.athletes.map(({ lastname }) => lastname)).toEqual(['Ferrand', 'Kerbrat']);
  expect(second).toMatchObject({ number: 20_900_002, name: 'Phone 0002' });
  const devices = createDevices({ db: test.db });
  expect(await devices.authenticate(deviceUsername(20_900_001), first?.secret ?? '')).toBe(20_900_001);
  expect(await devices.deviceOwner(20_900_001)).toMatchObject({ clientId: test.clientIds.home, groupId });
});

it('a code ends, is of one server, and of a client and a group that are there', async () => {
  const code = (await invite({ hours: 1 })).body?.code ?? '';
  nowMs = startMs + 3_601_000;
  expect(await join(code)).toMatchObject({ status: 403, code: 'phone.invitationEnded' });
  nowMs = startMs;
  expect((await join(code)).status).toBe(201);
  for (const wrong of [`${code.slice(0, -2)}AA`, 'x', '', code.slice(9)]) {
    expect(await join(wrong)).toMatchObject({ status: 403, code: 'phone.invitationEnded' });
  }
  const gone = (await addGroup(test.db, { clientId: test.clientIds.home })).id;
  const ofGone = (await invite({ group_id: gone })).body?.code ?? '';
  await test.db.delete(tables.groups).where(eq(tables.groups.id, gone));
  expect(await join(ofGone)).toMatchObject({ status: 403, code: 'phone.invitationEnded' });
});

it('who may not have the device may not invite it', async () => {
  expect(await invite({}, 'manager', test.clientIds.away)).toMatchObject({ status: 404 });
  expect(await invite({}, 'athlete')).toMatchObject({ status: 403 });
  expect(await invite({}, 'coach')).toMatchObject({ status: 422, fields: { group_id: 'required' } });
  expect(await invite({ group_id: groupId }, 'coach')).toMatchObject({ status: 422, fields: { group_id: 'unknown' } });
  expect(await invite({ hours: 73 })).toMatchObject({ status: 422 });
});

it('a phone says who wears it, by its own secret and of its own group only', async () => {
  const code = (await invite({ group_id: groupId })).body?.code ?? '';
  const { number = 0, secret = '' } = (await join(code)).body ?? {};
  const wear = (user_id: number | null, by = secret) =>
    test.ask('', api.setPhoneWearer, { body: { number, secret: by, user_id } });
  expect((await wear(athletes[0] ?? 0)).body?.users).toMatchObject([{ lastname: 'Kerbrat' }]);
  const stranger = (await addUser(test.db, { clientId: test.clientIds.away, roles: ['Athlete'] })).id;
  expect(await wear(stranger)).toMatchObject({ status: 422, fields: { user_id: 'unknown' } });
  expect(await wear(null, 'another')).toMatchObject({ status: 403, code: 'phone.unknown' });
  const asked = await test.ask('', api.readPhone, { body: { number, secret } });
  expect(asked.body?.users).toHaveLength(1);
  expect((await wear(null)).body?.users).toEqual([]);
});
