/** What tests open of this room; the program never loads it. */
export { openTestRecords } from './open-test-records.ts';
