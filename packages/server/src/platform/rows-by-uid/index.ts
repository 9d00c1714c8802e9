export { type Applied, applyRows, type KeptColumns, resolvedRows, rowIds } from './apply-rows.ts';
export { forgetDeletions } from './forget-deletions.ts';
export { changesSince, type LogPosition, type RowChange, readPosition } from './read-changes.ts';
export { BrokenRows } from './read-row.ts';
export { readRows } from './read-rows.ts';
export { type Reach, readTable } from './read-table.ts';
export { type GivenTable, type StagedTable, stagedRows, stageRows } from './stage-rows.ts';
export { parameterTargetCases, portableSettings, quoted, tablesByUid } from './tables-by-uid.ts';
