import { expect, test } from 'vitest';
import { TestRun } from './make-test-run.ts';

const jump = `scenario "Saut" en "Jump"
param trials integer = 2 from 1 to 5 "Essais" en "Trials"
input force N = force
record start
prompt "Montez" en "Step on"
wait still force within 10 N for 1 s
let weight = mean(force, 500 ms)
let best = none cm
repeat trials times as i
  step jump "Saut {i}" en "Jump {i}"
    selection start "Essai {i}"
    wait force < 0.1 * weight for 50 ms or 5 s
    if timed_out
      selection stop
      result "height_{i}" = none cm
    else
      wait force > 0.5 * weight
      selection stop
      analyse cmj selection within 2 s
      let h = cmj.heightImpulse in cm
      let best = max(best, h)
      prompt "Hauteur" en "Height" number h
end "Meilleur : {best}" en "Best: {best}"
`;

test('a jump is followed sample by sample, also where one block holds several of its moments', async () => {
  const run = new TestRun(jump);
  await run.start();
  await run.force(700, 1.2);
  await run.force((s) => (s < 0.02 ? 700 : 0), 0.1);
  await run.force((s) => (s < 0.05 ? 0 : 1500), 0.1);
  expect(run.words).toEqual([
    'record start',
    'text Step on',
    'step jump',
    'selection start',
    'selection stop',
    // From the sample that the stillness was reached with to the first one that is a landing.
    'analyse cmj 1.01–1.36',
  ]);
  const values = { heightImpulse: { value: 0.31, unit: 'm' } };
  const answer = {
    type: 'analysed',
    atSeconds: run.now,
    ...{ id: 1, of: 'Essai 1', device: 1, recordId: 7 },
    analysis: 'cmj',
    values,
    refusal: null,
  } as const;
  await run.send(answer);
  await run.time(6);
  expect(run.words.slice(6)).toEqual([
    'number Height 31 cm @1',
    'step jump',
    'selection start',
    'selection stop',
    'result height_2 null cm',
    'record stop',
    'end done',
  ]);
  const end = run.told.at(-1);
  expect(end?.type === 'end' && end.text).toEqual({ fr: 'Meilleur : 31\u00a0cm', en: 'Best: 31\u00a0cm' });
});

test('an answer that comes after the wait for it is no answer of the next trial', async () => {
  const run = new TestRun(jump);
  await run.start();
  const trial = async () => {
    await run.force(700, 1.2);
    await run.force(0, 0.1);
    await run.force(1500, 0.1);
  };
  const answer = (id: number, value: number) =>
    ({
      type: 'analysed',
      ...{ atSeconds: run.now, id, of: `Essai ${id}`, device: 1, recordId: 7, analysis: 'cmj' },
      values: { heightImpulse: { value, unit: 'm' } },
      refusal: null,
    }) as const;
  await trial();
  await run.time(3);
  await trial();
  const [first, second] = run.told.filter((one) => one.type === 'analyse');
  expect([first, second]).toMatchObject([
    { id: 1, of: 'Essai 1' },
    { id: 2, of: 'Essai 2' },
  ]);
  const late = answer(1, 0.5);
  await run.send(late);
  expect(run.told.at(-1)).toEqual({ type: 'foundLate', answer: late });
  await run.send(answer(2, 0.31));
  expect(run.words.slice(-3)).toEqual(['number Height 31 cm @1', 'record stop', 'end done']);
  expect(run.told.at(-1)).toMatchObject({ text: { en: 'Best: 31\u00a0cm' } });
});

test('a run goes on where it was kept, with what it knew', async () => {
  const run = new TestRun(`scenario "A" en "A"
input force N
let n = 0
repeat 3 times
  wait force > 20 N for 200 ms
  let n = n + 1
  wait force < 20 N
end "{n}" en "{n}"`);
  await run.start();
  await run.force(50, 0.3);
  await run.force(0, 0.1);
  await run.force(50, 0.1);
  run.restart();
  await run.force(50, 0.2);
  run.restart();
  await run.force(0, 0.1);
  await run.force(50, 0.3);
  await run.force(0, 0.1);
  const end = run.told.at(-1);
  expect(end).toEqual({ type: 'end', verdict: 'done', text: { fr: '3', en: '3' } });
});

test('what was kept of another program is not gone on with', async () => {
  const a = new TestRun('scenario "A" en "A"\nwait button');
  const b = new TestRun('scenario "A" en "A"\nwait 5 s');
  await a.start();
  const { startText } = await import('./run/start-text.ts');
  const { compiled } = await import('./make-test-run.ts');
  const lost = startText(compiled('scenario "A" en "A"\nwait 5 s'), a.program.keep() ?? '');
  const told = await lost.handle({ type: 'time', atSeconds: 1 });
  expect(told.map(({ type }) => type)).toEqual(['error', 'end']);
  expect(await b.program.handle({ type: 'time', atSeconds: 1 })).toEqual([]);
});

