import { Piscina } from 'piscina';
import type { DecodeOutcome, DecodeTask } from './decode-task.ts';

/** Decoding streams: what it keeps of a source grows with its modules and late blocks only. */
const maxOldGenerationSizeMb = 256;
const maxThreads = 2;

/**
 * Threads that decode, one of them kept warm. Blocks make much short-lived garbage: with V8's usual young generation
 * (up to 96 MB a thread) it would be most of the memory that decoding takes.
 */
export function createDecodeWorkers(): Piscina<DecodeTask, DecodeOutcome> {
  return new Piscina({
    filename: new URL('./decode-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads,
    idleTimeout: 30_000,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb },
  });
}
