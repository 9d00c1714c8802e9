export type { VirtualDevice } from './device/device.ts';
export { type Fleet, type FleetDevice, type FleetOptions, type FleetSetup, startFleet } from './fleet.ts';
export { type Recording, recordings } from './recordings/catalogue.ts';
export { expectedSamples, findFirstSampleIndex, type Samples, sourceSamples } from './recordings/loop.ts';
