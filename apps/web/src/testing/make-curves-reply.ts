import type { BytesReply } from '@sillage/client';
import type { DataEntry } from '@sillage/contract';

type Points = readonly (readonly [x: number, y: number])[];

/** For tests: curves by variable, as the server answers them in its readable form. */
export function makeCurvesReply(curves: Readonly<{ [variable: string]: Points }>): BytesReply {
  const all = Object.values(curves).flatMap((points) => points.map(([x]) => x));
  const window: [number, number] = [Math.min(...all), Math.max(...all)];
  const series = Object.entries(curves).map(([label, points], id): [string, DataEntry['data'][string]] => {
    const data = points.map(([x, y]) => ({ x, y }));
    return [label, { id, label, title: label, data, yRange: [], color: null, type: 'number' }];
  });
  const entry: DataEntry = {
    data: Object.fromEntries(series),
    xrange: { T: window, D: [], x: window },
    selectionNum: null,
    slot_id: null,
    label: null,
  };
  return {
    status: 200,
    headers: new Headers(),
    epoch: undefined,
    contentType: 'application/json',
    filename: undefined,
    body: new TextEncoder().encode(JSON.stringify(entry)),
  };
}
