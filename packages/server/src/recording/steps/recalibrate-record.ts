import {
  type CalibrationRegion,
  isRefusal,
  RecalibrateArguments,
  type RecalibrateWanted,
  type Refusal,
  refuse,
  type StepTimes,
  type TurnedAxis,
} from '@sillage/contract';
import {
  type CalibratedSensor,
  calibratedSensors,
  correctionsOf,
  type ModuleCorrections,
  measuresLoad,
  toOriginalSeconds,
  untouched,
} from '@sillage/domain';
import { brokenField } from '../../administration/tenancy/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { readSteps } from '../decode/index.ts';
import {
  findReadable,
  findRecord,
  type RecordDependencies,
  type RecordRow,
  refuseOtherSignals,
} from '../records/index.ts';
import { type Asker, type ChangedSteps, changeSteps, insertStep } from './change-steps.ts';
import { givenCalibration } from './measure-calibration.ts';
import type { Calibrations } from './measure-in-thread.ts';
import { turnedSensors } from './turned-sensors.ts';

interface Dependencies extends Pick<RecordDependencies, 'database' | 'folder' | 'life' | 'clock' | 'log'> {
  readonly calibrations: Pick<Calibrations, 'measure'>;
}

/** By how much times that a program rounded may lie outside. */
const roundingSeconds = 0.01;

/** Calibrates a sensor of a record anew, as a step of it. */
export async function recalibrateRecord(
  dependencies: Dependencies,
  asker: Asker,
  recordId: number,
  wanted: RecalibrateWanted,
): Promise<ChangedSteps | Refusal> {
  const record = await findReadable(dependencies.database.db, asker, recordId);
  if (isRefusal(record)) return record;
  const found = await findCalibration(dependencies, asker, record, wanted);
  if (isRefusal(found)) return found;
  // A step that cannot be read again would be in nobody's history.
  const kept = RecalibrateArguments.parse(inOriginal(found, (record.appliedSteps ?? untouched).times));
  // Its values are of what was received: whatever is done to the record meanwhile, they stay true.
  return changeSteps(dependencies, asker, recordId, (held) =>
    insertStep(held, { kind: 'recalibrate', arguments: kept }),
  );
}

/** What a calibration finds, without doing it; times are those of the record as it is now. */
export async function tryCalibration(
  dependencies: Dependencies,
  viewer: Viewer,
  recordId: number,
  wanted: RecalibrateWanted,
): Promise<RecalibrateArguments | Refusal> {
  const record = await findReadable(dependencies.database.db, viewer, recordId);
  return isRefusal(record) ? record : findCalibration(dependencies, viewer, record, wanted);
}

function inOriginal(found: RecalibrateArguments, times: StepTimes): RecalibrateArguments {
  const moved = <T extends { readonly start: number; readonly end: number }>(stretch: T): T => ({
    ...stretch,
    start: toOriginalSeconds(times, stretch.start),
    end: toOriginalSeconds(times, stretch.end),
  });
  const { window, regions } = found;
  return { ...found, window: window && moved(window), ...(regions && { regions: regions.map(moved) }) };
}

async function findCalibration(
  dependencies: Dependencies,
  viewer: Viewer,
  record: RecordRow,
  wanted: RecalibrateWanted,
): Promise<RecalibrateArguments | Refusal> {
  const module = refuseOtherSignals(record, wanted.signals_version) ?? moduleOf(record, wanted);
  if (isRefusal(module)) return module;
  const { calib_type } = wanted;
  const sensors = sensorsOf(record, module);
  const about = { calib_type, module, window: null, sensors: [], inverted: null, warnings: [] };
  if (wanted.from_record !== undefined) {
    return foundBefore(dependencies.database.db, viewer, {
      about,
      from: wanted.from_record,
      deviceId: record.deviceId,
      sensors,
    });
  }
  switch (calib_type) {
    case 'invert_acc_x':
      return {
        ...about,
        method: 'sign',
        inverted: sensors.find(({ kind }) => kind === 'acc')?.columns[0] ?? null,
      };
    case 'initial_calib':
      return { ...about, method: 'received' };
    case 'no_calib':
      return { ...about, method: 'received', warnings: ['deviceUnknown'] };
    case 'custom_calib':
      if (wanted.axes === undefined) return withValues({ ...about, method: 'given' }, sensors, wanted);
      return turned(
        { ...about, method: 'turned' },
        sensors,
        wanted.axes,
        await presentCorrections(dependencies.database.db, record, module),
      );
    case 'calib_acc_gyro':
    case 'calib_gyro':
    case 'calib_offset':
      return measured(dependencies, viewer, record, module, wanted);
    default:
      return unreachable(calib_type);
  }
}

