import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileText } from './compile-text.ts';
import { drawGraph } from './draw-graph.ts';
import type { ScenarioEvent } from './program.ts';
import { startText } from './run/start-text.ts';

/** So many by hand, now and then: FUZZED=100000. */
const runs = Number(process.env.FUZZED ?? 2000);

const good = `scenario "Saut" en "Jump"
about "Un saut." en "A jump."
limit 5 min
param trials integer = 2 from 1 to 5 "Essais" en "Trials"
param calm duration = 1.5 s from 0.5 s to 5 s
input force N = fztot, fzg + fzd, force
indicator rate 1/min = strokeRate
record start
step weighing "Pesée" en "Weighing"
  prompt "Montez" en "Step on" countdown 3 s
  wait still force within 10 N for calm or 20 s countdown "Immobile" en "Still"
  let weight = mean(force, 500 ms)
let best = none cm
repeat trials times as i
  step jump "Saut {i}" en "Jump {i}"
    selection start "Essai {i}"
    wait force < 0.1 * weight for 50 ms or button or 15 s
    if timed_out or not pressed
      selection stop
    else if weight > 20 N
      analyse cmj selection within 2 s
      let h = cmj.heightImpulse in cm
      let best = max(best, h)
      prompt "Hauteur" en "Height" number h as height
    else
      ask mass kg "Masse" en "Mass" from 20 kg to 200 kg
      call "v1.led.set" colour = "green", seconds = 2 s
while rate < 20 1/min and elapsed < 2 min
  wait 1 s
  if any(force > 10 N)
    leave
result "best_{trials}" = best
end "Meilleur : {best}" en "Best: {best}"
`;

const words = [...new Set(good.split(/(\s+|[(){},"])/))];
const event: fc.Arbitrary<ScenarioEvent> = fc.oneof(
  fc.constant({ type: 'time' as const, atSeconds: 1 }),
  fc.record({ type: fc.constant('button' as const), atSeconds: fc.double(), device: fc.constantFrom(1, null) }),
  fc.record({ type: fc.constantFrom('joined' as const, 'left' as const), atSeconds: fc.nat(300), device: fc.nat(3) }),
  fc.record({
    type: fc.constant('samples' as const),
    atSeconds: fc.nat(300),
    device: fc.nat(2),
    rateHz: fc.constantFrom(10, 1000, 0, Number.NaN),
    columns: fc.record({
      'plate.force': fc.array(fc.double(), { maxLength: 20 }).map((values) => Float64Array.from(values)),
    }),
  }),
  fc.record({
    ...{ type: fc.constant('analysed' as const), atSeconds: fc.nat(300), device: fc.nat(2), recordId: fc.nat() },
    ...{
      id: fc.nat(2),
      of: fc.constant(null),
      analysis: fc.constant('cmj'),
      values: fc.constant({ heightImpulse: { value: 1, unit: 'm' } }),
      refusal: fc.constant(null),
    },
  }),
  fc.record({
    type: fc.constant('answer' as const),
    atSeconds: fc.nat(300),
    prompt: fc.constant('mass@1'),
    value: fc.oneof(fc.string(), fc.double()),
  }),
);

/** Located problems, or a program that runs through whatever happens, bounded. */
async function isSound(source: string, events: readonly ScenarioEvent[]): Promise<void> {
  const found = compileText(source);
  if ('problems' in found) {
    expect(found.problems.length).toBeGreaterThan(0);
    for (const { line, column, message } of found.problems) {
      expect(Number.isInteger(line) && line >= 1 && Number.isInteger(column) && column >= 1 && message.fr !== '').toBe(
        true,
      );
    }
    return;
  }
  expect(drawGraph(found.program).states.length).toBeGreaterThan(0);
  const run = startText(found.program);
  await run.handle({ type: 'start', atSeconds: 0, params: {}, devices: [{ number: 1, athlete: null }] });
  for (const one of events) expect((await run.handle(one)).length).toBeLessThan(500);
  JSON.parse(run.keep() ?? '');
}

/** A good program with lines and signs taken out, doubled or exchanged. */
const damaged = fc
  .array(fc.tuple(fc.nat(good.length), fc.nat(30), fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }))), {
    minLength: 1,
    maxLength: 4,
  })
  .map((cuts) => cuts.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), good));
const shuffled = fc
  .shuffledSubarray(good.split('\n'), { minLength: 3 })
  .map((lines) => `scenario "A" en "A"\n${lines.join('\n')}`);
const tokens = fc.array(fc.constantFrom(...words, '\n', '\n  ', ' '), { maxLength: 120 }).map((all) => all.join(' '));
const events = fc.array(event, { maxLength: 12 });

test('the program that is damaged is a good one', () => {
  const found = compileText(good);
  expect('problems' in found ? found.problems : []).toEqual([]);
});

test('a damaged program never hangs or throws', { timeout: 3_600_000 }, async () => {
  const source = fc.oneof(damaged, shuffled, tokens, fc.string({ maxLength: 300 }));
  await fc.assert(fc.asyncProperty(source, events, isSound), { numRuns: runs });
});
