import type { Queryable } from '../../platform/database/index.ts';
import { readPosition } from '../../platform/rows-by-uid/index.ts';
import { noteMissingOriginals } from '../files/note-missing.ts';
import { childrenOf } from './children-of.ts';
import { editorsById } from './editors.ts';
import { closeConflicts, keepConflicts } from './keep-conflicts.ts';
import {
  forgetRow,
  forgetTold,
  heldRows,
  loadRows,
  noteRefused,
  rowsNaming,
  rowsWith,
  saveRows,
  whyRefused,
} from './keep-states.ts';
import { clientsOfOwners } from './owner-of-row.ts';
import { readContents } from './read-contents.ts';
import { devicesOfReplays, readLog } from './read-log.ts';
import type { RowStore } from './row-store.ts';
import { findSame, renameRow, renumberSelection } from './same-row.ts';
import { sessionsOfRecords, takeOutOfSession } from './sessions-of-records.ts';
import { onlyHere, sparedUids } from './spared.ts';
import { sqlMarks } from './sql-marks.ts';
import { tellOfRecords } from './tell-of-records.ts';
import { tellRooms } from './tell-rooms.ts';
import { rowsForCloud, rowsForHub } from './told-rows.ts';
import { travellingTables } from './travelling-tables.ts';
import { uidsOfRecords, type WireRow } from './wire-row.ts';
import { type Savepoints, writeRows } from './write-rows.ts';

const columnsThatTravel = Object.fromEntries(
  travellingTables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
);

/** The rows of the database, in one `repeatable read` transaction. */
export function sqlRows(tx: Savepoints): RowStore {
  return {
    ...sqlMarks(tx),
    readPosition: () => readPosition(tx),
    readChanges: (since) => readLog(tx, since),
    readColumns: async () => columnsThatTravel,
    rowsWith: (table, fields, since, most) => rowsWith(tx, table, fields, since, most),
    editorsById: (ids) => editorsById(tx, ids),
    readReplayed: () => devicesOfReplays(tx),
    readContents: (table, keys) => readContents(tx, table, keys),
    loadRows: (table, keys) => loadRows(tx, table, keys),
    saveRows: (rows) => saveRows(tx, rows),
    rowsForHub: (hub, since, most) => rowsForHub(tx, hub, since, most),
    rowsForCloud: (cloudNode, since, most) => rowsForCloud(tx, cloudNode, since, most),
    heldRows: ({ name }, since, most) => heldRows(tx, name, since, most),
    writeRows: (table, rows) => writeRows(tx, table, rows),
    clientsOf: (owners) => clientsOfOwners(tx, owners),
    keepConflicts: (lost) => keepConflicts(tx, lost),
    closeConflicts: (rows) => closeConflicts(tx, rows),
    sparedUids: (names) => sparedUids(tx, names),
    onlyHere: (uids) => onlyHere(tx, uids),
    sessionsOf: (pairs) => sessionsOfRecords(tx, pairs),
    takeOutOfSession: (record) => takeOutOfSession(tx, record),
    childrenOf: (table, uids) => childrenOf(tx, table, uids),
    findSame: (table, row) => findSame(tx, table, row),
    renumberSelection: (uid) => renumberSelection(tx, uid),
    renameRow: (table, from, to) => renameRow(tx, table, from, to),
    rowsNaming: (uid) => rowsNaming(tx, uid),
    forgetRow: (row) => forgetRow(tx, row),
    whyRefused: (row) => whyRefused(tx, row),
    noteRefused: (refused) => noteRefused(tx, refused),
    forgetTold: () => forgetTold(tx),
    follow: (rows) => follow(tx, rows),
  };
}

/** Records that came as rows say that their originals are not here; who holds devices and rights in memory, or works with records, hears. */
async function follow(tx: Queryable, rows: readonly WireRow[]): Promise<void> {
  await tellRooms(tx, rows);
  await noteMissingOriginals(tx, uidsOfRecords(rows));
  await tellOfRecords(tx, rows);
}
