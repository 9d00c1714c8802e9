import { refuse } from '@sillage/contract';
import type { RowStore } from '@sillage/server/sync/testing';
import { fillNewColumns, renewIfSetBack, SyncStopped, type Told } from '@sillage/server/sync/testing';
import { copyOf, type Disk, emptyDisk, memoryRows } from './memory-rows.ts';

/** A column of which programs of the older version know nothing. */
const newColumn = { table: 'records', column: 'comment' };

/** A server of the simulation: its disk, its clock, its version. */
export class SimulatedServer {
  readonly name: string;
  disk: Disk;
  /** ms that its clock is ahead of the true time. */
  wrongMs = 0;
  isFull = false;
  isOlder = false;
  /** Beside its disk: no backup brings it back. */
  told: Told | undefined;
  readonly #randomUuid: () => string;
  readonly #trueMs: () => number;
  readonly #isOnlyHere: (uid: string) => boolean;

  constructor(name: string, trueMs: () => number, isOnlyHere: (uid: string) => boolean, randomUuid: () => string) {
    this.name = name;
    this.disk = emptyDisk(randomUuid());
    this.#randomUuid = randomUuid;
    this.#trueMs = trueMs;
    this.#isOnlyHere = isOnlyHere;
  }

  /** Whether its program is of a version that knows nothing of a column. */
  lacks(table: string, column: string): boolean {
    return this.isOlder && table === newColumn.table && column === newColumn.column;
  }

  /** The program is started: columns that it gained are filled before anybody can write. */
  async start(): Promise<void> {
    this.isFull = false;
    const setBackTo = await this.inTurn((store) => renewIfSetBack(store, this.told, this.#randomUuid));
    if (setBackTo !== undefined) this.told = setBackTo;
    const node = String(this.disk.marks.get('node'));
    await this.inTurn((store) => fillNewColumns(store, { node, nowMs: this.nowMs(), offsetMs: 0 }));
  }

  nowMs(): number {
    return this.#trueMs() + this.wrongMs;
  }

  /** A transaction: all of it counts, or nothing. */
  async inTurn<T>(work: (store: RowStore) => Promise<T>): Promise<T> {
    const disk = copyOf(this.disk);
    const answer = await work(
      memoryRows(disk, {
        nowMs: this.nowMs(),
        isOnlyHere: this.#isOnlyHere,
        lacks: (table, column) => this.lacks(table, column),
      }),
    );
    if (this.isFull) throw new SyncStopped(refuse('sync.endedEarly'));
    this.disk = disk;
    return answer;
  }
}
