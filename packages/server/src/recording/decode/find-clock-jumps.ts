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
/** Samples that go ahead and come back are put among their neighbours when they are decoded: nobody has to take them out. */
const strayedSamples = 8192;

/** A block that does not begin when the one before it ended. */
interface Leap {
  /** s after the start of the record; the last sample before it. */
  readonly at: number;
  /** Ahead, or back. */
  readonly seconds: number;
  /** Of the first block after it. */
  readonly sequence: number;
}

interface Watched {
  last: { readonly sequence: number; readonly endUs: number; readonly lastUs: number } | undefined;
  readonly periodSeconds: number;
  /** Keeps a rate: samples with stamps of their own do not, and cannot tell a jump from a pause. */
  readonly isSteady: boolean;
  readonly leaps: Leap[];
}

/** A jump back, and for each module the block from which on its times are after it. */
export interface WentBack {
  /** s after the start of the record. */
  readonly at: number;
  readonly seconds: number;
  readonly from: ReadonlyMap<string, number>;
}

/**
 * Sees where a device's clock jumped: blocks that follow one another without a gap in their sequences, but not in time,
 * in all modules at once. Where one module alone leaps it lost samples, and the clock did not jump.
 */
export class ClockWatch {
  readonly #modules = new Map<string, Watched>();

  /** Blocks of a module in the order in which they came. Answers whether this one leapt. */
  take(name: string, meta: ModuleMeta, header: BlockHeader, startUs: number): boolean {
    const { sequence, firstSampleUs, sampleCount } = header;
    const isSteady = meta.timing === 'regular';
    const periodSeconds = 1 / meta.rateHz;
    const watched = this.#modules.get(name) ?? { last: undefined, periodSeconds, isSteady, leaps: [] };
    this.#modules.set(name, watched);
    const { last } = watched;
    const seconds = last === undefined ? 0 : (firstSampleUs - last.endUs) / 1e6;
    const follows = last?.sequence === sequence - 1 && watched.leaps.length <= mostJumps;
    const isLeap = follows && Math.abs(seconds) > toleranceOf(watched) && (isSteady || seconds < 0);
    if (isLeap) watched.leaps.push({ at: (last.lastUs - startUs) / 1e6, seconds, sequence });
    if (last !== undefined && sequence <= last.sequence) return false;
    const lastUs = firstSampleUs + (sampleCount - 1) * periodSeconds * 1e6;
    watched.last = { sequence, lastUs, endUs: lastUs + periodSeconds * 1e6 };
    return isLeap && isSteady;
  }

  /** In the order in which they came. */
  jumps(): SeenJump[] {
    const modules = this.#steady();
    // The fastest tells best when it was.
    const seen = (modules[0]?.leaps ?? []).flatMap((leap) => {
      const able = modules.filter((module) => Math.abs(leap.seconds) > toleranceOf(module));
      const same = able.map((module) => module.leaps.find((other) => isSame(leap, other, module)));
      if (same.some((other) => other === undefined)) return [];
      const at = Math.max(...same.map((other) => other?.at ?? leap.at));
      return [{ at, seconds: leap.seconds, modules: able.length }];
    });
    const jumps = withoutStrayed(seen, modules[0]?.periodSeconds ?? 1);
    return jumps.length > mostJumps ? [] : jumps;
  }

  /** Of the jumps back those that are to be taken out. */
  wentBack(wanted: readonly { readonly at: number; readonly seconds: number }[]): WentBack[] {
    return this.jumps().flatMap(({ at, seconds }) => {
      if (seconds > 0 || !wanted.some((one) => one.at === at && one.seconds === seconds)) return [];
      const from = new Map<string, number>();
      for (const [name, module] of this.#modules) {
        const found = module.leaps
          .filter((leap) => Math.abs(leap.seconds - seconds) <= Math.max(toleranceOf(module), -seconds / 2))
          .filter((leap) => Math.abs(leap.at - at) <= apartSeconds + toleratedPeriods * module.periodSeconds)
          .sort((a, b) => Math.abs(a.seconds - seconds) - Math.abs(b.seconds - seconds))[0];
        if (found !== undefined) from.set(name, found.sequence);
      }
      return [{ at, seconds, from }];
    });
  }

  #steady(): Watched[] {
    const steady = [...this.#modules.values()].filter(({ isSteady }) => isSteady);
    return steady.sort((a, b) => a.periodSeconds - b.periodSeconds);
  }
}

/** Without what went ahead and came back within few samples. */
function withoutStrayed(jumps: readonly SeenJump[], periodSeconds: number): SeenJump[] {
  const kept: SeenJump[] = [];
  for (const jump of jumps) {
    const before = kept.at(-1);
    const isBack =
      before !== undefined && before.seconds > 0 && Math.abs(before.seconds + jump.seconds) < toleratedSeconds;
    if (isBack && jump.at - before.at - before.seconds < strayedSamples * periodSeconds) kept.pop();
    else kept.push(jump);
  }
  return kept;
}

const toleranceOf = ({ periodSeconds }: Watched) => Math.max(toleratedSeconds, toleratedPeriods * periodSeconds);

const isSame = (one: Leap, other: Leap, module: Watched) =>
  Math.abs(one.seconds - other.seconds) <= toleranceOf(module) &&
  Math.abs(one.at - other.at) <= apartSeconds + toleratedPeriods * module.periodSeconds;
