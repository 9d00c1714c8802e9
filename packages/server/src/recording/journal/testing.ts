/** What tests open of this room; the program never loads it. */
export { type DiskFaults, faultyFiles } from './faulty-files.ts';
