import type { CalibrationProblem } from '@sillage/signal/calibration';
import { type Found, measureCalibration } from './measure-calibration.ts';
import { type CalibrationTask, readReceived } from './read-received.ts';

// Entry of the worker thread: piscina calls this by name.

/** Undefined where the window has more samples than may be measured at once. */
export async function measure(task: CalibrationTask): Promise<Found | CalibrationProblem | undefined> {
  const window = await readReceived(task);
  return window && measureCalibration(window, task.wanted);
}
