/** Blocks that a page has room for: of many small arrays that live for long, the collector of garbage stands still for 0.1 s. */
const blocksAPage = 64;
/** More only where one block has more: what is dropped is dropped by pages. */
const samplesAPage = 16_384;

type Names = readonly { readonly name: string; readonly unit: string }[];

/** Blocks of one module, one after the other as they came. */
export interface Page {
  readonly names: Names;
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
  /** Of each block, its number, one more for each block of a module, and its first sample. */
  readonly sequences: number[];
  readonly starts: number[];
  /** Samples. */
  used: number;
  lastSeconds: number;
  /** That it has room for. */
  readonly numbers: number;
}

export function newPage(sampleCount: number, names: Names): Page {
  const blocks = Math.max(1, Math.min(blocksAPage, Math.floor(samplesAPage / sampleCount)));
  const samples = sampleCount * blocks;
  return {
    ...{ names, times: new Float64Array(samples), columns: names.map(() => new Float64Array(samples)) },
    ...{ sequences: [], starts: [], used: 0, lastSeconds: 0, numbers: samples * (names.length + 1) },
  };
}

export const fitsInPage = ({ names, times, used }: Page, sampleCount: number, wanted: Names): boolean =>
  (names === wanted || isSame(names, wanted)) && used + sampleCount <= times.length;

const isSame = (names: Names, others: Names): boolean =>
  names.length === others.length &&
  names.every(({ name, unit }, i) => name === others[i]?.name && unit === others[i]?.unit);

export function putInPage(page: Page, sequence: number, times: Float64Array, columns: readonly Float64Array[]): void {
  page.sequences.push(sequence);
  page.starts.push(page.used);
  page.times.set(times, page.used);
  for (const [c, values] of columns.entries()) page.columns[c]?.set(values, page.used);
  page.used += times.length;
  page.lastSeconds = Math.max(page.lastSeconds, times.at(-1) ?? 0);
}
