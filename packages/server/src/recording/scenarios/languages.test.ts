import { type CheckedSource, isRefusal, type ScenarioLanguage } from '@sillage/contract';
import { expect, test } from 'vitest';
import { examples } from './examples.ts';
import { createLanguages } from './languages.ts';

const { check: checkSource, make } = createLanguages(() => ({ requireJail: false }));

async function makeProgram(of: Parameters<typeof make>[0], kept: string | undefined) {
  const made = await make(of, kept);
  if (isRefusal(made)) throw made;
  return made;
}

async function checked(language: ScenarioLanguage, source: string): Promise<CheckedSource> {
  const found = await checkSource(language, source);
  if (isRefusal(found)) throw found;
  return found;
}

test('who checks a program in Python while ten are checked is asked to come again', async () => {
  const found = await Promise.all(Array.from({ length: 11 }, () => checkSource('py', 'a = 1\n')));
  const refused = found.filter(isRefusal);
  expect(refused.map(({ code }) => code)).toEqual(['request.tooMany']);
  expect(found.filter((one) => !isRefusal(one) && one.problems.length === 0)).toHaveLength(10);
});

test('the example of lines has parameters and no problem, and starts', async () => {
  const { source } = examples.txt;
  const read = await checked('txt', source);
  expect(read.problems).toEqual([]);
  expect(read.params).toMatchObject([{ name: 'length', type: 'duration', default: 10, unit: 's', min: 2, max: 600 }]);
  const program = await makeProgram({ language: 'txt', source }, undefined);
  const asked = await program?.handle({
    type: 'start',
    atSeconds: 0,
    params: { length: 10 },
    devices: [{ number: 1, athlete: null }],
  });
  expect(asked?.map(({ type }) => type)).toContain('prompt');
  await program?.close();
});

test('the example in Python has no problem, starts, asks for a press, and does not go on after a restart', async () => {
  const { source } = examples.py;
  expect(await checked('py', source)).toMatchObject({ params: [{ name: 'length', default: 10 }], problems: [] });
  expect((await checked('py', 'def on_start(:\n')).problems).toHaveLength(1);
  const program = await makeProgram({ language: 'py', source }, undefined);
  const devices = [{ number: 1, athlete: null }];
  const asked = await program?.handle({ type: 'start', atSeconds: 0, params: { length: 10 }, devices });
  expect(asked).toContainEqual(
    expect.objectContaining({ type: 'prompt', text: expect.objectContaining({ en: 'Press to begin' }) }),
  );
  expect(program?.keep()).toBeNull();
  await program?.close();
  expect(await makeProgram({ language: 'py', source }, '{}')).toBeUndefined();
});

test('what is wrong is said at its line', async () => {
  const { problems } = await checked('txt', 'scenario "A" en "A"\nrecord begin\n');
  expect(problems[0]).toMatchObject({ line: 2, message: { fr: expect.any(String), en: expect.any(String) } });
});

test('where all of the jail is required and cannot be made, no program in Python is read or run, and it is said what to do', async () => {
  const strict = createLanguages(() => ({ requireJail: true, withoutJail: true }));
  expect(await strict.jail()).toMatchObject({ required: true, missing: expect.arrayContaining(['namespace', 'user']) });
  const [read, made] = [
    await strict.check('py', 'a = 1\n'),
    await strict.make({ language: 'py', source: '' }, undefined),
  ];
  for (const refused of [read, made]) {
    if (!isRefusal(refused)) throw new Error('it was not refused');
    expect(refused.code).toBe('scenario.noJail');
    expect(refused.body().message.fr).toMatch(
      /un réseau et des processus à part, un utilisateur sans droits.*util-linux/,
    );
  }
  expect(await strict.check('txt', examples.txt.source)).toMatchObject({ problems: [] });
});

test('where a part of the jail is missing and it is not required, a program in Python runs and says so', async () => {
  const program = await createLanguages(() => ({ requireJail: false, withoutJail: true })).make(
    { language: 'py', source: '' },
    undefined,
  );
  if (program === undefined || isRefusal(program)) throw new Error('it did not start');
  expect(program.missing).toEqual(expect.arrayContaining(['namespace', 'user']));
  await program.close();
});