test('of several devices each is waited for, has its own values and its own text', async () => {
  const run = new TestRun(`scenario "A" en "A"
input force N
wait force > 20 N
let f = force
wait button
prompt "{f}" en "{f}"
result force = f "Force de {f}" en "Force of {f}"
end`);
  await run.start({}, [1, 2]);
  await run.force(30, 0.1, 1);
  expect(run.program.keep()).toContain('"reached":[1]');
  await run.force(40, 0.1, 2);
  await run.send({ type: 'button', atSeconds: run.now, device: null });
  expect(run.words).toEqual([
    'text 30\u00a0N @1',
    'text 40\u00a0N @2',
    'result force 30 N',
    'result force 40 N',
    'end done',
  ]);
  expect(run.told.flatMap((one) => (one.type === 'result' ? [one.title] : []))).toEqual([
    { fr: 'Force de 30\u00a0N', en: 'Force of 30\u00a0N' },
    { fr: 'Force de 40\u00a0N', en: 'Force of 40\u00a0N' },
  ]);
});

test('who joins late is not waited for where it has no value; who leaves no longer', async () => {
  const run = new TestRun(`scenario "A" en "A"
input force N
wait force > 20 N
let f = force
wait force > f + 10 N
beep
wait force > 100 N
end`);
  await run.start({}, [1]);
  await run.force(30, 0.1, 1);
  await run.send({ type: 'joined', atSeconds: run.now, device: 2 });
  await run.force(50, 0.1, 1);
  expect(run.words).toEqual(['beep']);
  await run.force(150, 0.1, 1);
  expect(run.words).toEqual(['beep']);
  await run.send({ type: 'left', atSeconds: run.now, device: 2 });
  await run.force(150, 0.1, 1);
  expect(run.words).toEqual(['beep', 'end done']);
});

test('a countdown of stillness begins anew when somebody moves', async () => {
  const run = new TestRun(`scenario "A" en "A"
input force N
wait still force within 10 N for 1 s countdown "Immobile" en "Still"
end`);
  await run.start();
  await run.force(700, 0.5);
  await run.force((s) => 700 + 300 * s, 0.3);
  await run.force(700, 1.2);
  expect(run.words[0]).toBe('countdown Still until 1.01 @1');
  expect(run.words.at(-1)).toBe('end done');
  expect(run.words.length).toBeGreaterThan(3);
  expect(run.now).toBeCloseTo(2);
});

test('numbers and choices that are asked are checked; parameters out of bounds are as by default', async () => {
  const run = new TestRun(`scenario "A" en "A"
param n integer = 2 from 1 to 5
ask mass kg "Masse ?" en "Mass?" from 20 kg to 200 kg
choose leg "Jambe ?" en "Leg?" of "l" "Gauche" en "Left", "r" "Droite" en "Right"
result n = n
result mass = mass
if all(leg = "r")
  result leg = leg
end`);
  await run.start({ n: 9 });
  const answer = (prompt: string, value: string | number) => run.send({ type: 'answer', atSeconds: 1, prompt, value });
  await answer('mass@1', 'much');
  await answer('mass@1', 300);
  await answer('mass@1', '71.5');
  await answer('leg@1', 'x');
  await answer('leg@1', 'r');
  expect(run.words).toEqual([
    ...['enter Mass? @1', 'enter Mass? @1', 'enter Mass? @1', 'clear'],
    ...['choice Leg? @1', 'choice Leg? @1', 'clear'],
    ...['result n 2', 'result mass 71.5 kg', 'result leg r', 'end done'],
  ]);
});

test('indicators are read in the unit that the program wants', async () => {
  const run = new TestRun(`scenario "A" en "A"
indicator v km/h = speed
wait v > 10 km/h for 1 s
end`);
  await run.start();
  const speed = (value: number, at: number) =>
    run.send({ type: 'indicator', atSeconds: at, device: 1, name: 'speed', value, unit: 'm/s' });
  await speed(2, 0.5);
  await speed(3, 1);
  await run.send({ type: 'time', atSeconds: 1.9 });
  expect(run.words).toEqual([]);
  await run.send({ type: 'time', atSeconds: 2.05 });
  expect(run.words).toEqual(['end done']);
});

test('a stop ends what was begun', async () => {
  const run = new TestRun('scenario "A" en "A"\nrecord start\nselection start "a"\nwait button');
  await run.start();
  await run.send({ type: 'stop', atSeconds: 3, by: 'coach' });
  expect(run.words).toEqual(['record start', 'selection start', 'selection stop', 'record stop', 'end done']);
  await run.time(1);
  expect(run.told).toHaveLength(5);
});

test('else, while and leave go their ways', async () => {
  const run = new TestRun(`scenario "A" en "A"
let n = 0
while true
  wait button
  let n = n + 1
  if n = 1
    beep short
  else if n = 2
    beep long
  else
    leave
result n = n`);
  await run.start();
  for (let i = 0; i < 3; i++) await run.send({ type: 'button', atSeconds: i, device: 1 });
  expect(run.words).toEqual(['beep', 'beep', 'result n 3', 'end done']);
});
