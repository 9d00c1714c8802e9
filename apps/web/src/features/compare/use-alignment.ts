import type { Record } from '@sillage/contract';
import { useSettled } from '../../ui/use-settled.ts';
import type { Alignment, Comparison } from './compare-address.ts';
import type { ComparedVariable } from './shared-variables.ts';
import { type Answered, type Likeness, useCrossings, useFirstSelections, useLikenesses } from './use-places.ts';

/** ms that a threshold rests before it is looked for. */
const restMilliseconds = 300;

/** Where one record is laid on the others. */
export interface Aligned {
  readonly record: Record;
  /** s of the record that stand at 0 of the comparison; 0 where it is not known: `isFound`. */
  readonly fromSeconds: number;
  readonly isFound: boolean;
  /** It is not known yet. */
  readonly isLooking: boolean;
  /** How alike it is to the reference there, of an alignment by correlation. */
  readonly likeness: Likeness | undefined;
  /** s or m that it was moved by hand. */
  readonly moved: number;
}

/** How the records lie on one another; the first is the reference. */
export function useAlignment(
  records: readonly Record[],
  { by, threshold, moved }: Pick<Comparison, 'by' | 'threshold' | 'moved'>,
  variable: ComparedVariable | undefined,
): Aligned[] {
  const measured = records.map((record) => ({ record, variable: variable?.of.get(record.id) }));
  const over = useSettled(threshold, restMilliseconds);
  const crossings = useCrossings(measured, by === 'threshold' ? over : undefined);
  const selections = useFirstSelections(records, by === 'selection');
  const likenesses = useLikenesses(measured, by === 'correlation');
  return records.map((record, i) => {
    const { found, isLooking } = placed(by, {
      selection: selections[i],
      crossing: crossings[i],
      likeness: i === 0 ? undefined : likenesses[i],
    });
    const likeness = by === 'correlation' ? likenesses[i]?.found : undefined;
    const isReference = i === 0 && by === 'correlation';
    return {
      record,
      fromSeconds: found ?? 0,
      isFound: found !== undefined || isReference,
      isLooking: isLooking && !isReference,
      likeness,
      moved: moved.get(record.id) ?? 0,
    };
  });
}

interface Found {
  readonly selection: Answered<number> | undefined;
  readonly crossing: Answered<number> | undefined;
  readonly likeness: Answered<Likeness> | undefined;
}

/** s of a record that are laid at 0. */
function placed(by: Alignment, { selection, crossing, likeness }: Found): Answered<number> {
  const unknown = { found: undefined, isLooking: false };
  switch (by) {
    case 'start':
    case 'distance':
      return { found: 0, isLooking: false };
    case 'selection':
      return selection ?? unknown;
    case 'threshold':
      return crossing ?? unknown;
    case 'correlation':
      return likeness === undefined
        ? unknown
        : { found: likeness.found && -likeness.found.offsetSeconds, isLooking: likeness.isLooking };
  }
}
