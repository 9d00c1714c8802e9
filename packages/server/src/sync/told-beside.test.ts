import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addClient, openTestDatabase, type TestDatabase } from '../platform/database/testing.ts';
import { noteFile } from '../platform/files/index.ts';
import { readNames, readNode } from './identity.ts';
import { storeInTurn, workInTurn } from './in-turn.ts';
import { harvestRows } from './rows/harvest-rows.ts';
import type { RowStore } from './rows/row-store.ts';
import { readTold, renewIfSetBack, toldInFile } from './told-beside.ts';

let test: TestDatabase;
let folder: string;
beforeEach(async () => {
  test = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'told-'));
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const inTurn = <T>(work: (store: RowStore) => Promise<T>) => storeInTurn(workInTurn(test.database.patientDb))(work);
const warn = vi.fn();
const beside = () => toldInFile(noteFile(join(folder, 'told.json')), { warn });
const start = async () => {
  const told = await beside().read();
  return inTurn((store) => renewIfSetBack(store, told, randomUUID));
};
const edit = async () => {
  await addClient(test.database.db);
  await inTurn((store) => harvestRows(store, { node: randomUUID(), nowMs: Date.now(), offsetMs: 0 }));
};

it('a database that knows less than was told has another name in stamps from its start on, once', async () => {
  await edit();
  const name = await inTurn(readNode);
  await beside().note(await inTurn(readTold));
  expect(await start()).toBeUndefined();
  const { epoch, head } = await inTurn(readTold);
  await beside().note({ epoch, head: head + 1, names: [name] });
  const now = await start();
  expect(now).toEqual({ epoch, head, names: [name, await inTurn(readNode)] });
  expect(await inTurn(readNode)).not.toBe(name);
  expect(await inTurn(readNames)).toContain(name);
  if (now) await beside().note(now);
  expect(await start()).toBeUndefined();
});

it('a database that is set back to the same copy for a second time takes another name once more, and knows those that it had', async () => {
  await edit();
  const first = await inTurn(readNode);
  const { epoch, head } = await inTurn(readTold);
  const second = randomUUID();
  await beside().note({ epoch, head, names: [first, second] });
  await start();
  expect([...(await inTurn(readNames))]).toEqual([first, second, await inTurn(readNode)]);
});

it('one that was set up anew, one that knows more, and one of which nothing was told keep their name', async () => {
  expect(await start()).toBeUndefined();
  await beside().note(await inTurn(readTold));
  await edit();
  expect(await start()).toBeUndefined();
  await beside().note({ epoch: randomUUID(), head: 1e6, names: [] });
  expect(await start()).toBeUndefined();
});

it('a file that is cut counts as none; one that cannot be written is said and ends nothing', async () => {
  await writeFile(join(folder, 'told.json'), '{"epoch": "');
  expect(await beside().read()).toBeUndefined();
  await rm(join(folder, 'told.json'));
  await mkdir(join(folder, 'told.json'));
  await beside().note({ epoch: 'a', head: 1, names: [] });
  expect(warn).toHaveBeenCalledOnce();
});
