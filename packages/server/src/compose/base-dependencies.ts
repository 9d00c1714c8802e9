import type { Clock } from '../platform/clock/index.ts';
import type { DataFolder } from '../platform/files/index.ts';
import type { OpenLog } from '../platform/log/index.ts';
import type { RunningRealtime } from '../platform/socket/index.ts';
import type { Closers } from './close-in-time.ts';
import type { Wire } from './list-rooms.ts';
import type { ServerOptions } from './options.ts';

/** What there is before any room. */
export interface BaseDependencies {
  readonly options: ServerOptions;
  readonly folder: DataFolder;
  readonly log: OpenLog;
  readonly closers: Closers;
  readonly clock: Clock;
  /** Says on the terminal what is done. */
  readonly say: (sentence: string) => void;
  /** Those whose sessions ended are cut off. */
  readonly sessionsEnded: Wire<Parameters<RunningRealtime['disconnect']>, void>;
  /** Where browsers reach this server, when nobody says otherwise. */
  readonly ownOrigins: Wire<[], string[]>;
}
