import { api, limits, type Record } from '@sillage/contract';
import { foldTrace, type QuantityName, tracedVariable } from '@sillage/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useServer } from '../../base/services.tsx';
import { type Trace, traceOf } from '../../charts/record-trace.tsx';
import { recordKeys } from '../../records/record-queries.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useTableView } from './table-view.ts';

/** Curves of these records that no row brings along, by the id of the record. */
type FetchedTraces = ReadonlyMap<number, Trace>;

const noTraces: FetchedTraces = new Map();
const TracesContext = createContext(noTraces);
export const FetchedTracesProvider = TracesContext.Provider;

type Traced = Pick<Record, 'id' | 'preview' | 'available_data'>;

/** What all rows show that is chosen: rows of a phone always show a trace, those of the table in its column. */
function useChosenQuantity(): QuantityName | undefined {
  const isPhone = useScreenSize() === 'phone';
  return useTableView(({ columns, traced }) => (isPhone || columns.includes('preview') ? traced : null)) ?? undefined;
}

/** The trace that stands in a row: of the quantity that is chosen, else the one that the row brings along; without values until it came. */
export function useTrace({ id, preview, available_data }: Traced): Trace | undefined {
  const quantity = useChosenQuantity();
  const fetched = use(TracesContext).get(id);
  const names = Object.keys(available_data);
  const variable = tracedVariable(names, quantity);
  if (variable === undefined) return undefined;
  if (variable !== tracedVariable(names) && fetched?.variable !== variable) return { variable, values: [] };
  const values = variable === fetched?.variable ? fetched.values : preview;
  return traceOf(variable, values);
}

/** Curves of the chosen quantity, in one request for all rows, of the records that bring along another one. */
export function useFetchedTraces(records: readonly Record[] | undefined): FetchedTraces {
  const server = useServer();
  const quantity = useChosenQuantity();
  const wanted = quantity === undefined ? [] : (records ?? []).flatMap((record) => otherTrace(record, quantity));
  const { data = noTraces } = useQuery({
    queryKey: recordKeys.traces(wanted.map(({ id, version, variable }) => [id, version, variable])),
    queryFn: async ({ signal }): Promise<FetchedTraces> => {
      const x = { maxData: 2 * limits.previewPoints };
      const asked = Object.fromEntries(wanted.map(({ id, variable }) => [id, [{ x, y: [variable] }]]));
      const { data } = await server.call(api.queryRecordData, { body: { data: asked }, signal });
      return new Map(
        wanted.map(({ id, variable, duration }) => {
          const points = data[id]?.[0]?.data[variable]?.data ?? [];
          const curve = points.map(({ x, y }) => ({ at: x, value: y ?? Number.NaN }));
          return [id, { variable, values: foldTrace(curve, duration, limits.previewPoints) }];
        }),
      );
    },
    enabled: wanted.length > 0,
    // Until those of the next page are there.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A row without its trace says so; nothing is lost.
    meta: { quiet: true },
  });
  return data;
}

/** The variable to fetch of a record. */
function otherTrace(record: Record, quantity: QuantityName) {
  const { id, signals_version: version, duration, visualisable } = record;
  const names = Object.keys(record.available_data);
  const variable = tracedVariable(names, quantity);
  const isAtHand = variable === tracedVariable(names);
  return !visualisable || variable === undefined || isAtHand ? [] : [{ id, version, variable, duration }];
}
