import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyses, isBadAsk, isRefused, phaseWord, runAnalysis } from './index.ts';
import { parametersOf, testRecording, variablesOf } from './make-test-recordings.ts';

/** Runs of each analysis; more by hand: `DAMAGED=100000 npx vitest run packages/analysis/src/catalogue.test.ts`. */
const runs = Number(process.env.DAMAGED ?? 250);
/** ms that one may take here, beside others. */
const patienceMs = 60_000 + 100 * runs;

describe.each(analyses.map((analysis) => [analysis.id, analysis] as const))('%s', (_, analysis) => {
  const inputs = Object.fromEntries(Object.keys(analysis.inputs).map((role) => [role, role]));

  test(
    'never throws and answers no number that is none, whatever it is given',
    () => {
      fc.assert(
        fc.property(testRecording, (given) => {
          const asked = { inputs, parameters: parametersOf(analysis, given) };
          const found = runAnalysis(analysis, variablesOf(analysis, given), asked);
          expect(isBadAsk(found)).toBe(false);
          if (isRefused(found) || isBadAsk(found)) return;
          for (const [name, { value, reason, unit, method }] of Object.entries(found.values)) {
            expect(value === null ? reason !== undefined : Number.isFinite(value)).toBe(true);
            // As it goes on to screens, files and reports.
            expect(
              [unit, method].every((said) => said.trim() !== ''),
              name,
            ).toBe(true);
            expect(unit).toBe(analysis.outputs[name]?.unit);
          }
          const times = [...found.phases.flatMap(({ from, to }) => [from, to]), ...found.events.map(({ at }) => at)];
          expect(times.every(Number.isFinite)).toBe(true);
          const drawn = found.figures.flatMap(({ series }) => series);
          expect(Object.values(found.samples).every((count) => count >= 0 && Number.isInteger(count))).toBe(true);
          expect(new Set(found.figures.map(({ id }) => id)).size).toBe(found.figures.length);
          for (const { kind, x, y, high, counts } of drawn) {
            // Of a density x and y are the columns and rows of its counts.
            if (kind === 'density') expect(counts).toHaveLength(x.length * y.length);
            else expect(y).toHaveLength(x.length);
            expect([...x, ...y, ...(high ?? [])].every((one) => one === null || Number.isFinite(one))).toBe(true);
          }
        }),
        { numRuns: runs, ...(process.env.PROPERTY_SEED && { seed: Number(process.env.PROPERTY_SEED) }) },
      );
    },
    patienceMs,
  );

  test('leaves the samples that it is given as they are: they may be asked again', () => {
    fc.assert(
      fc.property(testRecording, (given) => {
        const variables = variablesOf(analysis, given);
        const before = variables.map(({ timesSeconds, values }) => [timesSeconds.slice(), values.slice()]);
        runAnalysis(analysis, variables, { inputs });
        expect(variables.map(({ timesSeconds, values }) => [timesSeconds, values])).toEqual(before);
      }),
      { numRuns: Math.min(runs, 25) },
    );
  });

  test('says of itself what people read: names, units, methods, sources, in both languages', () => {
    const said = [
      ...[analysis.name, analysis.about].flatMap(({ fr, en }) => [fr, en]),
      ...Object.values(analysis.outputs).flatMap(({ name, method, about, unit, source }) => [
        ...[name.fr, name.en, method.fr, method.en, about.fr, about.en, unit, source],
      ]),
      ...Object.values(analysis.parameters).flatMap(({ name, source }) => [name.fr, name.en, source]),
      ...analysis.presets.flatMap(({ name, source }) => [name, source]),
    ];
    expect(said.filter((text) => text.trim() === '')).toEqual([]);
  });
  test('says of each number by which formula it is found, or why there is none, over which phases and of which roles', () => {
    const holes = new Set([...Object.keys(analysis.outputs), ...Object.keys(analysis.parameters)]);
    expect(Object.keys(analysis.explained).sort()).toEqual(Object.keys(analysis.outputs).sort());
    for (const { formula, none, of = [], over = '' } of Object.values(analysis.explained)) {
      expect((formula === undefined) !== (none === undefined)).toBe(true);
      for (const said of formula ? [formula.fr, formula.en] : []) {
        expect(said).toMatch(/^[^=]+ = ./);
        const named = [...said.matchAll(/\{(\w+)(?::([^}]+))?\}/g)];
        expect(named.filter(([, name = '', symbol]) => (name === 'n') === (symbol !== undefined))).toEqual([]);
        expect(named.flatMap(([, name = '']) => (name === 'n' || holes.has(name) ? [] : name))).toEqual([]);
        expect(said.replace(/\{[^{}]*\}/g, '')).not.toMatch(/[{}]/);
      }
      expect(of.filter((role) => !Object.hasOwn(analysis.inputs, role))).toEqual([]);
      expect(over.split('…').filter((name) => name !== '' && phaseWord(name).fr === name)).toEqual([]);
    }
  });
  test('keeps its defaults within their bounds, and its presets to parameters that there are', () => {
    for (const parameter of Object.values(analysis.parameters)) {
      if ('choices' in parameter) expect(parameter.choices).toContain(parameter.default);
      else if (parameter.default !== null) {
        expect(parameter.default).toBeGreaterThanOrEqual(parameter.least);
        expect(parameter.default).toBeLessThanOrEqual(parameter.most);
      }
    }
    for (const { values } of analysis.presets) {
      for (const [name, value] of Object.entries(values)) {
        const rule = analysis.parameters[name];
        if (rule === undefined) throw new Error(`${name} is no parameter`);
        if ('choices' in rule) expect(rule.choices).toContain(value);
        else expect(Number(value) >= rule.least && Number(value) <= rule.most).toBe(true);
      }
    }
  });
});

test('No two analyses share an id, and a height says what it is measured from', () => {
  expect(new Set(analyses.map(({ id }) => id)).size).toBe(analyses.length);
  for (const { outputs } of analyses) {
    for (const { name, frame, unit } of Object.values(outputs)) {
      const isHeight = unit === 'm' && /hauteur/i.test(name.fr) && !/chute/.test(name.fr);
      expect(isHeight && frame === undefined ? name.fr : '').toBe('');
    }
  }
});
