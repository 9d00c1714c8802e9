import type { DiskRoom } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import { type DiskLedger, openDiskLedger } from './open-disk-ledger.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

/** A ledger of a disk whose room the test decides; 1 TB free unless said. Measured at each request. */
export async function openTestDisk(given: Partial<DiskRoom> = {}, log: Log = silent) {
  const room = { totalBytes: 1e12, freeBytes: 1e12, ...given };
  let nowMs = 0;
  const measure = async () => ({ ...room });
  const disk: DiskLedger = await openDiskLedger({ measure, monotonicMs: () => (nowMs += 1000), log }, { everyMs: 1e9 });
  return { disk, room };
}
