import type { Refusal } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Computed } from '../computed/index.ts';
import type { Life } from '../life/index.ts';
import type { SignalStore } from '../store/index.ts';
import type { Uploads } from '../uploads/index.ts';
import type { SeenRecords } from './seen-records.ts';

export interface RecordDependencies {
  readonly database: Database;
  readonly seenRecords: SeenRecords;
  readonly folder: DataFolder;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  readonly store: SignalStore;
  readonly computed: Computed;
  readonly life: Life;
  readonly uploads: Pick<Uploads, 'lend' | 'settle' | 'forgetBytes'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ingest: {
    /** Whether its device is there and records it now. */
    isBeingRecorded(recordId: number): boolean;
    /** Records under way whose device is away; `since` in ms since 1970, null when it is not known. */
    awayFrom(
      records: readonly { readonly id: number; readonly deviceId: number | null }[],
    ): ReadonlyMap<number, { readonly sinceMs: number | null }>;
    /** Gives up waiting for missing blocks: the record goes to decoding with what is there. */
    finishRecord(recordId: number): Promise<'finished' | 'notOpen' | Refusal>;
    /** Asks the device for the missing blocks, or for all of them; decoding follows by itself. */
    downloadFromDevice(recordId: number, asksAll: boolean): Promise<'started' | Refusal>;
  };
}
