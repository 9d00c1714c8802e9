export { calibrateGyro, type GyroBias, stillLimits } from './calibrate-gyro.ts';
export {
  calibrateSixPositions,
  calibrateTurns,
  modelError,
  type SensorModel,
  type SixPositions,
} from './calibrate-six-positions.ts';
export {
  type Axes,
  type CalibrationProblem,
  type CalibrationUnits,
  type CalibrationWindow,
  deviationsOf,
  isCalibrationProblem,
  meansOf,
  type Stretch,
  type Vector,
} from './calibration-window.ts';
export { type Correction, correct, identity, inverse, product, times } from './correction.ts';
export {
  type FoundPositions,
  findPositions,
  integrate,
  type PositionStretches,
  takePositions,
} from './find-positions.ts';
export { measureOffset, type Offset } from './measure-offset.ts';
