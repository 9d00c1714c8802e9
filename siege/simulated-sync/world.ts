import type { People } from './people.ts';
import type { SimulatedHub } from './simulated-hub.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** Everybody in a run. */
export interface World {
  readonly cloud: SimulatedServer;
  readonly hubs: readonly SimulatedHub[];
  readonly people: People;
  /** Name of each client that a hub ever served. */
  readonly served: ReadonlyMap<SimulatedHub, Set<string>>;
}
