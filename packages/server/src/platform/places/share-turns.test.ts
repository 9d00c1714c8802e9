import { expect, it } from 'vitest';
import { shareTurns } from './index.ts';

const bounds = { atOnce: 1, aHost: 3, inAll: 5 };
const [one, two, three] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;

/** Everybody who asks, in this order; how their turns went, in the order in which they came. */
function watch() {
  const turns = shareTurns(bounds);
  const had: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    had,
    refused,
    ask(name: string, address: string) {
      void turns.take(address).then((end) => {
        if (end === undefined) return refused.push(name);
        had.push(name);
        return ends.push(end);
      });
    },
    /** The one whose turn it is ends it, until nobody waits. */
    async finish() {
      await settled();
      for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
        end();
        end();
        await settled();
      }
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('turns are given in rotation: a host with many waits as long as one with few', async () => {
  const seen = watch();
  for (const name of ['a1', 'a2', 'a3', 'a4']) seen.ask(name, one);
  seen.ask('b1', two);
  seen.ask('c1', three);
  await seen.finish();
  expect(seen.had).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  expect(seen.refused).toEqual([]);
  seen.ask('later', two);
  await seen.finish();
  expect(seen.had.at(-1)).toBe('later');
});

it('one host has so many places and no more, all of IPv6 that it may choose from being one', async () => {
  const seen = watch();
  for (let n = 0; n < 6; n += 1) seen.ask(`a${n}`, `2001:db8::${n}`);
  await seen.finish();
  expect(seen.refused).toEqual(['a4', 'a5']);
});

it('who comes when all places are taken gets one of the host that has most; nobody of equals gives way', async () => {
  const seen = watch();
  for (const name of ['a0', 'a1', 'a2', 'a3']) seen.ask(name, one);
  for (const name of ['b1', 'b2']) seen.ask(name, two);
  seen.ask('c1', three);
  await settled();
  expect(seen.refused).toEqual(['a3']);
  seen.ask('c2', three);
  await seen.finish();
  expect(seen.refused).toEqual(['a3', 'c2']);
  expect(seen.had).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2']);
});
