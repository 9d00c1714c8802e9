import type { SampleClock, SampleColumn, SamplesAtHand } from './samples-at-hand.ts';

interface TestModule {
  readonly times: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** Samples in memory, by `module.variable`. For tests. */
export function holdTestSamples(modules: Readonly<Record<string, TestModule>>): SamplesAtHand {
  const columns = new Map<string, SampleColumn>();
  for (const [module, { times, columns: own }] of Object.entries(modules)) {
    const clock: SampleClock = {
      samples: times.length,
      readTimes: (from, into) => into.set(times.subarray(from, from + into.length)),
    };
    for (const [name, values] of Object.entries(own)) {
      const read = (from: number, into: Float64Array) => into.set(values.subarray(from, from + into.length));
      columns.set(`${module}.${name}`, { clock, read });
    }
  }
  return {
    column(variable) {
      const column = columns.get(variable);
      if (column === undefined) throw new RangeError(`no ${variable}`);
      return column;
    },
    scratch(clock) {
      const values = new Float64Array(clock.samples);
      return {
        clock,
        read: (from, into) => into.set(values.subarray(from, from + into.length)),
        write: (from, written) => values.set(written, from),
      };
    },
  };
}
