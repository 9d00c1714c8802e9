import { isRefusal, type Refusal, refuse, type VariableStatistics } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { currentResultsOf, specificHeaders, specificRows } from '../results/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findReadable } from './find-records.ts';
import { findSelection } from './selections.ts';

interface Window {
  readonly t0?: number | undefined;
  readonly t1?: number | undefined;
  readonly sel_id?: number | undefined;
  readonly variable?: readonly string[] | undefined;
  readonly median?: boolean | undefined;
}

/** Statistics of raw samples over the whole record, a window or a selection; of all variables unless some are named. */
export async function readStatistics(
  { database, computed }: Pick<RecordDependencies, 'database' | 'computed'>,
  viewer: Viewer,
  id: number,
  window: Window,
  until: AbortSignal,
): Promise<{ default: { data: VariableStatistics[] }; specific: { headers: string[]; data: unknown[][] } } | Refusal> {
  const contradicting = refuseContradiction(window);
  if (isRefusal(contradicting)) return contradicting;
  const record = await findReadable(database.db, viewer, id);
  if (isRefusal(record)) return record;
  const selection =
    window.sel_id === undefined ? undefined : await findSelection(database.db, id, { id: window.sel_id });
  if (isRefusal(selection)) return selection;
  const variables = window.variable ?? Object.keys(record.availableData);
  const opened = await computed.open(viewer, record, variables, until);
  if (isRefusal(opened)) return opened;
  const from = selection?.t0 ?? window.t0 ?? Number.NEGATIVE_INFINITY;
  const to = selection?.t1 ?? window.t1 ?? Number.POSITIVE_INFINITY;
  const data = await opened.statistics(from, to, window.median);
  if (isRefusal(data)) return data;
  const results = (await currentResultsOf(database.db, [id])).filter(
    ({ outcome }) => outcome.t0 <= to && outcome.t1 >= from,
  );
  return { default: { data }, specific: { headers: specificHeaders, data: specificRows(results) } };
}

/** A window that ends before it begins, or a selection and a window at once: neither has one answer. */
function refuseContradiction({ t0, t1, sel_id: selectionId }: Window): Refusal | undefined {
  if (t0 !== undefined && t1 !== undefined && t1 < t0) return refuse('request.invalid', {}, { t1: 'range' });
  const isWindow = t0 !== undefined || t1 !== undefined;
  return selectionId !== undefined && isWindow ? refuse('request.invalid', {}, { sel_id: 'either' }) : undefined;
}
