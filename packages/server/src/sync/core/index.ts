export { type Edit, type Loss, mergeRow } from './merge-row.ts';
export { type Observer, observeRow, writeAgain } from './observe-row.ts';
export {
  areEqual,
  type Content,
  contentOf,
  type FieldState,
  isAlive,
  type Json,
  lastEdit,
  type RowState,
} from './row-state.ts';
export { editedAtMs, msOf, nodeOf, type Stamp, stampPattern } from './stamp.ts';
