import { expect, test } from 'vitest';
import { examples } from './examples.ts';
import { checkSource, makeProgram } from './languages.ts';

test('the example of lines has parameters and no problem, and starts', async () => {
  const { source } = examples.txt;
  const checked = await checkSource('txt', source);
  expect(checked.problems).toEqual([]);
  expect(checked.params).toMatchObject([
    { name: 'length', type: 'duration', default: 10, unit: 's', min: 2, max: 600 },
  ]);
  const program = await makeProgram({ language: 'txt', source, runId: 1 }, undefined);
  const asked = await program?.handle({
    type: 'start',
    atSeconds: 0,
    params: { length: 10 },
    devices: [{ number: 1, athlete: null }],
  });
  expect(asked?.map(({ type }) => type)).toContain('prompt');
  await program?.close();
});

test('what is wrong is said at its line', async () => {
  const { problems } = await checkSource('txt', 'scenario "A" en "A"\nrecord begin\n');
  expect(problems[0]).toMatchObject({ line: 2, message: { fr: expect.any(String), en: expect.any(String) } });
});
