import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Phase } from '@sillage/signal';
import { Threads } from '../../platform/threads/index.ts';
import type { FoundPhases, LapsTask, PhasesTask } from './phases-task.ts';

/** Questions that wait for the thread; whoever comes then is told to come again. */
const mostWaiting = 32;
/** s */
const retrySeconds = 5;
/** ms that one may take, waiting included; 10 h at 5 kHz of three axes are read in some seconds. */
const patienceMs = 60_000;
/** MiB; half a million samples of three axes, and what is made of them. */
const maxOldGenerationSizeMb = 256;

/** Looks through signals in a thread, one question after the other; it goes when nothing is asked of it. */
export interface Proposals {
  phases(task: PhasesTask, signal: AbortSignal): Promise<FoundPhases | Refusal>;
  laps(task: LapsTask, signal: AbortSignal): Promise<Phase[] | Refusal>;
  close(): Promise<void>;
}

export function createProposals(): Proposals {
  const pool = new Threads<PhasesTask | LapsTask, FoundPhases | Phase[]>({
    filename: new URL('./propose-worker.ts', import.meta.url).href,
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: 10_000, maxQueue: mostWaiting },
    resourceLimits: { maxOldGenerationSizeMb },
  });
  const ask = async (name: string, task: PhasesTask | LapsTask, gone: AbortSignal) => {
    const tooMany = () => refuse('request.tooMany', { seconds: retrySeconds });
    if (pool.queueSize >= mostWaiting) return tooMany();
    const patience = AbortSignal.timeout(patienceMs);
    try {
      return await pool.run(task, { name, signal: AbortSignal.any([gone, patience]) });
    } catch (error) {
      // Of one who is gone nobody reads the answer.
      if (patience.aborted || gone.aborted) return tooMany();
      throw error;
    }
  };
  return {
    async phases(task, signal) {
      const found = await ask('findActivePhases', task, signal);
      if (Array.isArray(found)) throw new TypeError('laps are no phases');
      return found;
    },
    async laps(task, signal) {
      const found = await ask('findLapsOfTrack', task, signal);
      if (!Array.isArray(found) && !isRefusal(found)) throw new TypeError('phases are no laps');
      return found;
    },
    close: () => pool.destroy(),
  };
}
