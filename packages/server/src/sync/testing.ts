export { reachMark } from './cloud/admit-hubs.ts';
export { pullRows, takeRows } from './cloud/exchange-rows.ts';
export { heedGreeting } from './cloud/heed-calls.ts';
export {
  areEqual,
  type Content,
  contentOf,
  isAlive,
  isAnswered,
  type Json,
  msOf,
  nodeOf,
  observeRow,
  type RowState,
  writeAgain,
} from './core/index.ts';
export { type Cloud, SyncStopped } from './hub/call-cloud.ts';
export { type ExchangeDependencies, greet, pull, push } from './hub/exchange.ts';
export { fillNewColumns, harvestRows } from './rows/harvest-rows.ts';
export { type HubReach, isForHub } from './rows/judge-hub.ts';
export type { LostEdits } from './rows/keep-conflicts.ts';
export { type KeptRow, keyOf, type RowKey } from './rows/kept-row.ts';
export { type Owner, ownerKey } from './rows/owner-of-row.ts';
export type { ChangedRow, NumberedRow, RowStore, Unwritten } from './rows/row-store.ts';
export {
  noUid,
  pairField,
  pairTables,
  type TravellingTable,
  travellingTable,
  travellingTables,
} from './rows/travelling-tables.ts';
export type { WireRow } from './rows/wire-row.ts';
export { readTold, renewIfSetBack, type Told } from './told-beside.ts';
