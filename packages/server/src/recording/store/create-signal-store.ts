import { limits } from '@sillage/contract';
import { ChosenSamples, PageArena } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import { PyramidCache } from './cache-pyramids.ts';
import { DistanceAxes } from './distance-axis.ts';
import { type OpenRecord, OpenRecords } from './keep-records-open.ts';
import { Turns } from './load-pages.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import { readOverview } from './overview-file.ts';
import { ModuleCurves } from './read-curves.ts';
import { readSamples } from './read-samples.ts';
import { findSampleRange, ModuleStatistics } from './read-statistics.ts';
import type { CurvePoints, SignalStore, WindowStatistics } from './store.ts';

/** Smallest room for pages, and for pyramids: below it a curve could not be drawn in useful stretches, or quickly. */
const leastBytes = 8 << 20;
/** Records open at once, beside those being read: three files a module. */
const recordsKeptOpen = 32;

/** Lists of samples kept for the next pictures, some MB each: to make them anew cost a third of a picture's processor time. */
const sparesKept = 2;

/** Of the cache's bytes, for the times of records whose clock is not steady; beside the cache. */
const timesShare = 0.25;

/** Finds `module.variable`, where both may hold dots. */
function findVariable(record: OpenRecord, variable: string): { module: OpenModule; column: OpenColumn } | undefined {
  for (const module of record.modules) {
    if (!variable.startsWith(`${module.stored.name}.`)) continue;
    const column = module.columns.get(variable.slice(module.stored.name.length + 1));
    if (column) return { module, column };
  }
  return undefined;
}

/**
 * Reads records' signals.
 * @param options.cacheBytes for hot pages (half), and pyramids of pictures and statistics (half); memory is taken as it fills
 */
export function createSignalStore(options: { cacheBytes: number }): SignalStore {
  const halfBytes = Math.max(options.cacheBytes / 2, leastBytes);
  const arena = new PageArena(halfBytes);
  const shared = { arena, pyramids: new PyramidCache(halfBytes), turns: new Turns() };
  const axes = new DistanceAxes();
  const spares: ChosenSamples[] = [];
  const records = new OpenRecords(arena, recordsKeptOpen, options.cacheBytes * timesShare);

  /** Of a record that lies drawn. One that is open and of another duration is not looked for. */
  async function wholeCurves(folder: string, variables: readonly string[], toSeconds: number, pixelColumns: number) {
    if ((records.openDuration(folder) ?? toSeconds) !== toSeconds) return undefined;
    return readOverview(folder, variables, toSeconds, pixelColumns, shareLoop());
  }

  return {
    describe: (folder) =>
      records.read(folder, async ({ modules, durationSeconds }) => ({
        modules: modules.map(({ stored: { name, type, rateHz, columns }, samples }) => ({
          name,
          type,
          rateHz,
          columns,
          samples: samples.rows,
        })),
        durationSeconds,
      })),

    async curves(folder, variables, fromSeconds, toSeconds, pixelColumns, edgesSeconds) {
      if (!(pixelColumns >= 1 && toSeconds >= fromSeconds)) throw new RangeError('an empty window has no curve');
      const isWhole = fromSeconds === 0 && edgesSeconds === undefined;
      if (isWhole && limits.overviewColumns.includes(pixelColumns)) {
        const kept = await wholeCurves(folder, variables, toSeconds, pixelColumns);
        if (kept) return kept;
      }
      const drawn = await records.read(folder, async (record) => {
        const modules = new Map<OpenModule, ModuleCurves>();
        const chosen = spares.pop() ?? new ChosenSamples();
        const curves: CurvePoints[] = [];
        const drawing = { ...shared, pause: shareLoop() };
        const window = { fromSeconds, toSeconds, pixelColumns, edgesSeconds };
        for (const variable of variables) {
          const found = findVariable(record, variable);
          if (!found) continue;
          let module = modules.get(found.module);
          if (!module) {
            module = new ModuleCurves(drawing, found.module, window, chosen);
            modules.set(found.module, module);
          }
          curves.push(await module.draw(variable, found.column));
        }
        if (spares.length < sparesKept) spares.push(chosen);
        return curves;
      });
      return drawn ?? [];
    },

    async statistics(folder, variables, fromSeconds, toSeconds) {
      const found = await records.read(folder, async (record) => {
        const modules = new Map<OpenModule, ModuleStatistics>();
        const statistics: WindowStatistics[] = [];
        const pause = shareLoop();
        for (const variable of variables) {
          const place = findVariable(record, variable);
          if (!place) continue;
          await pause();
          let module = modules.get(place.module);
          if (!module) {
            const range = await findSampleRange(shared.turns, place.module, fromSeconds, toSeconds);
            module = new ModuleStatistics(shared, place.module, range);
            modules.set(place.module, module);
          }
          statistics.push(await module.of(variable, place.column));
        }
        return statistics;
      });
      return found ?? [];
    },

    distance: (folder, source) =>
      axes.of(folder, () => records.read(folder, async (record) => findVariable(record, source.variable)), source),

    samples: readSamples,
    forget: (folder) => {
      axes.forget(folder);
      return records.forget(folder);
    },
    close: () => records.close(),
  };
}
