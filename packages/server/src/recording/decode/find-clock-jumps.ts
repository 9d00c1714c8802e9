import type { SeenJump } from '@sillage/contract';
import type { BlockHeader, ModuleMeta } from '@sillage/device-protocol';

/** s; what a block may come earlier or later than sequence and rate say. */
const toleratedSeconds = 0.1;
/** Periods of a slow module by which it cannot tell. */
const toleratedPeriods = 2;
/** s by which modules that measure at other moments see the same jump apart, besides their periods. */
const apartSeconds = 2;
/** Of a record; a clock that jumps more often says nothing any more. */
const mostJumps = 100;

/** A block that begins later than the one before it ended. */
interface Leap {
  /** s after the start of the record; the last sample before it. */
  readonly at: number;
  readonly seconds: number;
}

interface Watched {
  last: { readonly sequence: number; readonly endUs: number; readonly lastUs: number } | undefined;
  readonly periodSeconds: number;
  readonly leaps: Leap[];
}

/**
 * Sees where a device's clock jumped ahead: blocks that follow one another without a gap in their sequences, but not in time,
 * in all modules at once. Where one module alone leaps it lost samples, and the clock did not jump.
 */
export class ClockWatch {
  readonly #modules = new Map<string, Watched>();

  /** Blocks of a module in the order in which they came. */
  take(name: string, meta: ModuleMeta, { sequence, firstSampleUs, sampleCount }: BlockHeader, startUs: number): void {
    // Samples with stamps of their own keep no rate.
    if (meta.timing !== 'regular') return;
    const periodSeconds = 1 / meta.rateHz;
    const watched = this.#modules.get(name) ?? { last: undefined, periodSeconds, leaps: [] };
    this.#modules.set(name, watched);
    const { last } = watched;
    const seconds = last === undefined ? 0 : (firstSampleUs - last.endUs) / 1e6;
    if (last?.sequence === sequence - 1 && seconds > toleranceOf(watched) && watched.leaps.length <= mostJumps) {
      watched.leaps.push({ at: (last.lastUs - startUs) / 1e6, seconds });
    }
    if (last !== undefined && sequence <= last.sequence) return;
    const lastUs = firstSampleUs + (sampleCount - 1) * periodSeconds * 1e6;
    watched.last = { sequence, lastUs, endUs: lastUs + periodSeconds * 1e6 };
  }

  /** In order of time. */
  jumps(): SeenJump[] {
    const modules = [...this.#modules.values()].sort((a, b) => a.periodSeconds - b.periodSeconds);
    // The fastest tells best when it was.
    const [fastest] = modules;
    const seen = (fastest?.leaps ?? []).flatMap((leap) => {
      const able = modules.filter((module) => leap.seconds > toleranceOf(module));
      const same = able.map((module) => module.leaps.find((other) => isSame(leap, other, module)));
      if (same.some((other) => other === undefined)) return [];
      const at = Math.max(...same.map((other) => other?.at ?? leap.at));
      return [{ at, seconds: leap.seconds, modules: able.length }];
    });
    return seen.length > mostJumps ? [] : seen;
  }
}

const toleranceOf = ({ periodSeconds }: Watched) => Math.max(toleratedSeconds, toleratedPeriods * periodSeconds);

const isSame = (one: Leap, other: Leap, module: Watched) =>
  Math.abs(one.seconds - other.seconds) <= toleranceOf(module) &&
  Math.abs(one.at - other.at) <= apartSeconds + toleratedPeriods * module.periodSeconds;
