import type { RecordType } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import type { Journals } from '../journal/index.ts';
import type { Life } from '../life/index.ts';
import type { TapSource } from '../tap/index.ts';
import type { DeviceCaller } from './call-devices.ts';
import type { HeldBlocks } from './hold-blocks.ts';

/** What a client wants of the records of its devices. */
export interface RecordRules {
  /** Begins the name of a new record; "" for none. */
  readonly namePrefix: string;
  /** s after which a record that nobody stopped is stopped; undefined = never. */
  readonly stopAfterSeconds: number | undefined;
}

/** What somebody chose for a record of a device that begins now. */
export interface NextRecordTaken {
  /** Of what it is made for; by its device unless said. */
  readonly recordType?: RecordType;
  readonly sportId: number | null;
  readonly exerciseId: number | null;
  /** undefined: those who wear the device. */
  readonly userIds: readonly number[] | undefined;
  readonly title: string;
  readonly comment: string;
}
/** Asked in the transaction in which the record begins. */
export type TakeNextRecord = (
  tx: Queryable,
  device: { readonly deviceId: number; readonly clientId: number },
) => Promise<NextRecordTaken | undefined>;

/** In which scenario a device makes a record that begins now; undefined without one. */
export type ScenarioOf = (
  number: number,
) => { readonly scenarioId: number | null; readonly classname: string } | undefined;

/** What every file of ingest is handed. */
export interface IngestDependencies {
  readonly rulesOf: (clientId: number) => Promise<RecordRules>;
  readonly takeNextRecord: TakeNextRecord;
  readonly scenarioOf: ScenarioOf;
  readonly database: Pick<Database, 'db'>;
  readonly life: Life;
  readonly realtime: Realtime;
  readonly folder: Pick<DataFolder, 'journal' | 'temporary'>;
  readonly journals: Journals;
  readonly disk: Pick<DiskLedger, 'refuseNewRecord' | 'mayJournal'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Pick<Tally, 'count'>;
  readonly caller: DeviceCaller;
  readonly held: HeldBlocks;
  readonly tap: TapSource;
  /** Aborted when the server ends. */
  readonly stopping: AbortSignal;
}
