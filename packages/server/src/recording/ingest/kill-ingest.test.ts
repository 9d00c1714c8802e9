import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDevice } from '../../administration/devices/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { readJournal } from '../journal/index.ts';
import { fakeDevice } from './fake-device.ts';

/** Each round kills the server at a random moment of a running record. */
const rounds = Number(process.env.SILLAGE_KILL_ROUNDS ?? 5);
const script = fileURLToPath(new URL('run-ingest-to-be-killed.ts', import.meta.url));
const number = 10200777;

let test: TestDatabase;
let server: ChildProcess | undefined;
let port = 0;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await test.close();
});

async function startServer(): Promise<void> {
  const child = spawn(process.execPath, [script, test.folder.root, test.database.url, String(number)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('port ')) continue;
    port = Number(line.slice('port '.length));
    return;
  }
  throw new Error('the server ended before it was ready');
}

async function killServer(): Promise<void> {
  const child = server;
  if (child === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function blocksInJournal(uid: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of readJournal(test.folder.journal(uid))) {
    if (entry.kind === 'block') found.push(Buffer.from(entry.bytes).toString('hex'));
  }
  return found;
}

it(`loses no acknowledged block when killed ${rounds} times, and the record goes on`, {
  timeout: 60_000 + rounds * 15_000,
}, async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const { secret } = await createDevice(db, { number, name: 'Skiff', clientId, groupId: null });
  const device = fakeDevice({ number, secret, port: () => port });
  await startServer();
  await device.plug();
  await device.start();
  const record = await vi.waitFor(async () => {
    const [row] = await db.select().from(tables.records);
    if (row === undefined) throw new Error('no record yet');
    return row;
  });
  const made: string[] = [];
  const acknowledged = new Set<string>();
  // What comes before its journal is open waits in memory, acknowledged: the device has it until it is told to forget it.
  made.push(Buffer.from(await device.block('imu', 1)).toString('hex'));
  await vi.waitFor(async () => expect(await blocksInJournal(record.uid)).toEqual(made));
  device.setLoss((sequence) => sequence % 20 === 19);
  for (let round = 0; round < rounds; round++) {
    let killed = false;
    const killing = sleep(Math.random() * 400).then(async () => {
      killed = true;
      await killServer();
    });
    while (!killed) {
      const lost = made.length % 20 === 19;
      const block = device.block('imu', 1).then(
        (bytes) => {
          if (!lost) acknowledged.add(Buffer.from(bytes).toString('hex'));
        },
        () => {}, // killed before it was acknowledged
      );
      made.push(Buffer.from(device.memory.get(1)?.blocks.imu?.at(-1) ?? []).toString('hex'));
      if (made.length % 3 === 0) await Promise.race([block, sleep(20)]);
      else await sleep(0);
    }
    await killing;
    await device.cut();
    const kept = new Set(await blocksInJournal(record.uid));
    expect([...acknowledged].filter((block) => !kept.has(block))).toEqual([]);
    await startServer();
    await device.plug();
  }
  device.setLoss(() => false);
  await device.stop();
  await vi.waitFor(
    async () => {
      const states = await db.select({ state: tables.records.decodeState }).from(tables.records);
      expect(states).toEqual([{ state: 'waiting' }]);
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(acknowledged.size).toBeGreaterThan(rounds);
  expect((await blocksInJournal(record.uid)).toSorted()).toEqual(made.toSorted());
  await device.cut();
});
