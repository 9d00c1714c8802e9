/** What tests open of this room; the program never loads it. */
export { openTestDisk } from './open-test-disk.ts';
