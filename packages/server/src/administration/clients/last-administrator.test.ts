import { api, type Endpoint } from '@sillage/contract';
import { and, arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient } from '../../platform/database/testing.ts';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { userRoutes } from '../users/index.ts';
import { clientRoutes } from './index.ts';

const { clients, users } = tables;

let hub: TestAdministration;
let one: number;
let other: number;
/** Called when a deletion has come to the records of its client. */
let arrived: () => Promise<void>;

beforeAll(async () => {
  hub = await openTestAdministration();
  const { db } = hub;
  const endSessions = async () => {};
  clientRoutes(hub.serve, {
    db,
    endSessions,
    recordsFor: () => false,
    forgetRecords: async () => {
      await arrived();
      return undefined;
    },
    forgetTasks: async () => {},
    cutDevices: async () => {},
  });
  const accounts = { endSessions, invite: () => Promise.reject(new Error('nobody is invited')) };
  userRoutes(hub.serve, { db, accounts, secrets: openTestSecrets(), disconnect: () => {} });
});
afterAll(() => hub.close());

/** Two clients with one administrator each, and no other one. */
beforeEach(async () => {
  arrived = async () => {};
  await hub.db
    .update(users)
    .set({ active: false })
    .where(arrayContains(users.roles, ['Admin']));
  one = await newClient('one');
  other = await newClient('other');
  await hub.addPerson('ofOne', ['Admin'], one);
  await hub.addPerson('ofOther', ['Admin'], other);
});

async function newClient(name: string): Promise<number> {
  await hub.db.delete(clients).where(eq(clients.name, name));
  return (await addClient(hub.db, { name })).id;
}

const administrators = () =>
  hub.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(arrayContains(users.roles, ['Admin']), eq(users.active, true), eq(clients.enabled, true)));

interface Blow {
  readonly endpoint: Endpoint;
  readonly params: { readonly id: number };
  readonly body?: object;
}
const deletes = (id: number): Blow => ({ endpoint: api.deleteClient, params: { id } });
const disables = (id: number): Blow => ({ endpoint: api.editClient, params: { id }, body: { enabled: false } });
const deactivates = (name: string): Blow => ({
  endpoint: api.editUser,
  params: { id: hub.idOf(name) },
  body: { active: false },
});
const removes = (name: string): Blow => ({ endpoint: api.deleteUser, params: { id: hub.idOf(name) } });

/** Both at once; deletions go on once both are there, or the other one is over. */
async function strike(first: Blow, second: Blow): Promise<(string | undefined)[]> {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let there = 0;
  arrived = async () => {
    there += 1;
    if (there === 2) goOn();
    await gate;
  };
  const asked = [
    hub.ask('ofOne', first.endpoint, { params: first.params, body: first.body }),
    hub.ask('ofOther', second.endpoint, { params: second.params, body: second.body }),
  ];
  for (const answer of asked) void answer.then(goOn);
  return (await Promise.all(asked)).map(({ code }) => code);
}

describe('two administrators who take each other away at once leave one', () => {
  test('by deleting each other’s client: the one that comes second keeps its records, too', async () => {
    const codes = await strike(deletes(other), deletes(one));
    expect(await administrators()).toHaveLength(1);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.find((code) => code !== undefined)).toMatch(/user.lastAdministrator|session.expired/);
  });

  test.each([
    ['deleting the client, disabling it', () => [deletes(other), disables(one)]],
    ['disabling both clients', () => [disables(other), disables(one)]],
    ['deleting the client, deactivating the person', () => [deletes(other), deactivates('ofOne')]],
    ['deleting the client, deleting the person', () => [deletes(other), removes('ofOne')]],
    ['disabling the client, deleting the person', () => [disables(other), removes('ofOne')]],
  ] as const)('by %s', async (_, blows) => {
    const [first, second] = blows();
    if (first === undefined || second === undefined) throw new Error('two are needed');
    await strike(first, second);
    expect(await administrators()).toHaveLength(1);
  });
});

describe('a client that is being deleted', () => {
  test('is out of use from the first moment', async () => {
    let seen: boolean | undefined;
    arrived = async () => {
      const [row] = await hub.db.select().from(clients).where(eq(clients.id, other));
      seen = row?.enabled;
    };
    expect((await hub.ask('ofOne', api.deleteClient, { params: { id: other } })).status).toBe(204);
    expect(seen).toBe(false);
  });

  test('is in use again when its records cannot go', async () => {
    arrived = () => Promise.reject(new Error('the disk is gone'));
    expect((await hub.ask('ofOne', api.deleteClient, { params: { id: other } })).status).toBe(500);
    expect(await hub.db.$count(clients, and(eq(clients.id, other), eq(clients.enabled, true)))).toBe(1);
    expect(await administrators()).toHaveLength(2);
  });
});
