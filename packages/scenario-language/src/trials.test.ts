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

test('a loop of trials that is left has no trial any more: there is nothing to redo', async () => {
  const run = new TestRun(`scenario "A" en "A"
repeat 3 times as i trial "Essai {i}" en "Trial {i}"
  wait button
  leave
wait button
end
`);
  await run.start();
  await press(run);
  await leave(run, 'redo');
  expect(run.words).toEqual(['trial Trial 1 of 3 over', 'trial - over']);
  await press(run);
  expect(run.words.at(-1)).toBe('end done');
});

const opening = (before: string, within: string) => `scenario "A" en "A"
let sum = 0
${before}
repeat 2 times as i trial "Essai {i}" en "Trial {i}"
  ${within}
  let sum = sum + 1
  wait button
result sum = sum
end
`;

test('what a trial opened is closed where it is left, what was open before it stays', async () => {
  const own = new TestRun(opening('prompt "A" en "A"', 'record start\n  selection start "S"'));
  await own.start();
  await leave(own, 'skip');
  const begun = ['record start', 'selection start'];
  const closed = ['selection stop', 'record stop'];
  expect(own.words).toEqual([
    ...['text A', 'trial Trial 1 of 2 over', ...begun, ...closed],
    ...['trial Trial 2 of 2 skip', ...begun],
  ]);
  const around = new TestRun(opening('record start\nselection start "S"', 'beep'));
  await around.start();
  await leave(around, 'redo');
  expect(around.words.slice(2)).toEqual([
    ...['trial Trial 1 of 2 over', 'beep'],
    ...['trial Trial 1 of 2 redo', 'beep'],
  ]);
});

test('questions of a trial that is left are taken away, what stood before it is not', async () => {
  const run = new TestRun(opening('prompt "A" en "A"', 'ask mass kg "M" en "M"'));
  await run.start();
  await leave(run, 'skip');
  expect(run.told.filter(({ type }) => type === 'clear')).toEqual([{ type: 'clear', id: 'mass@1' }]);
});

test('what a skipped trial counted is taken back, its turn is not', async () => {
  const run = new TestRun(opening('beep', 'beep'));
  await run.start();
  await leave(run, 'skip');
  await press(run);
  expect(run.words.slice(-3)).toEqual(['trial - over', 'result sum 1', 'end done']);
});

test('while an analysis is asked for nobody is waited for, nor who lacks what a condition needs', async () => {
  const head = 'scenario "A" en "A"\ninput force N\n';
  const asked = new TestRun(`${head}selection start "S"\nanalyse cmj selection\nend\n`);
  await asked.start({}, [1, 2]);
  expect(asked.program.waiting?.()).toBeNull();
  const run = new TestRun(`${head}let weight = highest(force, 1 s)\nwait force > weight or button\nend\n`);
  await run.start({}, [1, 2]);
  expect(run.program.waiting?.()).toEqual({ devices: [], button: true });
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
