import type { CheckedFormula, Part } from '@sillage/signal/formula';
import { boundModuleBytes, boundSampleBytes } from '../store/index.ts';

interface Sized {
  readonly formula: CheckedFormula;
  /** At whose times it is computed, and the most that any of its variables has. */
  readonly samples: number;
  readonly mostSamples: number;
}

/** Bytes on the disk, at most, while a formula is computed. */
export function boundBytes({ formula, samples, mostSamples }: Sized): number {
  const scratch = countColumns(formula.root) * mostSamples * Float64Array.BYTES_PER_ELEMENT;
  return scratch + Math.ceil(boundSampleBytes(['f64']) * samples) + boundModuleBytes(['f64'], samples, 0);
}

/** Columns on the way: of what goes along samples, what that goes along, and of variables at other times. */
function countColumns(part: Part): number {
  switch (part.kind) {
    case 'number':
      return 0;
    case 'variable':
      return 1;
    case 'each':
      return part.inputs.reduce((sum, input) => sum + countColumns(input), 0);
    case 'along':
      return 3 + countColumns(part.input);
  }
}
