import { type Refusal, refuse } from '@sillage/contract';
import { Threads } from '../../platform/threads/index.ts';
import type { AnalysisFound, AnalysisTask } from './analysis-task.ts';

/** Runs that wait for the thread; whoever comes then is told to come again. */
const mostWaiting = 32;
/** s */
const retrySeconds = 5;
/** ms that one may take, waiting included. */
const patienceMs = 60_000;
/** MiB of what is no array of numbers, which lie beside it. */
const maxOldGenerationSizeMb = 256;

export interface Analyses {
  run(task: AnalysisTask, signal: AbortSignal): Promise<AnalysisFound | Refusal>;
  close(): Promise<void>;
}

/** Runs analyses in a thread, one after the other; it goes when nothing is asked of it. */
export function createAnalyses(): Analyses {
  const pool = new Threads<AnalysisTask, AnalysisFound>({
    filename: new URL('./analysis-worker.ts', import.meta.url).href,
    name: 'analyse',
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: 10_000, maxQueue: mostWaiting },
    resourceLimits: { maxOldGenerationSizeMb },
  });
  return {
    async run(task, gone) {
      const tooMany = () => refuse('request.tooMany', { seconds: retrySeconds });
      if (pool.queueSize >= mostWaiting) return tooMany();
      const patience = AbortSignal.timeout(patienceMs);
      try {
        return await pool.run(task, { signal: AbortSignal.any([gone, patience]) });
      } catch (error) {
        // Of one who is gone nobody reads the answer.
        if (patience.aborted || gone.aborted) return tooMany();
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}
