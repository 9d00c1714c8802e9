import { type ApiClient, curvesMediaType, decodeCurves } from '@sillage/client';
import { api, DataEntry } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useServer } from '../../base/services.tsx';
import type { Curve } from '../../charts/curve.ts';
import type { CurveTile } from '../../charts/time-window.ts';
import { recordKeys } from '../../records/record-queries.ts';
import { type RecordDisplay, useRecordDisplay } from './record-display.ts';

/** Points of the readable form: rows, null where the signal has a gap. */
export function curvesOfJson(entry: DataEntry): Curve[] {
  return Object.entries(entry.data).map(([variable, series]) => ({
    variable,
    timesSeconds: Float64Array.from(series.data, (point) => point.x),
    values: Float64Array.from(series.data, (point) => point.y ?? Number.NaN),
  }));
}

/** Curves by variable, and the tile that they are of: the old ones stay while others are on their way. */
export interface FetchedCurves {
  readonly curves: ReadonlyMap<string, Curve>;
  readonly tile: CurveTile;
}

async function fetchCurves(
  server: ApiClient,
  id: number,
  variables: readonly string[],
  tile: CurveTile,
  signal: AbortSignal,
): Promise<FetchedCurves> {
  const reply = await server.fetchBytes(api.readRecordData, {
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
  return { curves: new Map(curves.map((curve) => [curve.variable, curve])), tile };
}

/** ms that an unused tile stays, so that going back draws at once. */
const keptMilliseconds = 2 * 60 * 1000;

/** Each curve in the unit in which it is said. */
function sayCurves(fetched: FetchedCurves, sayings: RecordDisplay['sayings']): FetchedCurves {
  if (sayings.size === 0) return fetched;
  const said = [...fetched.curves].map(([name, curve]) => {
    const say = sayings.get(name);
    return [
      name,
      say === undefined ? curve : { ...curve, values: curve.values.map((value) => say.of(value)) },
    ] as const;
  });
  return { ...fetched, curves: new Map(said) };
}

/**
 * The points of a graph, as they are said. The old picture stays until the new one is there; a request that nobody waits
 * for is aborted.
 */
export function useCurves(id: number, variables: readonly string[], tile: CurveTile, enabled: boolean) {
  const server = useServer();
  const { sayings } = useRecordDisplay();
  const wanted = [...variables].sort();
  return useQuery({
    queryKey: recordKeys.curves(id, { wanted, tile }),
    queryFn: ({ signal }) => fetchCurves(server, id, wanted, tile, signal),
    select: useCallback((fetched: FetchedCurves) => sayCurves(fetched, sayings), [sayings]),
    enabled: enabled && wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMilliseconds,
  });
}
