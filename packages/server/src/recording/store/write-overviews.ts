import { SignalMemory } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import { PyramidCache } from './cache-pyramids.ts';
import { type OpenRecord, OpenRecords } from './keep-records-open.ts';
import { Turns } from './load-pages.ts';
import { OverviewWriter, overviewPath, overviewWidths } from './overview-file.ts';
import { type CurveDependencies, ModuleCurves } from './read-curves.ts';

/** Bytes for pages, and for pyramids, while curves are drawn. */
const memoryBytes = 8 << 20;

/**
 * Draws a whole record once for all, so that its first picture is read and not drawn: a picture needs the samples beside
 * each pixel column's edges, thousands of places of the disk.
 * @param folder of a record that is written but for this
 * @param mostSamples of its modules
 * @param wrote told the bytes that land on the disk
 * @returns bytes of the files
 */
export async function writeOverviews(
  folder: string,
  durationSeconds: number,
  mostSamples: number,
  wrote: (bytes: number) => void,
): Promise<number> {
  const widths = overviewWidths(mostSamples);
  if (widths.length === 0) return 0;
  const memory = new SignalMemory(memoryBytes, memoryBytes);
  const pyramids = new PyramidCache(memory.pyramids);
  const dependencies = { memory, pyramids, turns: new Turns(), pause: shareLoop() };
  const records = new OpenRecords(memory.pages, 1, 0);
  const files = new Map<number, OverviewWriter>();
  try {
    for (const width of widths) {
      files.set(width, await OverviewWriter.create(overviewPath(folder, width), durationSeconds, wrote));
    }
    await records.read(folder, (record) => drawAll(dependencies, record, durationSeconds, files));
    let bytes = 0;
    for (const file of files.values()) bytes += await file.finish();
    return bytes;
  } finally {
    await records.close();
    for (const file of files.values()) await file.close();
  }
}

async function drawAll(
  dependencies: CurveDependencies,
  record: OpenRecord,
  toSeconds: number,
  files: ReadonlyMap<number, OverviewWriter>,
): Promise<void> {
  for (const module of record.modules) {
    const pens = [...files].map(([pixelColumns, file]) => {
      const window = { fromSeconds: 0, toSeconds, pixelColumns, edgesSeconds: undefined };
      return { curves: new ModuleCurves(dependencies, module, window), file };
    });
    for (const [name, column] of module.columns) {
      for (const { curves, file } of pens) {
        const drawn = await curves.draw(`${module.stored.name}.${name}`, column);
        await file.add(drawn, column.stored.type, module.stored.steady);
      }
    }
  }
}
