import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { RunNow } from './keep-runs.ts';
import type { RunDevices, RunProgram, RunRecords } from './run-devices.ts';
import type { RunAbout, RunKept } from './run-state.ts';

export interface RunDependencies {
  readonly devices: RunDevices;
  readonly records: RunRecords;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly write: (id: number, now: RunNow) => Promise<void>;
  /** Every device is free again. */
  readonly ended: (runId: number) => void;
}

export interface RunGiven {
  readonly about: RunAbout;
  readonly kept: RunKept;
  readonly program: RunProgram;
  /** s of its clock before this program began. */
  readonly elapsedSeconds: number;
  readonly isResumed: boolean;
  /** Of one that has ended, to whose devices or analyses something is still owed. */
  readonly endedAt?: Date | null;
}
