import { withStore } from '../store/index.ts';
import type { ReadClockTask } from './fuse-task.ts';

/** Fixes that a receiver's clock is told by at least, and s that they may differ. */
const [leastFixes, mostSpreadSeconds] = [5, 0.2];
/** Of many fixes so many are looked at, evenly spread. */
const mostFixes = 20_000;
/** s since 1970 before which a receiver has no fix yet: 2001. */
const firstPossibleSeconds = 1e9;

/** s since 1970 at which a part began by the UTC that its receiver told, by the middle of all fixes; undefined when that is not sure. */
export async function readClock({ folder, variable, factor }: ReadClockTask): Promise<number | undefined> {
  return withStore(async (store) => {
    const described = await store.describe(folder);
    const module = described?.modules.find(({ name, columns }) =>
      columns.some((column) => `${name}.${column.name}` === variable),
    );
    if (module === undefined) return undefined;
    const every = Math.max(1, Math.ceil(module.samples / mostFixes));
    const starts: number[] = [];
    const column = variable.slice(module.name.length + 1);
    let seen = 0;
    for await (const { timesSeconds, columns } of store.samples(folder, module.name, [column], 0, Infinity)) {
      for (let row = 0; row < timesSeconds.length; row++) {
        const seconds = columns[0]![row]! * factor;
        if (seconds >= firstPossibleSeconds && seen++ % every === 0) starts.push(seconds - timesSeconds[row]!);
      }
    }
    if (starts.length < leastFixes) return undefined;
    starts.sort((a, b) => a - b);
    const at = (share: number) => starts[Math.round(share * (starts.length - 1))]!;
    // A few fixes that are wrong, as while a receiver starts, say nothing of the others.
    return at(0.9) - at(0.1) < mostSpreadSeconds ? at(0.5) : undefined;
  });
}
