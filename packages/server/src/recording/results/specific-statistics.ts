import type { KeptRow } from './present-result.ts';

/** Columns of the numbers that analyses found, one a line. */
export const specificHeaders = ['analysis', 'version', 't0', 't1', 'name', 'value', 'unit', 'method', 'excluded'];

/** The numbers of results in the order of {@link specificHeaders}; times in s; a number that was not found is null. */
export function specificRows(results: readonly KeptRow[]): unknown[][] {
  return results.flatMap(({ outcome: { analysis, version, t0, t1, values }, excluded }) =>
    Object.entries(values).map(([name, { value, unit, method }]) => [
      ...[analysis, version, t0, t1, name, value, unit, method],
      excluded?.reason ?? '',
    ]),
  );
}
