import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyses, refusalCodes } from '@sillage/analysis';
import { expect, test } from 'vitest';
import { findCodes } from './find-codes.ts';
import { makePages, writeCodesModule } from './make-pages.ts';
import { analysisSource, codesModule, pagesFolder } from './paths.ts';

const ids = analyses.map(({ id }) => id);
const again = 'npm run docs:analysis';

test('each page of docs/analysis says what its analysis says', () => {
  const pages = makePages();
  const there = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  expect(there.sort(), again).toEqual([...pages.keys()].sort());
  for (const [path, text] of pages)
    expect(readFileSync(join(pagesFolder, path), 'utf8'), `${path}: ${again}`).toBe(text);
});

test('the codes that an analysis may say are those of its text', () => {
  const codes = findCodes(analysisSource, ids);
  expect(readFileSync(codesModule, 'utf8'), again).toBe(writeCodesModule(codes));
  expect(codes.cmj?.refusals).toEqual(expect.arrayContaining(['inputMissing', 'noFlight', 'plateEmpty', 'noMovement']));
  expect(codes.cmj?.refusals).not.toContain('tooFewStrokes');
  expect(codes.cmj?.warnings).toContain('heightsDiffer');
  // Nothing that can be said is said by none.
  const said = new Set(Object.values(codes).flatMap(({ refusals }) => refusals));
  expect(refusalCodes.filter((code) => !said.has(code))).toEqual([]);
});

test('a page names every role, parameter and number, each parameter with its bounds and its source', () => {
  for (const { id, inputs, parameters, outputs } of analyses) {
    const page = makePages().get(`fr/${id}.md`) ?? '';
    for (const name of [...Object.keys(inputs), ...Object.keys(parameters), ...Object.keys(outputs)]) {
      expect(page).toContain(`(\`${name}\`)`);
    }
    for (const { source } of [...Object.values(parameters), ...Object.values(outputs)]) {
      expect(page).toContain(source.replaceAll('|', '\\|'));
    }
  }
});
