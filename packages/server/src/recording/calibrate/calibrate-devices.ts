import type { MeasuredCalibration, RecordType } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';

/** ms for which a device may take to begin its record, once it was told to. */
const beginMs = 30_000;
/** What the record of a calibration is called before its device and date. */
const title = 'Calibration';

interface Calibrating {
  readonly type: MeasuredCalibration;
  /** ms since 1970 */
  readonly startedMs: number;
  /** Monotonic ms until which a record that begins is the one; undefined once it has begun. */
  beginsUntilMs: number | undefined;
}

/** What the record of a calibration is, instead of what somebody chose for the next one: that waits. */
export interface CalibrationRecord {
  readonly recordType: RecordType;
  readonly title: string;
  readonly sportId: null;
  readonly exerciseId: null;
  readonly userIds: readonly number[];
  readonly comment: string;
}

export interface CalibratingDevices {
  /** The device is about to be told to begin. */
  expect(deviceId: number, type: MeasuredCalibration): void;
  forget(deviceId: number): void;
  /** What the record is that a device begins now; undefined where it is no calibration. */
  take(deviceId: number): CalibrationRecord | undefined;
  /** @param isIdle whether it is there and records nothing: one that was stopped by another hand calibrates no more */
  of(deviceId: number, isIdle: boolean): Pick<Calibrating, 'type' | 'startedMs'> | undefined;
}

/** Which devices make records to be calibrated by; a restart of the server forgets it, the records stay what they are. */
export function calibrateDevices(clock: Clock): CalibratingDevices {
  const byDevice = new Map<number, Calibrating>();
  const isExpected = ({ beginsUntilMs }: Calibrating) =>
    beginsUntilMs !== undefined && clock.monotonicMs() < beginsUntilMs;
  return {
    expect(deviceId, type) {
      byDevice.set(deviceId, { type, startedMs: clock.nowMs(), beginsUntilMs: clock.monotonicMs() + beginMs });
    },
    forget: (deviceId) => void byDevice.delete(deviceId),
    take(deviceId) {
      const found = byDevice.get(deviceId);
      if (found === undefined || !isExpected(found)) return undefined;
      found.beginsUntilMs = undefined;
      return { recordType: 'calib', title, sportId: null, exerciseId: null, userIds: [], comment: '' };
    },
    of(deviceId, isIdle) {
      const found = byDevice.get(deviceId);
      if (found === undefined || !isIdle || isExpected(found)) return found;
      byDevice.delete(deviceId);
      return undefined;
    },
  };
}
