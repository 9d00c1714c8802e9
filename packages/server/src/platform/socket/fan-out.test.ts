import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFanOut } from './fan-out.ts';

const viewers = Array.from({ length: 200 }, (_, i) => `viewer ${i}`);

/** Holds the event loop, as a write does. */
function hold(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test('few members get an event within the turn of the loop in which it is told', async () => {
  const got: string[] = [];
  createFanOut().send(new Set(viewers.slice(0, 10)), 100, (member) => void got.push(member));
  await turn();
  expect(got).toEqual(viewers.slice(0, 10));
});

test('many events to many members come in the order of telling, in turns of the event loop', async () => {
  const fanOut = createFanOut();
  const got: string[] = [];
  const inTurn: number[] = [];
  for (let event = 0; event < 10; event++) {
    fanOut.send(new Set(viewers), 100, (member) => {
      hold(0.1);
      got.push(`${event} ${member}`);
    });
  }
  for (let before = 0; got.length < 2000; before = got.length) {
    await turn();
    inTurn.push(got.length - before);
  }
  expect(got).toEqual(Array.from({ length: 10 }, (_, event) => viewers.map((one) => `${event} ${one}`)).flat());
  // Of 0.1 ms each, some 50 to a turn: held longer, this machine was busy, and fewer fit.
  expect(Math.max(...inTurn)).toBeLessThan(200);
});

test.each([
  ['long lists', 150_000, 24],
  ['short ones', 100, 2000],
])('no more is handed out in a turn than its queues may carry: %s', async (_, bytes, atMost) => {
  const fanOut = createFanOut();
  let got = 0;
  const inTurn: number[] = [];
  for (let event = 0; event < 40; event++) fanOut.send(new Set(viewers), bytes, () => got++);
  for (let before = 0; got < 40 * 200; before = got) {
    await turn();
    inTurn.push(got - before);
  }
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(atMost);
});

test('what few get does not overtake what many wait for', async () => {
  const fanOut = createFanOut();
  const got: string[] = [];
  fanOut.send(new Set(viewers), 100, () => void got.push('many'));
  fanOut.send(new Set(['one']), 100, () => void got.push('few'));
  while (got.length <= 200) await turn();
  expect(got.at(-1)).toBe('few');
});

test('more events than may wait are sent at once, those that waited before them', () => {
  const fanOut = createFanOut();
  const got: number[] = [];
  const those = new Set(viewers.slice(0, 20));
  for (let event = 0; event <= 4096; event++) fanOut.send(those, 100, () => void got.push(event));
  expect(got).toEqual(Array.from({ length: 4097 * 20 }, (_, i) => Math.floor(i / 20)));
});

test('what one turn of the loop has no time for waits for a later one', async () => {
  const fanOut = createFanOut();
  const inTurn: number[] = [];
  let got = 0;
  for (let event = 0; event < 10; event++) {
    fanOut.send(new Set(['one']), 100, () => {
      hold(6);
      got++;
    });
  }
  const atOnce = got;
  for (let before = got; got < 10; before = got) {
    await turn();
    inTurn.push(got - before);
  }
  expect([atOnce, Math.max(...inTurn)]).toEqual([1, 1]);
});
