/** Entry of the worker thread: piscina calls these by name. */
export { findActivePhases } from './find-active-phases.ts';
export { findLapsOfTrack } from './find-laps-of-track.ts';
