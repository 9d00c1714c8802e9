export { createLife, decodeJobName, type Life, type NewRecord } from './create-life.ts';
export { showChanges } from './show-changes.ts';
