export {
  type DiskPurpose,
  type DiskState,
  diskPurposes,
  type Thresholds,
  thresholdsOf,
} from './judge-room.ts';
export {
  type DiskLedger,
  type DiskReport,
  type LedgerDependencies,
  openDiskLedger,
  type Reservation,
} from './open-disk-ledger.ts';
export { keepTemporarySwept } from './sweep-temporary.ts';
export { DiskFull, refusalOfFullDisk, takeRoom } from './take-room.ts';
