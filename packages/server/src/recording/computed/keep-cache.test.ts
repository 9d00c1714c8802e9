import { expect, test } from 'vitest';
import { ComputedCache } from './keep-cache.ts';

const [record, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

/** A cache of 100 bytes whose folders are names. */
function openCache() {
  const there = new Set<string>();
  const slow = { removal: Promise.resolve() };
  const cache = new ComputedCache({
    files: {
      list: async () => [],
      has: async (name) => there.has(name),
      localPath: async (name) => name,
      async delete(name) {
        await slow.removal;
        there.delete(name);
      },
    },
    forget: async () => undefined,
    mostBytes: () => 100,
  });
  const add = (name: string, bytes: number) => {
    there.add(`computed/${name}`);
    return cache.add(name, bytes);
  };
  return { cache, add, there, slow };
}

test('what somebody reads stays, whoever else wants room; the others go, the oldest first', async () => {
  const { cache, add, there } = openCache();
  const reading = new AbortController();
  cache.pin(`${record}.1.read`, reading.signal);
  await add(`${record}.1.read`, 60);
  await add(`${record}.1.old`, 30);
  await add(`${other}.1.new`, 30);
  expect(there).toEqual(new Set([`computed/${record}.1.read`, `computed/${other}.1.new`]));
  expect(await cache.makeRoom(50)).toBe(false);
  expect(there.size).toBe(2);
  reading.abort();
  expect(await cache.makeRoom(50)).toBe(true);
  expect(there).toEqual(new Set([`computed/${other}.1.new`]));
});

test('only what was computed of earlier signals goes when a new one comes', async () => {
  const { add, there } = openCache();
  await add(`${record}.2.a`, 1);
  await add(`${record}.1.late`, 1);
  expect(there.size).toBe(2);
  await add(`${record}.10.a`, 1);
  expect([...there]).toEqual([`computed/${record}.10.a`]);
});

test('what is being removed is gone before it is computed again, and what is lost is not there', async () => {
  const { cache, add, there, slow } = openCache();
  const name = `${record}.1.a`;
  await add(name, 50);
  const held = Promise.withResolvers<void>();
  slow.removal = held.promise;
  const removed = cache.makeRoom(1);
  let isThere: boolean | undefined;
  const used = cache.use(name).then((it) => {
    isThere = it;
  });
  await new Promise(setImmediate);
  expect(isThere).toBeUndefined();
  held.resolve();
  await Promise.all([removed, used]);
  expect([isThere, there.size]).toEqual([false, 0]);
  await add(name, 50);
  there.clear();
  expect(await cache.use(name)).toBe(false);
});
