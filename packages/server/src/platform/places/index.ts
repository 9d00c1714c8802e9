export { hostOf } from './host-of.ts';
export { limitPlaces, type Places } from './limit-places.ts';
export { limitTries, type Tries } from './limit-tries.ts';
