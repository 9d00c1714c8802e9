import { nextTurn } from '../../platform/clock/index.ts';
import type { CurvePoints } from '../store/index.ts';
import type { CurvesEntry } from './read-record-data.ts';

/** Points written in one go: 1 ms. Text above 128 kB would outlast V8's young generation. */
const pointsASlice = 2048;

/** One entry in the row-of-points form (docs/record-data.md), as pieces of its JSON text; other work goes on between them. */
export async function* entryToJson(entry: CurvesEntry): AsyncGenerator<string> {
  yield '{"data":{';
  for (const [position, curve] of entry.curves.entries()) {
    yield `${position > 0 ? ',' : ''}${JSON.stringify(curve.variable)}:`;
    yield* seriesToJson(curve, position, entry.variables[curve.variable]?.unit ?? '');
  }
  const { fromSeconds, toSeconds, metres, xRange, selectionNum, slotId: slot_id, label } = entry;
  const xrange = { T: [fromSeconds, toSeconds], D: metres, x: xRange };
  yield `},${JSON.stringify({ xrange, selectionNum, slot_id, label }).slice(1)}`;
}

/** Entries of several records, by the ids that were asked for. */
export async function* entriesToJson(all: ReadonlyMap<string, readonly CurvesEntry[]>): AsyncGenerator<string> {
  yield '{"data":{';
  let before = '';
  for (const [id, entries] of all) {
    yield `${before}${JSON.stringify(id)}:[`;
    before = ',';
    for (const [position, entry] of entries.entries()) {
      if (position > 0) yield ',';
      yield* entryToJson(entry);
    }
    yield ']';
  }
  yield '}}';
}

async function* seriesToJson(curve: CurvePoints, id: number, unit: string): AsyncGenerator<string> {
  const { variable, timesSeconds, values } = curve;
  const title = unit === '' ? variable : `${variable} (${unit})`;
  yield `${JSON.stringify({ id, label: variable, title }).slice(0, -1)},"data":[`;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < timesSeconds.length; from += pointsASlice) {
    const to = Math.min(from + pointsASlice, timesSeconds.length);
    await nextTurn();
    let text = '';
    for (let i = from; i < to; i++) {
      const y = values[i] ?? Number.NaN;
      const isNumber = Number.isFinite(y);
      text += `${i > 0 ? ',' : ''}{"x":${timesSeconds[i] ?? 0},"y":${isNumber ? y : null}}`;
      if (isNumber && y < low) low = y;
      if (isNumber && y > high) high = y;
    }
    yield text;
  }
  const yRange = low <= high ? [low, high] : [];
  yield `],${JSON.stringify({ yRange, color: null, type: 'number' }).slice(1)}`;
}
