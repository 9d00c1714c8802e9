import type { Record } from '@sillage/contract';
import { useMemo } from 'react';
import type { Curve } from '../../charts/curve.ts';
import { alignByLikeness, findCrossing } from './align-records.ts';
import type { Alignment, Comparison } from './compare-address.ts';
import type { ComparedVariable } from './shared-variables.ts';
import { useFirstSelections, useWholeCurves } from './use-compared.ts';

/** Where one record is laid on the others. */
export interface Aligned {
  readonly record: Record;
  /** s of the record that stand at 0 of the comparison; 0 where it is not known: `isFound`. */
  readonly fromSeconds: number;
  readonly isFound: boolean;
  /** How alike it is to the reference there, of an alignment by correlation. */
  readonly likeness: { readonly correlation: number; readonly confidence: number } | undefined;
  /** s or m that it was moved by hand. */
  readonly moved: number;
}

/** Whether an alignment needs the curve of a variable. */
export const needsVariable = (by: Alignment) => by === 'threshold' || by === 'correlation';

/** How the records lie on one another; the first is the reference. */
export function useAlignment(
  records: readonly Record[],
  { by, threshold, moved }: Pick<Comparison, 'by' | 'threshold' | 'moved'>,
  variable: ComparedVariable | undefined,
): Aligned[] {
  const asked = records.map((record) => ({ record, variable: variable?.of.get(record.id) }));
  const curves = useWholeCurves(asked, needsVariable(by));
  const crossings = useMemo(
    () =>
      curves.map((curve) => (by === 'threshold' && threshold !== undefined ? crossing(curve, threshold) : undefined)),
    [curves, by, threshold],
  );
  const selections = useFirstSelections(records, by === 'selection');
  const likenesses = useMemo(() => (by === 'correlation' ? likenessesOf(curves) : []), [curves, by]);
  return records.map((record, i) => {
    const likeness = i === 0 ? undefined : likenesses[i];
    const from = {
      start: 0,
      distance: 0,
      selection: selections[i],
      threshold: crossings[i],
      correlation: i === 0 ? 0 : likeness && -likeness.offsetSeconds,
    }[by];
    return {
      record,
      fromSeconds: from ?? 0,
      isFound: from !== undefined,
      likeness,
      moved: moved.get(record.id) ?? 0,
    };
  });
}

function crossing(curve: Curve | undefined, threshold: number): number | undefined {
  return curve && findCrossing(curve, threshold);
}

const knownLikenesses = new WeakMap<Curve, WeakMap<Curve, ReturnType<typeof alignByLikeness>>>();

/** Each pair is correlated once, when both of it are there. */
function likenessOf(reference: Curve, other: Curve) {
  const known = knownLikenesses.get(reference) ?? new WeakMap();
  knownLikenesses.set(reference, known);
  if (!known.has(other)) known.set(other, alignByLikeness(reference, other));
  return known.get(other);
}

function likenessesOf(curves: readonly (Curve | undefined)[]) {
  const [reference] = curves;
  return curves.map((curve, i) => (i > 0 && reference && curve ? likenessOf(reference, curve) : undefined));
}