function unreachable(type: never): never {
  throw new Error(`unknown calibration ${String(type)}`);
}

/** What another record found of sensors that this one has, too: corrections are of what was received, whatever is done to it. */
async function foundBefore(
  db: Queryable,
  viewer: Viewer,
  given: {
    readonly about: Omit<RecalibrateArguments, 'method'>;
    readonly from: number;
    /** Of the record that is calibrated: another device has other errors. Null, of a file from elsewhere: who asks knows. */
    readonly deviceId: number | null;
    readonly sensors: readonly CalibratedSensor[];
  },
): Promise<RecalibrateArguments | Refusal> {
  const { about, from } = given;
  const other = await findRecord(db, viewer, from);
  if (isRefusal(other)) return brokenField('from_record', 'unknown');
  const isOfAnother = ![null, other.deviceId].includes(given.deviceId);
  if (isOfAnother) return brokenField('from_record', 'unknown');
  const own = new Set(given.sensors.map(({ columns }) => columns.join()));
  const found = (await readSteps(db, from)).findLast(
    ({ step, isOn }) =>
      isOn &&
      step.kind === 'recalibrate' &&
      step.arguments.calib_type === about.calib_type &&
      step.arguments.module === about.module,
  );
  if (found?.step.kind !== 'recalibrate') return brokenField('from_record', 'unknown');
  const { method, warnings } = found.step.arguments;
  const sensors = found.step.arguments.sensors.filter(({ columns }) => own.has(columns.join()));
  return sensors.length === 0 ? brokenField('from_record', 'unknown') : { ...about, method, warnings, sensors };
}

/** Axes of sensors that were fixed otherwise: each sensor keeps its present calibration below. */
function turned(
  about: RecalibrateArguments,
  sensors: readonly (CalibratedSensor & { readonly unit: string })[],
  axes: readonly TurnedAxis[],
  present: ModuleCorrections,
): RecalibrateArguments | Refusal {
  const found = turnedSensors(sensors, axes, present);
  const taken = found.reduce((count, { columns }) => count + columns.length, 0);
  return taken < axes.length ? brokenField('axes', 'unknown') : { ...about, sensors: found };
}

function withValues(
  about: RecalibrateArguments,
  sensors: readonly (CalibratedSensor & { readonly unit: string })[],
  { values = {} }: RecalibrateWanted,
): RecalibrateArguments | Refusal {
  const known = new Set(sensors.flatMap(({ columns }) => columns));
  const stranger = Object.keys(values).find((column) => !known.has(column));
  if (stranger !== undefined) return brokenField('values', 'unknown');
  if (Object.keys(values).length === 0) return brokenField('values', 'required');
  return { ...about, sensors: givenCalibration(sensors, values) };
}

