import { type Client, curvesMediaType, decodeCurves } from '@sillage/client';
import { api, DataEntry } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/services.tsx';
import type { Curve } from '../../charts/curve.ts';
import type { CurveTile } from '../../charts/time-window.ts';
import { recordKeys } from '../../records/record-queries.ts';

/** Points of the readable form: rows, null where the signal has a gap. */
export function curvesOfJson(entry: DataEntry): Curve[] {
  return Object.entries(entry.data).map(([variable, series]) => ({
    variable,
    timesSeconds: Float64Array.from(series.data, (point) => point.x),
    values: Float64Array.from(series.data, (point) => point.y ?? Number.NaN),
  }));
}

async function fetchCurves(
  client: Client,
  id: number,
  variables: readonly string[],
  tile: CurveTile,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Curve>> {
  const reply = await client.fetchBytes(api.readRecordData, {
    params: { id },
    query: {
      wanted_x: 'T',
      wanted_y: [...variables],
      range: [String(tile.from), String(tile.to)],
      maxData: tile.maxData,
    },
    accept: curvesMediaType,
    signal,
  });
  const curves = reply.contentType.startsWith(curvesMediaType)
    ? decodeCurves(reply.body).map(({ variable, T, value }) => ({ variable, timesSeconds: T, values: value }))
    : curvesOfJson(DataEntry.parse(JSON.parse(new TextDecoder().decode(reply.body))));
  return new Map(curves.map((curve) => [curve.variable, curve]));
}

/** ms that an unused tile stays, so that going back draws at once. */
const keptMilliseconds = 2 * 60 * 1000;

/** The points of a graph. The old picture stays until the new one is there; a request that nobody waits for is aborted. */
export function useCurves(id: number, variables: readonly string[], tile: CurveTile, enabled: boolean) {
  const client = useApi();
  const wanted = [...variables].sort();
  return useQuery({
    queryKey: recordKeys.curves(id, { wanted, tile }),
    queryFn: ({ signal }) => fetchCurves(client, id, wanted, tile, signal),
    enabled: enabled && wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMilliseconds,
  });
}
