export { isAnswered } from './is-answered.ts';
export { type Calls, follows, goOnFrom, type HeardCall, type Progress } from './meet.ts';
export { type Loss, mergeRow } from './merge-row.ts';
export { giveWay, observeRow, writeAgain } from './observe-row.ts';
export {
  areEqual,
  type Content,
  contentOf,
  isAlive,
  isJson,
  type Json,
  lastEdit,
  type RowState,
} from './row-state.ts';
export { editedAtMs, msOf, never, nodeOf, type Stamp, seenPattern, stampPattern } from './stamp.ts';
export { type Message, tellUpTo } from './tell-up-to.ts';
