import {
  isRefusal,
  type RecordCalibration,
  type Refusal,
  type SensorCalibration,
  type SensorCalibrationDetails,
} from '@sillage/contract';
import { calibratedSensors, calibrationInfos, correctionsOf, stretchInRecord, untouched } from '@sillage/domain';
import { identity } from '@sillage/signal/calibration';
import type { Viewer } from '../../platform/http/index.ts';
import { type AddedStep, readSteps } from '../decode/index.ts';
import { findRecord, type RecordDependencies, type RecordRow } from '../records/index.ts';

/** Which calibration each sensor of a record has, as it is read now. */
export async function readCalibration(
  { database: { db } }: Pick<RecordDependencies, 'database'>,
  viewer: Viewer,
  recordId: number,
): Promise<RecordCalibration | Refusal> {
  const record = await findRecord(db, viewer, recordId);
  if (isRefusal(record)) return record;
  const applied = new Set(record.appliedSteps?.uids ?? []);
  const steps = (await readSteps(db, recordId)).filter(({ uid }) => applied.has(uid));
  const variables = Object.keys(record.availableData);
  const kept = steps.map(({ step }) => step);
  const infos = calibrationInfos(variables, kept);
  const corrections = correctionsOf(kept);
  return {
    sensors: calibratedSensors(variables).map((sensor, i): SensorCalibrationDetails => {
      const info = infos[i];
      if (info === undefined) throw new Error('a sensor without its calibration');
      const by = info.source === 'step' ? stepOf(steps, info) : undefined;
      const inverted = corrections.get(sensor.module)?.inverted ?? new Set();
      return {
        ...info,
        kind: sensor.kind,
        unit: record.availableData[`${sensor.module}.${sensor.columns[0]}`]?.unit ?? '',
        inverted: sensor.columns.filter((column) => inverted.has(column)),
        step_id: by?.id ?? null,
        date: by?.createdAt.toISOString() ?? null,
        user_name: by?.userName ?? null,
        ...madeBy(record, by, sensor.columns),
      };
    }),
  };
}

/** The last step that says how a sensor is calibrated. */
function stepOf(
  steps: readonly AddedStep[],
  { module, columns, calib_type }: Pick<SensorCalibrationDetails, 'module' | 'columns' | 'calib_type'>,
): AddedStep | undefined {
  return steps.findLast(({ step }) => {
    if (step.kind !== 'recalibrate' || step.arguments.calib_type !== calib_type) return false;
    const { sensors, module: own } = step.arguments;
    return own === module && (sensors.length === 0 || sensors.some((one) => one.columns.join() === columns.join()));
  });
}

function madeBy({ appliedSteps }: RecordRow, by: AddedStep | undefined, columns: readonly string[]) {
  const given = by?.step.kind === 'recalibrate' ? by.step.arguments : undefined;
  const own: SensorCalibration | undefined = given?.sensors.find((one) => one.columns.join() === columns.join());
  const times = (appliedSteps ?? untouched).times;
  const window = given?.window && stretchInRecord(times, { t0: given.window.start, t1: given.window.end });
  const { matrix, bias } = own ?? identity(columns);
  const { residual = null } = own ?? {};
  return {
    method: given?.method ?? ('received' as const),
    window: window ? { start: rounded(window.t0), end: rounded(window.t1) } : null,
    bias: bias.map(rounded),
    matrix: matrix.map(rounded),
    gains: (own?.gains ?? columns.map(() => 1)).map(rounded),
    noise: own?.noise?.map(rounded) ?? null,
    before: own?.before?.map(rounded) ?? null,
    after: own?.after?.map(rounded) ?? null,
    residual: residual && {
      before: rounded(residual.before),
      after: rounded(residual.after),
      limit: rounded(residual.limit),
    },
    warnings: given?.warnings ?? [],
  };
}

/** 3 decimals. */
const rounded = (value: number) => Math.round(value * 1000) / 1000 || 0;
