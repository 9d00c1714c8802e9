import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { type CalibrationProblem, isCalibrationProblem } from '@sillage/signal/calibration';
import { Threads } from '../../platform/threads/index.ts';
import type { Found } from './measure-calibration.ts';
import type { CalibrationTask } from './read-received.ts';
import { refuseCalibration } from './refuse-calibration.ts';

/** Measurements that wait for the thread; whoever comes then is told to come again. */
const mostWaiting = 32;
/** s */
const retrySeconds = 5;
/** ms that one may take, waiting included; the longest one allowed takes one second by itself. */
const patienceMs = 60_000;
/** MiB; a million numbers are read, joined and corrected. */
const maxOldGenerationSizeMb = 256;

export interface Calibrations {
  measure(task: CalibrationTask): Promise<Found | Refusal>;
  close(): Promise<void>;
}

/** Measures calibrations in a thread, one after the other; it goes when nothing is asked of it. */
export function createCalibrations(): Calibrations {
  const pool = new Threads<CalibrationTask, Found | CalibrationProblem | undefined>({
    filename: new URL('./calibration-thread.ts', import.meta.url).href,
    name: 'measure',
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: 10_000, maxQueue: mostWaiting },
    resourceLimits: { maxOldGenerationSizeMb },
  });
  return {
    async measure(task) {
      if (pool.queueSize >= mostWaiting) return refuse('request.tooMany', { seconds: retrySeconds });
      const patience = AbortSignal.timeout(patienceMs);
      const found = await pool.run(task, { signal: patience }).catch((error: unknown) => {
        if (patience.aborted) return refuse('request.tooMany', { seconds: retrySeconds });
        throw error;
      });
      if (found === undefined) {
        return refuse('record.calibrationWindowTooLong', { maximum: String(limits.calibrationSamples) });
      }
      return !isRefusal(found) && isCalibrationProblem(found) ? refuseCalibration(found) : found;
    },
    close: () => pool.destroy(),
  };
}
