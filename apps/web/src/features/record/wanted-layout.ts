import type { Record } from '@sillage/contract';
import { spelledAs } from '@sillage/domain';
import { addVariable, firstLayout, type Layout } from './graph-layout.ts';

/** Curves drawn at first, at most: a graph must stay readable. */
const mostCurves = 12;

/**
 * The first look at a record: the variables that were chosen, in their order, as far as the record has them; else the
 * most telling.
 */
export function wantedLayout(available: Record['available_data'], wanted: readonly string[]): Layout {
  const names = wanted.flatMap((one) => spelledAs(one, Object.keys(available))).slice(0, mostCurves);
  const empty: Layout = [];
  const layout = names.reduce((so, name) => addVariable(so, name, available), empty);
  return layout.length > 0 ? layout : firstLayout(available);
}
