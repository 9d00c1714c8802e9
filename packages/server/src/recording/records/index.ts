export type { RecordDependencies } from './dependencies.ts';
export { findReadable, findRecord, isReadable, type RecordRow, type Viewer } from './find-records.ts';
export { type FileToImport, importRecordFile } from './import-record-file.ts';
export { openTestRecords } from './open-test-records.ts';
export { presentRecords } from './present-records.ts';
export { readStatistics } from './read-statistics.ts';
export { recordRoutes } from './record-routes.ts';
export { findSelection } from './selections.ts';
export { fileDate } from './zone-dates.ts';
