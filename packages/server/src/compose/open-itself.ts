import { type CloudWatch, ensureCurrentHub, watchCloud } from '../administration/hubs/index.ts';
import { type Machine, openMachine } from '../administration/server/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { BaseDependencies } from './base-dependencies.ts';

type Dependencies = Pick<BaseDependencies, 'options' | 'clock' | 'closers'> & { readonly database: Database };

/** What this server is among others. */
export interface Itself {
  readonly itself: {
    readonly role: 'hub' | 'cloud';
    readonly version: string;
    readonly clock: Clock;
    readonly machineTimezone: string | undefined;
  };
  /** The computer that it runs on. */
  readonly machine: Machine;
  /** Whether the cloud that it sends to answers. */
  readonly cloudState: CloudWatch['state'];
}

/** One hub, which people know by its number, on a computer of its own. */
export async function openHub({ options, clock, closers, database }: Dependencies): Promise<Itself> {
  const { version, machineTimezone } = options;
  const itself = { role: 'hub', version, clock, machineTimezone } as const;
  await ensureCurrentHub(database.db, itself);
  const watch = closers.add(watchCloud({ db: database.db }), (it) => it.close());
  return { itself, machine: openMachine('hub'), cloudState: watch.state };
}

/** No hub, on a computer that is not its own. */
export function openCloud({ options, clock }: Pick<Dependencies, 'options' | 'clock'>): Itself {
  const { version, machineTimezone } = options;
  return {
    itself: { role: 'cloud', version, clock, machineTimezone },
    machine: openMachine('cloud'),
    cloudState: () => 'unset',
  };
}