/** Where a type of calibration has something to calibrate. */
function moduleOf({ availableData }: RecordRow, wanted: RecalibrateWanted): string | Refusal {
  const { module, calib_type } = wanted;
  const names = Object.keys(availableData);
  if (module !== undefined && !names.some((name) => name.startsWith(`${module}.`))) {
    return brokenField('module', 'unknown');
  }
  const all = calibratedSensors(names);
  const fitting = all.filter(
    (sensor) => (module === undefined || sensor.module === module) && isCalibratedBy(sensor, wanted),
  );
  const columns = columnsOf(wanted);
  const found = fitting.find(({ module: one }) => {
    const own = new Set(fitting.flatMap((sensor) => (sensor.module === one ? sensor.columns : [])));
    return columns?.every((column) => own.has(column)) ?? true;
  });
  if (found !== undefined) return found.module;
  if (columns !== undefined) {
    const known = new Set(all.flatMap((sensor) => sensor.columns));
    return brokenField('columns', columns.every((column) => known.has(column)) ? 'noLoad' : 'unknown');
  }
  const needed = { calib_gyro: 'gyro_x, gyro_y, gyro_z', calib_offset: 'Force, Couple, Pression…' }[
    calib_type as string
  ];
  return refuse('record.calibrationColumnsMissing', { columns: needed ?? 'acc_x, acc_y, acc_z' });
}

function isCalibratedBy(sensor: CalibratedSensor, wanted: RecalibrateWanted): boolean {
  const { kind } = sensor;
  const { calib_type } = wanted;
  if (calib_type === 'calib_acc_gyro' || calib_type === 'invert_acc_x') return kind === 'acc';
  if (calib_type === 'calib_gyro') return kind === 'gyro';
  return calib_type !== 'calib_offset' || (kind === 'other' && (columnsOf(wanted) !== undefined || isLoad(sensor)));
}

const isLoad = ({ module, columns }: CalibratedSensor) => columns.some((column) => measuresLoad(`${module}.${column}`));

/** Only a load is calibrated by columns. */
const columnsOf = ({ calib_type, columns }: RecalibrateWanted) => (calib_type === 'calib_offset' ? columns : undefined);

function sensorsOf({ availableData }: RecordRow, module: string) {
  return calibratedSensors(Object.keys(availableData))
    .filter((sensor) => sensor.module === module)
    .map((sensor) => ({ ...sensor, unit: availableData[`${module}.${sensor.columns[0]}`]?.unit ?? '' }));
}

async function measured(
  dependencies: Dependencies,
  viewer: Viewer,
  record: RecordRow,
  module: string,
  wanted: RecalibrateWanted,
): Promise<RecalibrateArguments | Refusal> {
  const { start = 0, end = record.durationSeconds, regions = [], calib_type } = wanted;
  if (start >= record.durationSeconds) return brokenField('start', 'afterEnd');
  const isInside = (region: CalibrationRegion) =>
    region.start >= start - roundingSeconds && region.end <= end + roundingSeconds;
  if (!regions.every(isInside)) return brokenField('regions', 'outside');
  const columns = columnsOf(wanted);
  const sensors = sensorsOf(record, module).filter((sensor) =>
    calib_type === 'calib_offset'
      ? isCalibratedBy(sensor, wanted) && (columns === undefined || sensor.columns.some((one) => columns.includes(one)))
      : sensor.kind !== 'other',
  );
  const { database, folder, calibrations } = dependencies;
  const found = await calibrations.measure({
    signals: await folder.files.localPath(stored.signals(record.uid)),
    ...{ module, sensors, fromSeconds: start, toSeconds: end, wanted },
    present: await presentCorrections(database.db, record, module),
  });
  if (isRefusal(found)) return found;
  // Samples that were decoded meanwhile are not those that these calibrations were taken back from.
  const after = await findReadable(database.db, viewer, record.id);
  const other = isRefusal(after) ? after : refuseOtherSignals(after, record.signalsVersion);
  if (other !== undefined) return other;
  return { calib_type, module, window: { start, end }, inverted: null, ...found };
}

async function presentCorrections(db: Queryable, record: RecordRow, module: string): Promise<ModuleCorrections> {
  const applied = new Set(record.appliedSteps?.uids ?? []);
  const steps = (await readSteps(db, record.id)).filter(({ uid }) => applied.has(uid)).map(({ step }) => step);
  return correctionsOf(steps).get(module) ?? { corrections: [], inverted: new Set() };
}
