export { type ActivityVariable, activityVariables } from './activity-variables.ts';
export { distanceSource, type SaidDistance } from './distance-source.ts';
export { lookRank, tracedVariable } from './first-look.ts';
export { foldTrace } from './fold-trace.ts';
export { isDull, leastDecimalsOf, type QuantityName, quantityNames, quantityOf } from './quantities.ts';
export { sayVariable } from './say-variable.ts';
export { isMovement, type SharedMovement, sharedMovements } from './shared-movements.ts';
export { measuredSide } from './sides.ts';
export { spelledAs } from './spell-variable.ts';
export {
  canBeWritten,
  findTrackVariables,
  isTrackFormat,
  type TrackChannel,
  type TrackFormat,
  type TrackVariables,
  trackChannels,
} from './track-channels.ts';
export { utcVariable } from './utc-variable.ts';
