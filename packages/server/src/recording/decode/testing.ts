/** What tests open of this room; the program never loads it. */
export { shareTestWorkers } from './share-test-workers.ts';
