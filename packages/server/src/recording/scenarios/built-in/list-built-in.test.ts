import { analyses } from '@sillage/analysis';
import { compileText } from '@sillage/scenario-language';
import { expect, test } from 'vitest';
import { builtInNames, readBuiltIn } from './list-built-in.ts';

const known = Object.fromEntries(
  analyses.map(({ id, outputs }) => [
    id,
    Object.fromEntries(Object.entries(outputs).map(([name, { unit }]) => [name, unit])),
  ]),
);

test.each(builtInNames)('%s compiles, its analyses and units as they are', async (name) => {
  const compiled = compileText(await readBuiltIn(name), { analyses: known });
  expect('problems' in compiled ? compiled.problems : []).toEqual([]);
  const untitled =
    'program' in compiled ? compiled.program.nodes.filter((n) => n.do === 'result' && n.title === null) : [];
  expect(untitled).toEqual([]);
});

test('every scenario that analyses serve is there, under its class name', async () => {
  const sources = await Promise.all(builtInNames.map(readBuiltIn));
  const classes = sources.flatMap((source) => {
    const compiled = compileText(source);
    return 'program' in compiled ? [compiled.program.className] : [];
  });
  expect(new Set(classes).size).toBe(builtInNames.length);
  const served = analyses.flatMap(({ serves }) => serves.scenarios);
  expect(classes).toEqual(expect.arrayContaining([...new Set(served)]));
});
