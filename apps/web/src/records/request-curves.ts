import { type ApiClient, curvesMediaType, decodeCurves } from '@sillage/client';
import { api, DataEntry } from '@sillage/contract';
import { queryClient } from '../base/query-client.ts';
import { boundCurves } from './bound-curves.ts';

// Here, so that screens without curves do not load it.
boundCurves(queryClient);

/** Points of one variable in order of x (s or m), NaN where the signal has a gap. */
interface RequestedCurve {
  readonly variable: string;
  readonly timesSeconds: Float64Array;
  readonly values: Float64Array;
}

/** Points of the readable form: rows, null where the signal has a gap. */
function curvesOfJson(entry: DataEntry): RequestedCurve[] {
  return Object.entries(entry.data).map(([variable, series]) => ({
    variable,
    timesSeconds: Float64Array.from(series.data, (point) => point.x),
    values: Float64Array.from(series.data, (point) => point.y ?? Number.NaN),
  }));
}

/** Asks for curves of a window of one record: first, minimum, maximum and last of each pixel column. */
export async function requestCurves(
  server: ApiClient,
  id: number,
  asked: {
    readonly variables: readonly string[];
    readonly window: { readonly from: number; readonly to: number };
    readonly maxData: number;
    readonly x: 'time' | 'distance';
    readonly signal: AbortSignal;
  },
): Promise<RequestedCurve[]> {
  const { variables, window, maxData, x, signal } = asked;
  const reply = await server.fetchBytes(api.readRecordData, {
    params: { id },
    query: {
      wanted_x: x === 'distance' ? 'D' : 'T',
      wanted_y: [...variables],
      range: [String(window.from), String(window.to)],
      maxData,
    },
    accept: curvesMediaType,
    signal,
  });
  return reply.contentType.startsWith(curvesMediaType)
    ? decodeCurves(reply.body).map(({ variable, T, value }) => ({ variable, timesSeconds: T, values: value }))
    : curvesOfJson(DataEntry.parse(JSON.parse(new TextDecoder().decode(reply.body))));
}
