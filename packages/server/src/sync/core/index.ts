export { goOnFrom, type Progress, type Rounds, type SetBack, type Welcome, whoWasSetBack } from './meet.ts';
export { type Loss, mergeRow } from './merge-row.ts';
export { observeRow, writeAgain } from './observe-row.ts';
export {
  areEqual,
  type Content,
  contentOf,
  isAlive,
  type Json,
  lastEdit,
  type RowState,
} from './row-state.ts';
export { editedAtMs, msOf, nodeOf, stampPattern } from './stamp.ts';
export { type Message, type MessageBounds, tellUpTo } from './tell-up-to.ts';
