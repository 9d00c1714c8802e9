import { ScenarioResult } from '@sillage/contract';
import { z } from 'zod';

/** kg that a trial can be done with. */
const mostKilograms = 400;
/** Of what is written of one trial. */
const mostLetters = 500;

const Told = z.object({ scenario: z.object({ results: z.array(ScenarioResult) }) });

/** What the scenario of a record found, by name, in the unit of its program. */
function resultsOf(otherData: unknown): ReadonlyMap<string, { readonly value: number; readonly unit: string }> {
  const results = Told.safeParse(otherData).data?.scenario.results ?? [];
  return new Map(
    results.flatMap(({ name, value, unit }) => (typeof value === 'number' ? [[name, { value, unit }] as const] : [])),
  );
}

/** kg of the trial that a scenario calls by a number at the end of the name of its selection: `Charge 2` is `load_2`. */
export function loadOfScenario(otherData: unknown, name: string): number | undefined {
  const number = /(\d+)\s*$/.exec(name.slice(-20))?.[1];
  const result = number === undefined ? undefined : resultsOf(otherData).get(`load_${Number(number)}`);
  return result?.unit === 'kg' ? withinBounds(result.value) : undefined;
}

const metresOf: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001 };

/** m of the push, where a scenario was told it. */
export function pushOffOfScenario(otherData: unknown): number | undefined {
  const result = resultsOf(otherData).get('push_off');
  const factor = metresOf[result?.unit ?? ''];
  return result === undefined || factor === undefined ? undefined : Number((result.value * factor).toPrecision(9));
}

/** kg that people wrote: `SJ 20 kg`, `+40kg`, `sans charge`. */
export function loadInText(text: string): number | undefined {
  const said = text.slice(0, mostLetters);
  const kilograms = /(?:^|[^\d.,])(\d{1,3}(?:[.,]\d{1,2})?)[\s\u00a0\u202f]*kg\b/i.exec(said)?.[1];
  if (kilograms !== undefined) return withinBounds(Number(kilograms.replace(',', '.')));
  return /sans[\s\u00a0\u202f]+charge|poids du corps|without (?:a )?load|unloaded|body ?weight/i.test(said)
    ? 0
    : undefined;
}

const withinBounds = (kilograms: number) => (kilograms >= 0 && kilograms <= mostKilograms ? kilograms : undefined);
