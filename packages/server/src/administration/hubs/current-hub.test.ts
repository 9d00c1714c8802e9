import { randomUUID } from 'node:crypto';
import { isRefusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { nameOfMachine } from './current-hub.ts';
import { callHubAs, ensureCurrentHub } from './index.ts';

test('a new hub is called as its machine in the network; a later start changes no name', async () => {
  const { database, close } = await openTestDatabase();
  const { db } = database;
  const current = { role: 'hub', version: '1.0.0', clock: systemClock, machineName: 'ponton-miribel.local' } as const;
  const id = await ensureCurrentHub(db, current);
  if (isRefusal(id)) throw new Error(id.code);
  const nameNow = async () => (await db.select().from(tables.hubs).where(eq(tables.hubs.id, id)))[0]?.name;
  expect(await nameNow()).toBe('ponton-miribel');
  expect(await ensureCurrentHub(db, { ...current, machineName: 'other' })).toBe(id);
  expect(await nameNow()).toBe('ponton-miribel');
  await close();
});

test('a hub takes the zone of its machine, unless that is UTC or somebody chose another', async () => {
  const { database, close } = await openTestDatabase();
  const { db } = database;
  const start = async (machineTimezone: string) => {
    const id = await ensureCurrentHub(db, { role: 'hub', version: '1.0.0', clock: systemClock, machineTimezone });
    if (isRefusal(id)) throw new Error(id.code);
    return (await db.select().from(tables.hubs).where(eq(tables.hubs.id, id)))[0]?.timezone;
  };
  expect(await start('UTC')).toBeNull();
  expect(await start('Pacific/Auckland')).toBe('Pacific/Auckland');
  expect(await start('America/Guadeloupe')).toBe('Pacific/Auckland');
  await close();
});

test('a hub is called as its cloud calls it; a number that another hub has here stays with that one', async () => {
  const { database, close } = await openTestDatabase();
  const { db } = database;
  const current = { role: 'hub', version: '1.0.0', clock: systemClock, machineName: 'ponton' } as const;
  const id = await ensureCurrentHub(db, current);
  if (isRefusal(id)) throw new Error(id.code);
  const named = async () => {
    const [row] = await db.select().from(tables.hubs).where(eq(tables.hubs.id, id));
    return [row?.number, row?.name];
  };
  await callHubAs(db, id, { number: 7, name: 'Hangar' });
  expect(await named()).toEqual([7, 'Hangar']);
  await db.insert(tables.hubs).values({ uid: randomUUID(), number: 8, name: 'Camion' });
  await callHubAs(db, id, { number: 8, name: 'Ponton' });
  expect(await named()).toEqual([7, 'Ponton']);
  await close();
});

test.each(['localhost', 'localhost.localdomain', '', ' ', '3f9c2ab07d11'])(
  'a machine without a name of its own (%j) asks for one',
  (name) => {
    expect(nameOfMachine(name)).toBe('Mallette (à nommer)');
  },
);
