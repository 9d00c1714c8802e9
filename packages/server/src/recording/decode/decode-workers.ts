import { Threads } from '../../platform/threads/index.ts';
import type { DecodingBound } from './bound-decoding.ts';
import type { DecodeOutcome, DecodeTask } from './decode-task.ts';

/** Decoding streams: what it keeps of a source grows with its modules and late blocks only. */
const maxOldGenerationSizeMb = 256;
const maxThreads = 2;

interface RunOptions {
  readonly signal?: AbortSignal;
}

export interface DecodeWorkers {
  decode(task: DecodeTask, options?: RunOptions): Promise<DecodeOutcome>;
  /** What it will write at most. */
  bound(task: DecodeTask, options?: RunOptions): Promise<DecodingBound>;
  close(): Promise<void>;
}

/**
 * Threads that decode, one of them kept warm. Blocks make much short-lived garbage: with V8's usual young generation
 * (up to 96 MB a thread) it would be most of the memory that decoding takes.
 */
export function createDecodeWorkers(): DecodeWorkers {
  const pool = new Threads<DecodeTask, DecodeOutcome | DecodingBound>({
    filename: new URL('./decode-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads,
    idleTimeout: 30_000,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb },
  });
  return {
    async decode(task, options) {
      const outcome = await pool.run(task, { ...options, name: 'decodeSource' });
      if ('mostBytes' in outcome) throw new TypeError('a bound is no outcome of decoding');
      return outcome;
    },
    async bound(task, options) {
      const bound = await pool.run(task, { ...options, name: 'boundDecoding' });
      if (!('mostBytes' in bound)) throw new TypeError('an outcome of decoding is no bound');
      return bound;
    },
    close: () => pool.destroy(),
  };
}
