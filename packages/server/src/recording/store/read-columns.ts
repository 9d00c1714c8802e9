import type { SignalMemory } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import type { PyramidCache } from './cache-pyramids.ts';
import type { OpenRecord } from './keep-records-open.ts';
import type { Turns } from './load-pages.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import { ModuleCurves } from './read-curves.ts';
import { findSampleRange, ModuleStatistics } from './read-statistics.ts';
import type { CurvesTask, ReadingTask } from './reading-task.ts';
import type { CurvePoints, WindowStatistics } from './store.ts';

/** Finds `module.variable`, where both may hold dots. */
export function findVariable(
  record: OpenRecord,
  variable: string,
): { module: OpenModule; column: OpenColumn } | undefined {
  for (const module of record.modules) {
    if (!variable.startsWith(`${module.stored.name}.`)) continue;
    const column = module.columns.get(variable.slice(module.stored.name.length + 1));
    if (column) return { module, column };
  }
  return undefined;
}

interface Shared {
  readonly memory: SignalMemory;
  readonly pyramids: PyramidCache;
  readonly turns: Turns;
}

/** Draws and adds up columns of open records, in this thread. */
export class ColumnReading {
  readonly #shared: Shared;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Unknown names are left out. */
  async curves(record: OpenRecord, { variables, ...window }: CurvesTask): Promise<CurvePoints[]> {
    const modules = new Map<OpenModule, ModuleCurves>();
    const curves: CurvePoints[] = [];
    const drawing = { ...this.#shared, pause: shareLoop() };
    for (const variable of variables) {
      const found = findVariable(record, variable);
      if (!found) continue;
      let module = modules.get(found.module);
      if (!module) {
        module = new ModuleCurves(drawing, found.module, window);
        modules.set(found.module, module);
      }
      curves.push(await module.draw(variable, found.column));
    }
    return curves;
  }

  /** Unknown names are left out. */
  async statistics(
    record: OpenRecord,
    { variables, fromSeconds, toSeconds }: ReadingTask,
  ): Promise<WindowStatistics[]> {
    const modules = new Map<OpenModule, ModuleStatistics>();
    const statistics: WindowStatistics[] = [];
    const pause = shareLoop();
    for (const variable of variables) {
      const place = findVariable(record, variable);
      if (!place) continue;
      await pause();
      let module = modules.get(place.module);
      if (!module) {
        const range = await findSampleRange(this.#shared.turns, place.module, fromSeconds, toSeconds);
        module = new ModuleStatistics(this.#shared, place.module, range);
        modules.set(place.module, module);
      }
      statistics.push(await module.of(variable, place.column));
    }
    return statistics;
  }
}
