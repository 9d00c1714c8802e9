export * from '../states/index.ts';
export * from './calibrations/index.ts';
export { chooseRecordType } from './choose-record-type.ts';
export { compareVersions, isAtLeastVersion } from './compare-versions.ts';
export {
  composeDeviceNumber,
  type DeviceFamily,
  type DeviceNumberParts,
  deviceDisplayName,
  deviceFamilies,
  deviceFamily,
  isReplayNumber,
  parseDeviceNumber,
} from './device-number.ts';
export { fillSensorTemplate, judgeDefault, judgeParameter, templateHoles } from './fill-sensor-template.ts';
export { formatChrono, formatDateTime, formatFileDate } from './format-times.ts';
export { type BrokenConfig, judgeConfig, judgeConfigText } from './judge-config.ts';
export { judgeUpdate, type UpdateVerdict } from './judge-update.ts';
export { correctRecordTime, type RecordTime, recordTimeAt } from './keep-record-time.ts';
export { toUtcMs } from './local-times.ts';
export { fitSportOf, sportsCalled } from './name-fit-sports.ts';
export { athleteNames, recordTitle } from './name-records.ts';
export { type GraphPreset, graphPresets, presetsFor } from './presets/index.ts';
export {
  type ActivityVariable,
  activityVariables,
  canBeWritten,
  distanceSource,
  findTrackVariables,
  foldTrace,
  isDull,
  isMovement,
  isTrackFormat,
  leastDecimalsOf,
  lookRank,
  measuredSide,
  type QuantityName,
  quantityNames,
  quantityOf,
  type SaidDistance,
  type SharedMovement,
  sayVariable,
  sharedMovements,
  spelledAs,
  type TrackChannel,
  type TrackFormat,
  type TrackVariables,
  tracedVariable,
  trackChannels,
  utcVariable,
} from './quantities/index.ts';
export { placeOf, readBetween } from './read-between.ts';
export { sayBytes, sayCount, sayList } from './say-amounts.ts';
export {
  figureOf,
  isPaceUnit,
  measuredOf,
  parsePace,
  type Saying,
  sayPace,
  sayRange,
  saySpeed,
  sayStatistics,
} from './say-speeds.ts';
export * from './steps/index.ts';
export { uuidV7 } from './uuid-v7.ts';
