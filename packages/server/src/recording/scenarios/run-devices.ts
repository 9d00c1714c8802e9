import type { DeviceStatus, JailPart, ScenarioResult, Translated } from '@sillage/contract';
import type { DeviceState } from '@sillage/domain';
import type { ScenarioProgram } from '@sillage/scenario-language';
import type { Tap } from '../tap/index.ts';

/** The program of a run. */
export interface RunProgram extends ScenarioProgram {
  /** What of its jail the system did not allow. */
  readonly missing?: readonly JailPart[];
  /** s after which its run ends, where the program does not end itself by then. */
  readonly limitSeconds?: number;
}

/** Devices, as runs meet them: ingest. */
export interface RunDevices {
  readonly tap: Pick<Tap, 'listen' | 'startOf'>;
  /** Sends a command, as a person's screen would; its result, or a refusal. */
  command(number: number, method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  deviceStatus(number: number): DeviceStatus | undefined;
  /** The server's record of what a device records now, and where it is; undefined when nothing. */
  recordNow(number: number): Promise<{ readonly recordId: number; readonly recTime: number } | undefined>;
  /** The server's record of what a device records now, where it is open. */
  measuringDevice(number: number): { readonly recordId: number | undefined } | undefined;
  /** What its state is shown as while it follows a scenario; undefined: as it says itself. */
  showScenario(number: number, state: DeviceState | undefined): void;
}

/** What an analysis answers of a record. */
export interface RecordAnalysed {
  readonly values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
  readonly refusal: Translated | null;
}

/** What a run leaves with the records of one device. */
export interface RunOutcome {
  readonly runId: number;
  readonly results: readonly ScenarioResult[];
  readonly errors: readonly Translated[];
}

/** Samples of a record that is being made, by its times. */
export interface LiveVariable {
  readonly name: string;
  readonly unit: string;
  readonly timesSeconds: Float64Array;
  readonly values: Float64Array;
}

/** Records, as runs meet them. */
export interface RunRecords {
  /** Begins or ends a selection of a running record at `t`, s of the record; a refusal's words where it was refused. */
  select(action: 'start' | 'stop', recordId: number, t: number, name: string | null): Promise<Translated | undefined>;
  /** @param window s of the record; null: all of it */
  analyse(recordId: number, analysis: string, window: readonly [number, number] | null): Promise<RecordAnalysed>;
  /** The same of samples of a record that is being made. */
  analyseLive(recordId: number, analysis: string, variables: readonly LiveVariable[]): Promise<RecordAnalysed>;
  /** Writes beside records what their run found, and what went wrong. */
  writeOutcome(recordIds: readonly number[], outcome: RunOutcome): Promise<void>;
  /** Whether a record that was decoded has signals. */
  isReadable(recordId: number): Promise<boolean>;
}
