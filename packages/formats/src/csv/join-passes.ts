import type { Scratch } from '../byte-source.ts';
import type { Pass } from '../recording.ts';
import { RowSpool } from '../rows/row-spool.ts';

/** Beyond them the file is of another kind: nobody looks at so many selections. */
const mostPasses = 500;
/** A step back beyond this share of a pass begins another one; a shorter one is disorder. */
const backShare = 0.5;

/**
 * Puts stretches of rows whose time begins again one after the other, a step apart: the first keeps its times. Undefined
 * when there are too many.
 */
export function joinPasses(
  spool: RowSpool,
  stepSeconds: number,
  newScratch: () => Scratch,
): { spool: RowSpool; passes: Pass[] } | undefined {
  const joined = new RowSpool(spool.width - 1, newScratch);
  const passes: { fromSeconds: number; toSeconds: number }[] = [];
  /** In the file's own times. */
  let first = 0;
  let last = 0;
  let shift = 0;
  for (const { values, rows, width } of spool.inFileOrder()) {
    for (let at = 0; at < rows * width; at += width) {
      const seconds = values[at]!;
      const pass = passes.at(-1);
      if (!pass || seconds < first + backShare * (last - first)) {
        if (passes.length === mostPasses) return undefined;
        // µs: what is added to times of few digits should have few, too.
        shift = pass ? Math.round((pass.toSeconds + stepSeconds - seconds) * 1e6) / 1e6 : 0;
        passes.push({ fromSeconds: seconds + shift, toSeconds: seconds + shift });
        first = seconds;
        last = seconds;
      }
      last = Math.max(last, seconds);
      const present = passes.at(-1);
      if (present) present.toSeconds = Math.max(present.toSeconds, seconds + shift);
      joined.add(seconds + shift, values.subarray(at + 1, at + width));
    }
  }
  return { spool: joined, passes };
}
