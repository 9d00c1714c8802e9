import { expect, test } from 'vitest';
import { TestRun } from './make-test-run.ts';

test('a run that floods, turns without waiting or lasts too long is ended', async () => {
  const flood = new TestRun('scenario "A" en "A"\nrepeat 1000 times\n  beep');
  await flood.start();
  expect(flood.words.slice(-2)).toEqual(['error The program sends more than 200 commands a second.', 'end failed']);
  expect(flood.told.length).toBeLessThanOrEqual(203);
  const turns = new TestRun('scenario "A" en "A"\nrepeat 1000 times\n  repeat 1000 times\n    let a = 1');
  await turns.start();
  expect(turns.words.at(-1)).toBe('end failed');
  const long = new TestRun('scenario "A" en "A"\nlimit 1 min\nrecord start\nwait button');
  await long.start();
  await long.time(59);
  expect(long.words).toEqual(['record start']);
  await long.time(2);
  expect(long.words).toEqual(['record start', 'record stop', 'end done']);
});

/** 10 s of force at 1000 Hz, in blocks of a second. */
async function fillWindow(run: TestRun, device: number): Promise<void> {
  const columns = { 'plate.force': Float64Array.from({ length: 1000 }, () => 5) };
  for (let at = 1; at <= 10; at++) await run.send({ type: 'samples', atSeconds: at, device, rateHz: 1000, columns });
}

const lookingBack = (turns: number) => `scenario "A" en "A"
input force N = force
wait button
repeat ${turns} times
  let f = mean(force, 10 s)`;

test('a run that looks back on too many samples at once is ended, however few its statements are', async () => {
  const devices = [1, 2, 3, 4];
  const begin = async (turns: number) => {
    const run = new TestRun(lookingBack(turns));
    await run.start({}, devices);
    for (const device of devices) await fillWindow(run, device);
    await run.send({ type: 'button', atSeconds: 11, device: null });
    return run.words;
  };
  // Four devices, 10 000 samples each: 400 000 and 4 000 000.
  expect((await begin(10)).at(-1)).toBe('end done');
  expect((await begin(100)).slice(-2)).toEqual([expect.stringContaining('computes too much at once'), 'end failed']);
});

test('a wait looks back on long windows of its samples', async () => {
  const run = new TestRun('scenario "A" en "A"\ninput force N = force\nwait mean(force, 10 s) > 10 N or button');
  await run.start();
  await fillWindow(run, 1);
  expect(run.words).toEqual([]);
});
