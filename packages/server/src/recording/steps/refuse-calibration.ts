import { type Refusal, refuse } from '@sillage/contract';
import type { CalibrationProblem } from '@sillage/signal/calibration';

/** Why a window gives no calibration, numbers rounded to 3 decimals. */
export function refuseCalibration({ problem, numbers }: CalibrationProblem): Refusal {
  const said = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value,
    ]),
  );
  switch (problem) {
    case 'windowTooShort':
      return refuse('record.calibrationWindowTooShort', said);
    case 'notStill':
      return refuse('record.calibrationNotStill', said);
    case 'facesMissing':
      return refuse('record.calibrationFacesMissing', said);
    case 'facesTooAlike':
      return refuse('record.calibrationFacesTooAlike', said);
    case 'columnsMissing':
      return refuse('record.calibrationColumnsMissing', said);
    default:
      return unreachable(problem);
  }
}

function unreachable(problem: never): never {
  throw new Error(`unknown problem ${String(problem)}`);
}
