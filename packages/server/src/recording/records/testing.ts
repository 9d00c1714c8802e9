/** What tests open of this room; the program never loads it. */
export { openTestClub } from './open-test-club.ts';
export { openTestRecords } from './open-test-records.ts';
