/** Entry of the worker thread: piscina calls it by name, with a ComputeTask. */
export { computeSignals } from './compute-signals.ts';
