/** What browsers work out of the curves that they have; without the kernel that reads raw samples. */
export { type AverageCycle, averageCycles } from '../average-cycles.ts';
export { findPeriod, findRises, type Period, usualCycles } from '../find-cycles.ts';
export { SteadySignal } from '../steady-signal.ts';
