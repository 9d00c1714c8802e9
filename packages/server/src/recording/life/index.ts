export type { RecordChange } from './collect-changes.ts';
export { createLife, decodeJobName, type Life, type NewRecord } from './create-life.ts';
export { showChanges } from './show-changes.ts';
export { hearOfRows, tellOfRows } from './tell-of-rows.ts';
export { hearOfRules, rulesCategory, tellOfRules } from './tell-of-rules.ts';
