import { z } from 'zod';
import { ErrorBody } from '../errors.ts';
import { limits } from '../limits.ts';
import { brokenOrder, CalibrationType, endsAfter } from '../rules.ts';
import { Id, recordOf, Seconds, SignalsSeen } from './primitives.ts';

/** Beyond, samples leave the numbers that are stored. */
const mostAmount = 1e30;
const Amount = z.number({ error: 'number' }).min(-mostAmount, { error: 'amount' }).max(mostAmount, { error: 'amount' });
const Gain = z
  .number({ error: 'number' })
  .min(-mostAmount, { error: 'gain' })
  .max(mostAmount, { error: 'gain' })
  .refine((gain) => Math.abs(gain) >= 1e-9, { error: 'gain' });
const Name = z.string().min(1).max(100);
/** Of as many as a sensor has axes. */
const PerAxis = z.array(z.number()).max(3);

/** What a sensor measures, as far as a calibration has to know it. */
export const CalibratedKind = z.enum(['acc', 'gyro', 'other']);
export type CalibratedKind = z.infer<typeof CalibratedKind>;

/** corrected = matrix · (received − bias); `matrix` row by row. */
export const Correction = z.object({
  columns: z.array(Name).min(1).max(3),
  matrix: z.array(z.number()).min(1).max(9),
  bias: PerAxis.min(1),
});
export type Correction = z.infer<typeof Correction>;

/** Mean and standard deviation of what is left of an error, in the unit of the sensor; beyond `limit` it is doubtful. */
const Residual = z.object({ before: z.number(), after: z.number(), limit: z.number() });

/** What a calibration found of one sensor. */
export const SensorCalibration = Correction.extend({
  kind: CalibratedKind,
  unit: z.string().max(100),
  /** Received units for one true one. */
  gains: PerAxis,
  /** Standard deviations at rest, in received units; null where nothing was measured. */
  noise: PerAxis.nullable(),
  /** Means of the window, as they were and as they are corrected; null where nothing was measured. */
  before: PerAxis.nullable(),
  after: PerAxis.nullable(),
  residual: Residual.nullable(),
});
export type SensorCalibration = z.infer<typeof SensorCalibration>;

/** Why a calibration is to be looked at again, though it was made. */
export const CalibrationWarning = z.enum([
  'noTurns',
  'residualHigh',
  /** A face that was named up showed an axis down: the sensor, or the names, are the other way round. */
  'axisReversed',
  'drifting',
  'deviceUnknown',
]);
export type CalibrationWarning = z.infer<typeof CalibrationWarning>;

export const CalibrationMethod = z.enum([
  'turned',
  'restMean',
  'sixPositions',
  'sixPositionsAndTurns',
  'given',
  'sign',
  'received',
]);

/** What a sensor was put through: on each face, and a whole turn about each axis. */
export const CalibrationPosition = z.enum([
  'x_up',
  'y_up',
  'z_up',
  'x_down',
  'y_down',
  'z_down',
  'x_turn',
  'y_turn',
  'z_turn',
]);
export type CalibrationPosition = z.infer<typeof CalibrationPosition>;

/** When. */
export const CalibrationRegion = z.strictObject({
  position: CalibrationPosition,
  start: Seconds.min(0, { error: 'positive' }),
  end: Seconds,
});
export type CalibrationRegion = z.infer<typeof CalibrationRegion>;

const Regions = z.array(CalibrationRegion).max(CalibrationPosition.options.length, { error: 'tooMany' });

/** A calibration as its step keeps it: its values are of what was received, so that it does not depend on other steps. */
export const RecalibrateArguments = z.object({
  calib_type: CalibrationType,
  module: Name,
  /** s of the original; null where nothing was measured. */
  window: z.object({ start: Seconds, end: Seconds }).nullable(),
  method: CalibrationMethod,
  sensors: z.array(SensorCalibration).max(64),
  /** Column whose sign changes. */
  inverted: Name.nullable(),
  warnings: z.array(CalibrationWarning).max(10),
  /** s of the original: the positions that were given, or found. */
  regions: Regions.optional(),
});
export type RecalibrateArguments = z.infer<typeof RecalibrateArguments>;

/** What a column of a sensor becomes: one of its columns, or its opposite. */
const TurnedAxis = z.strictObject({ column: Name, from: Name, sign: z.union([z.literal(1), z.literal(-1)]) });
export type TurnedAxis = z.infer<typeof TurnedAxis>;

