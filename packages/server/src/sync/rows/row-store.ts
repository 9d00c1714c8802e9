import type { Content } from '../core/index.ts';
import type { Editor } from './editors.ts';
import type { HubReach } from './judge-hub.ts';
import type { LostEdits } from './keep-conflicts.ts';
import type { KeptRow, RowKey } from './kept-row.ts';
import type { Owner } from './owner-of-row.ts';
import type { Spared } from './spared.ts';
import type { TravellingTable } from './travelling-tables.ts';
import type { WireRow } from './wire-row.ts';

/** What a server keeps of its exchanges, by key, as JSON. */
export interface Marks {
  readMark(key: string): Promise<unknown>;
  writeMark(key: string, value: unknown): Promise<void>;
}

/** A row that was changed in the program; ms since 1970. */
export interface ChangedRow extends RowKey {
  readonly table: string;
  readonly changedMs: number;
  /** Local id of the person; null: nobody in particular. */
  readonly editedBy: number | null;
}

/** Rows that could not be written. */
export interface Unwritten {
  /** Another row has their name or number. */
  readonly clashes: readonly KeptRow[];
  /** The database does not take their values: another version of the program wrote them, or no program did. */
  readonly unfit: readonly KeptRow[];
}

/** A row with the number of its last change on this server. */
export type NumberedRow = KeptRow & { readonly seq: number };

/**
 * The rows of the program, and what is kept of each, in one transaction: those of the database, or of a simulated server.
 * All of it counts together, or none of it.
 */
export interface RowStore extends Marks {
  /** How far the log of changes goes. */
  readPosition(): Promise<string>;
  /** What was changed since; all that is known when nobody can tell any more. */
  readChanges(since: unknown): AsyncIterable<ChangedRow>;
  /** The columns of the program that travel, by table; an older version has fewer. */
  readColumns(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** In the order of their numbers, what is kept of rows of a table that have one of these fields. */
  rowsWith(table: string, fields: readonly string[], since: number, most: number): Promise<readonly NumberedRow[]>;
  /** People as others read them, by their local ids. */
  editorsById(ids: readonly number[]): Promise<ReadonlyMap<number, Editor>>;
  /** Virtual devices of replays, which no other server hears of. */
  readReplayed(): Promise<ReadonlySet<string>>;
  /** Rows of the program as they travel, by their keys. */
  readContents(table: TravellingTable, keys: readonly RowKey[]): Promise<ReadonlyMap<string, Content>>;
  loadRows(table: string, keys: readonly RowKey[]): Promise<ReadonlyMap<string, KeptRow>>;
  /** Each counts as changed, and is told to others. */
  saveRows(rows: readonly KeptRow[]): Promise<void>;
  /** In the order of their numbers, what a hub is told of its clients and of all; not what it said itself. */
  rowsForHub(
    hub: { readonly node: string | null; readonly reach: HubReach },
    since: number,
    most: number,
  ): Promise<readonly NumberedRow[]>;
  /** In the order of their numbers, what the cloud was not told and did not say itself. */
  rowsForCloud(cloudNode: string, since: number, most: number): Promise<readonly NumberedRow[]>;
  /** In the order of their numbers, rows of a table that are not here as they are known, wholly or in part. */
  heldRows(table: TravellingTable, since: number, most: number): Promise<readonly NumberedRow[]>;
  /** Makes rows of the program what they are known to be, as far as that can be, and notes which are held. */
  writeRows(table: TravellingTable, rows: readonly KeptRow[]): Promise<Unwritten>;
  /** The clients of owners, by `table uid`. */
  clientsOf(owners: readonly Owner[]): Promise<ReadonlyMap<string, string>>;
  keepConflicts(lost: readonly LostEdits[]): Promise<void>;
  /** Closes what was asked of rows that somebody who saw the answer in force has edited since. */
  closeConflicts(rows: readonly KeptRow[]): Promise<void>;
  /** Clients and records whose deletion by others than this server was not agreed to here, by their uids. */
  sparedUids(names: ReadonlySet<string>): Promise<ReadonlyMap<string, Spared>>;
  /** Of these records those that are being received, or whose original nobody else is known to have. */
  onlyHere(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The sessions that the records of these pairs are part of now. */
  sessionsOf(pairs: readonly KeptRow[]): Promise<readonly KeptRow[]>;
  takeOutOfSession(record: RowKey): Promise<void>;
  /** The row of the program with the same name or number as this one. */
  findSame(table: TravellingTable, row: KeptRow): Promise<string | undefined>;
  /** Rows of the program that cannot be without one of these, and go with it. */
  childrenOf(
    table: string,
    uids: readonly string[],
  ): Promise<readonly (RowKey & { readonly table: string; readonly parentUid: string })[]>;
  /** Gives a selection the next free number of its record. */
  renumberSelection(uid: string): Promise<void>;
  /** Gives a row of the program another uid; what was kept of it by its former one is gone. */
  renameRow(table: string, from: string, to: string): Promise<void>;
  /** What is kept of rows that bear or name this uid. */
  rowsNaming(uid: string): Promise<readonly KeptRow[]>;
  forgetRow(row: KeptRow): Promise<void>;
  /** Why the cloud did not take the row, as it was told last; null: it did, or was not told. */
  whyRefused(row: RowKey & { readonly table: string }): Promise<string | null>;
  noteRefused(refused: readonly (RowKey & { readonly table: string; readonly reason: string })[]): Promise<void>;
  /** The cloud is another one, or one of both was set back: whatever was told or confirmed may not be known there. */
  forgetTold(): Promise<void>;
  /** What follows from rows that came: who holds them in memory reads them again. */
  follow(rows: readonly WireRow[]): Promise<void>;
}
