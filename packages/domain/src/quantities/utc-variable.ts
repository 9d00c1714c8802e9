import { ownName } from './quantities.ts';

/** s that one unit of a clock is. */
const secondsOf: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, µs: 1e-6, us: 1e-6 };

/** The variable by which a satellite receiver tells the UTC, since 1970; undefined where a record has none. */
export function utcVariable(
  variables: Readonly<Record<string, { readonly unit: string }>>,
): { readonly variable: string; readonly factor: number } | undefined {
  for (const [variable, { unit }] of Object.entries(variables)) {
    const factor = Object.hasOwn(secondsOf, unit.trim()) ? secondsOf[unit.trim()] : undefined;
    const name = ownName(variable).replace(/^(gps|gnss)_?/, '');
    if (factor !== undefined && /^(utc|epoch|unix)(_?time)?(_?us|_?ms)?$|^time_?utc$/.test(name))
      return { variable, factor };
  }
  return undefined;
}
