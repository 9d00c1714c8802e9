export { hostOf, siteOf } from './host-of.ts';
export { limitPlaces, type Places } from './limit-places.ts';
export { limitTries, type Tries } from './limit-tries.ts';
export { shareTurns, type Turns } from './share-turns.ts';
