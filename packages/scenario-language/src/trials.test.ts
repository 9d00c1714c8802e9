import { expect, test } from 'vitest';
import { TestRun } from './make-test-run.ts';

const source = `scenario "A" en "A"
input force N
let sum = 0 N
repeat 3 times as i trial "Essai {i}" en "Trial {i}"
  selection start "Essai {i}"
  wait force > 500 N for 100 ms
  selection stop
  let peak = highest(force, 1 s)
  let sum = sum + peak
  result "peak_{i}" = peak
  wait button or 60 s
result sum = sum
end
`;
const press = (run: TestRun) => run.send({ type: 'button', atSeconds: run.now, device: null });
const leave = (run: TestRun, type: 'redo' | 'skip') => run.send({ type, atSeconds: run.now });

test('each turn of trials is told, and how the one before was left; what was counted in a trial that is redone is taken back', async () => {
  const run = new TestRun(source);
  await run.start();
  await run.force(0, 1);
  await run.force(600, 0.5);
  await leave(run, 'redo');
  await run.force(0, 1);
  await run.force(700, 0.5);
  run.restart();
  await press(run);
  await run.force(0, 1);
  await leave(run, 'skip');
  await run.force(800, 0.5);
  await press(run);
  const kinds = /^(trial|result|selection|end)/;
  expect(run.words.filter((word) => kinds.test(word))).toEqual([
    ...['trial Trial 1 of 3 over', 'selection start', 'selection stop', 'result peak_1 600 N'],
    ...['trial Trial 1 of 3 redo', 'selection start', 'selection stop', 'result peak_1 700 N'],
    ...['trial Trial 2 of 3 over', 'selection start', 'selection stop'],
    ...['trial Trial 3 of 3 skip', 'selection start', 'selection stop', 'result peak_3 800 N'],
    ...['trial - over', 'result sum 1500 N', 'end done'],
  ]);
});

test('a trial is redone after a restart; without one nothing is redone or skipped', async () => {
  const run = new TestRun(source);
  await run.start();
  await run.force(600, 0.5);
  run.restart();
  await leave(run, 'redo');
  expect(run.words.at(-2)).toBe('trial Trial 1 of 3 redo');
  const plain = new TestRun('scenario "A" en "A"\nwait button\nend\n');
  await plain.start();
  await leave(plain, 'skip');
  expect(plain.words).toEqual([]);
});

test('it is known whom a wait is for, and whether the button ends it', async () => {
  const run = new TestRun(source);
  await run.start({}, [1, 2]);
  expect(run.program.waiting?.()).toEqual({ devices: [1, 2], button: false });
  await run.force(600, 0.5, 1);
  expect(run.program.waiting?.()).toEqual({ devices: [2], button: false });
  await run.force(600, 0.5, 2);
  expect(run.program.waiting?.()).toEqual({ devices: [], button: true });
});
