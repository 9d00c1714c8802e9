export { rollingDeviation, rollingMean } from './activity.ts';
export { averageCycles, pointsOfCycle, stretchCycle } from './average-cycles.ts';
export { ColumnMoments, MomentsSum } from './column-moments.ts';
export {
  type Correlation,
  correlateSignals,
  findLikeness,
  type Likeness,
  refineOffset,
} from './correlate-signals.ts';
export type { CurveDesk } from './curve-desk.ts';
export { CurvePen, scannedWhole } from './draw-curve.ts';
export { type PlanarScatter, planarScatter } from './eigen-of-covariance.ts';
export { type EstimatedDrift, estimateDrift, type TimedArrival } from './estimate-drift.ts';
export {
  type AxesOverTime,
  estimateOrientation,
  type InertialSamples,
  type Orientations,
} from './estimate-orientation.ts';
export { changeOfAxes, type Motion, motionOfFilm, sizeOfAxes } from './film-motion.ts';
export { type Cycle, findPeriod, findRises, type Period, usualCycles } from './find-cycles.ts';
export { findLaps, type Way } from './find-laps.ts';
export { findPeaks, type Peak } from './find-peaks.ts';
export { findPhases, type Phase, type PhaseRules } from './find-phases.ts';
export { findVertex } from './find-vertex.ts';
export { type FittedLine, fitLine } from './fit-line.ts';
export { type FittedParameters, fitParameters } from './fit-parameters.ts';
export {
  type FoldedMoments,
  foldExtremes,
  foldMoments,
  type Moments,
  rangeMoments,
  statisticsOf,
} from './fold-buckets.ts';
export { integrateSamples } from './integrate-samples.ts';
export { lowPassTwice } from './low-pass.ts';
export { type MeanAndDeviation, meanAndDeviation } from './mean-and-deviation.ts';
export { deskColumns } from './memory-places.ts';
export { numberRows } from './number-rows.ts';
export { type PageArena, pageBytes } from './page-arena.ts';
export { PagedColumn } from './paged-column.ts';
export { type ColumnPyramid, fileExtremes, type PyramidMemory } from './pyramid-memory.ts';
export { extremesBucket, momentsBucket, type SampleArray } from './pyramid-shape.ts';
export { resampleLinear } from './resample-linear.ts';
export { sampleFrom } from './sample-from.ts';
export {
  PixelEdges,
  type SampleTimes,
  StampedTimes,
  type SteadyClock,
  SteadyTimes,
  steadyTime,
} from './sample-times.ts';
export { MedianSearch } from './search-median.ts';
export { SignalMemory } from './signal-memory.ts';
export { type Split, splitActivity } from './split-activity.ts';
export { SteadySignal } from './steady-signal.ts';
export { type StillWindow, stillestWindows } from './stillest-windows.ts';
