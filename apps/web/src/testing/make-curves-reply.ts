import type { BytesReply } from '@sillage/client';
import type { DataEntry } from '@sillage/contract';

/** For tests: the curve of one variable as the server answers it in its readable form. */
export function makeCurvesReply(variable: string, points: readonly { x: number; y: number }[]): BytesReply {
  const window: [number, number] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const entry = {
    data: {
      [variable]: { id: 0, label: variable, title: '', data: [...points], yRange: [], color: null, type: 'number' },
    },
    xrange: { T: window, D: [], x: window },
    selectionNum: null,
    slot_id: null,
    label: null,
  } satisfies DataEntry;
  return {
    status: 200,
    headers: new Headers(),
    epoch: undefined,
    contentType: 'application/json',
    filename: undefined,
    body: new TextEncoder().encode(JSON.stringify(entry)),
  };
}
