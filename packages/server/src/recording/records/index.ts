export { deleteRecordsOfClient } from './delete-records-of-client.ts';
export { findReadable, gatherSeen, type RecordRow, visibleTo } from './find-records.ts';
export { importRecordFile } from './import-record-file.ts';
export { openTestRecords } from './open-test-records.ts';
export { presentRecords } from './present-records.ts';
export { recordRoutes } from './record-routes.ts';
export { findSelection } from './selections.ts';
export { sweepOrphans } from './sweep-orphans.ts';
export { fileDate } from './zone-dates.ts';