/** s of the record as it is now. */
export const RecalibrateWanted = z
  .strictObject({
    calib_type: CalibrationType,
    signals_version: SignalsSeen,
    /** Takes what another record found by this type, such as one that was made to calibrate, instead of measuring. */
    from_record: Id.optional(),
    /** The first one that has what this type calibrates, unless said. */
    module: Name.optional(),
    start: Seconds.min(0, { error: 'positive' }).optional(),
    end: Seconds.optional(),
    /** `calib_offset`: of these columns alone. */
    columns: z.array(Name).min(1, { error: 'required' }).max(64, { error: 'tooMany' }).optional(),
    /** `calib_acc_gyro`: 6 leaves the axes as those of the case, for positions that were held by hand. */
    parameters: z.union([z.literal(6), z.literal(12)]).optional(),
    /** `calib_acc_gyro`: when it was in which position, each once; found in the window otherwise. */
    regions: Regions.refine((regions) => new Set(regions.map(({ position }) => position)).size === regions.length, {
      error: 'twice',
    })
      .superRefine((regions, context) => {
        const [message] = regions.flatMap(({ start, end }) => brokenOrder(start, end) ?? []);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .optional(),
    /** m/s²; what 1 g is where the record was made. */
    gravity: z.number().min(9.7, { error: 'gravity' }).max(9.9, { error: 'gravity' }).optional(),
    /** `custom_calib`: value = gain × received + offset, by column. */
    values: recordOf(Name, z.strictObject({ gain: Gain, offset: Amount }), 64)
      .refine((values) => Object.keys(values).length >= 1, { error: 'required' })
      .optional(),
    /** `custom_calib`, instead of values: axes of sensors that were fixed otherwise, on top of the present calibration. */
    axes: z
      .array(TurnedAxis)
      .min(1, { error: 'required' })
      .max(6, { error: 'tooMany' })
      .refine((axes) => new Set(axes.map(({ column }) => column)).size === axes.length, { error: 'twice' })
      .refine((axes) => new Set(axes.map(({ from }) => from)).size === axes.length, { error: 'twice' })
      .optional(),
  })
  .superRefine(endsAfter('start', 'end'));
export type RecalibrateWanted = z.infer<typeof RecalibrateWanted>;

/** Which calibration a sensor has: in the record itself. */
export const CalibrationInfo = z.object({
  module: z.string(),
  columns: z.array(z.string()),
  calib_type: CalibrationType,
  /** Whether its device made it or a step of the record. */
  source: z.enum(['device', 'step']),
});
export type CalibrationInfo = z.infer<typeof CalibrationInfo>;

/** Which calibration a sensor has, from where, when, and how well it fits. Numbers have 3 decimals. */
export const SensorCalibrationDetails = CalibrationInfo.extend({
  kind: CalibratedKind,
  unit: z.string(),
  inverted: z.array(z.string()),
  step_id: Id.nullable(),
  date: z.iso.datetime().nullable(),
  user_name: z.string().nullable(),
  method: CalibrationMethod,
  /** s of the record as it is now; null where nothing was measured, or where it was is cropped. */
  window: z.object({ start: Seconds, end: Seconds }).nullable(),
  bias: z.array(z.number()),
  gains: z.array(z.number()),
  matrix: z.array(z.number()),
  noise: z.array(z.number()).nullable(),
  before: z.array(z.number()).nullable(),
  after: z.array(z.number()).nullable(),
  residual: Residual.nullable(),
  warnings: z.array(CalibrationWarning),
});
export type SensorCalibrationDetails = z.infer<typeof SensorCalibrationDetails>;

export const RecordCalibration = z.object({ sensors: z.array(SensorCalibrationDetails) });
export type RecordCalibration = z.infer<typeof RecordCalibration>;

/** What a record is made for that calibrates devices: types that are measured. */
export const MeasuredCalibration = CalibrationType.extract(['calib_offset', 'calib_gyro', 'calib_acc_gyro']);
export type MeasuredCalibration = z.infer<typeof MeasuredCalibration>;

const DeviceNumbers = z.array(z.int()).min(1, { error: 'required' }).max(limits.devicesAtOnce, { error: 'tooMany' });

/** Devices that begin a calibration, or join one that others make. */
export const CalibrationStart = z.strictObject({ calib_type: MeasuredCalibration, device_numbers: DeviceNumbers });

export const CalibrationStop = z.strictObject({
  device_numbers: DeviceNumbers.nullish().describe('Absent or null: all that calibrate and that the caller sees'),
});

/** A device that is being calibrated. */
export const DeviceCalibration = z.object({
  number: z.int(),
  calib_type: MeasuredCalibration,
  /** ISO 8601 */
  started: z.string(),
  /** The record, of type `calib`, that it makes; null until that begins. */
  record_id: Id.nullable(),
});
export type DeviceCalibration = z.infer<typeof DeviceCalibration>;

/** One entry a device; what one refuses keeps nothing from the others. */
export const DeviceCalibrations = z.array(z.union([DeviceCalibration, ErrorBody.extend({ number: z.int() })]));
export type DeviceCalibrations = z.infer<typeof DeviceCalibrations>;
