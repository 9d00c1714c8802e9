export { checkNamed } from './check-people.ts';
export { decodeAgain } from './decode-again.ts';
export { removeRecordFiles } from './delete-records.ts';
export { deleteRecordsOfClient } from './delete-records-of-client.ts';
export type { RecordDependencies } from './dependencies.ts';
export { setAthletes } from './edit-record.ts';
export {
  findReadable,
  findRecord,
  holdRecord,
  isAwaited,
  isFilm,
  isReadable,
  type RecordRow,
  refuseOtherSignals,
  visibleTo,
} from './find-records.ts';
export { athletesOf, common, groupOf } from './gather-records.ts';
export { detectFile, importRecordFile } from './import-record-file.ts';
export { besideOwnKeys, fusionKey, saidData, withProtocol } from './own-data.ts';
export { pageOfClient, pageOfRecords } from './page-of-records.ts';
export { answerRecords, presentRecords } from './present-records.ts';
export {
  isWhatHolds,
  loadVideos,
  placeInOriginal,
  placeInRecord,
  presentAligned,
} from './present-videos.ts';
export { readRawOrigin } from './raw-origin.ts';
export { axisOf } from './read-distance.ts';
export { errorsOf } from './read-errors.ts';
export { recordRoutes } from './record-routes.ts';
export { keepSeenRecords, type SeenRecords } from './seen-records.ts';
export { presentSelection, type SelectionRow, selectionsOf, selectionsOfRecords } from './selections.ts';
export { withoutSessions } from './session-records.ts';
export { startOf } from './start-of-record.ts';
export { sweepOrphans } from './sweep-orphans.ts';
