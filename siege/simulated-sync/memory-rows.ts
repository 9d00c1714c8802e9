import {
  contentOf,
  type HubReach,
  isAlive,
  isAnswered,
  isForHub,
  type KeptRow,
  keyOf,
  type LostEdits,
  type NumberedRow,
  nodeOf,
  noUid,
  ownerKey,
  type RowStore,
  type TravellingTable,
  travellingTables,
  type Unwritten,
} from '@sillage/server/sync/testing';
import {
  childrenOf,
  copyOfProgram,
  deleteLine,
  emptyProgram,
  findTwin,
  linesOf,
  type ProgramRows,
  renameLine,
  tableNamed,
  writeLine,
} from './program-rows.ts';

/** A conflict as it is kept: `settled` once somebody chose, or an edit of who saw the answer followed. */
export interface KeptConflict {
  readonly table: string;
  readonly uid: string;
  readonly otherUid: string;
  readonly loss: LostEdits['losses'][number];
  readonly settled: 'kept' | 'restored' | 'later' | null;
}

/** All that a server has on its disk. */
export interface Disk {
  readonly program: ProgramRows;
  readonly rows: Map<string, NumberedRow>;
  readonly marks: Map<string, unknown>;
  readonly conflicts: Map<string, KeptConflict>;
  readonly refused: Map<string, string>;
}

export const emptyDisk = (node: string): Disk => ({
  program: emptyProgram(),
  rows: new Map(),
  marks: new Map<string, unknown>([['node', node]]),
  conflicts: new Map(),
  refused: new Map(),
});

export const copyOf = ({ program, rows, marks, conflicts, refused }: Disk): Disk => ({
  program: copyOfProgram(program),
  rows: new Map(rows),
  marks: new Map(marks),
  conflicts: new Map(conflicts),
  refused: new Map(refused),
});

export const rowKey = ({ table, uid, otherUid }: Pick<KeptRow, 'table' | 'uid' | 'otherUid'>): string =>
  `${table} ${keyOf({ uid, otherUid })}`;

export interface Circumstances {
  readonly nowMs: number;
  /** Records whose original is only here. */
  readonly isOnlyHere: (uid: string) => boolean;
  /** Columns that the program of this version has not. */
  readonly lacks: (table: string, column: string) => boolean;
}

/** The rows of a simulated server, as those of a database: `disk` is a copy that becomes the server's when all went well. */
export function memoryRows(disk: Disk, { nowMs, isOnlyHere, lacks }: Circumstances): RowStore {
  const { program, rows, marks, conflicts, refused } = disk;
  const inOrder = () => [...rows.values()].sort((a, b) => a.seq - b.seq);
  const save = (given: readonly KeptRow[]) => {
    for (const row of given) {
      const seq = Number(marks.get('head') ?? 0) + 1;
      marks.set('head', seq);
      rows.set(rowKey(row), { ...row, seq });
      refused.delete(rowKey(row));
    }
  };
  return {
    readMark: async (key) => marks.get(key),
    async writeMark(key, value) {
      marks.set(key, value);
    },
    readPosition: async () => String(program.log.length),
    async *readChanges(since) {
      const from = typeof since === 'string' ? Number(since) : 0;
      for (const { table, key, changedMs } of program.log.slice(from))
        yield { table, ...key, changedMs, editedBy: null };
    },
    readColumns: async () =>
      Object.fromEntries(
        travellingTables.map(({ name, columns }) => [
          name,
          columns.map((column) => column.name).filter((column) => !lacks(name, column)),
        ]),
      ),
    async rowsWith(table, fields, since, most) {
      const found = inOrder().filter((row) => row.table === table && row.seq > since);
      return found.filter(({ state }) => fields.some((field) => field in state.fields)).slice(0, most);
    },
    editorsById: async () => new Map(),
    readReplayed: async () => new Set(),
    async readContents({ name }, keys) {
      const lines = linesOf(program, name);
      return new Map(
        keys.flatMap((key) => {
          const line = lines.get(keyOf(key));
          if (line === undefined) return [];
          const shown = Object.entries(line.content).filter(([column]) => !lacks(name, column));
          return [[keyOf(key), Object.fromEntries(shown)] as const];
        }),
      );
    },
    async loadRows(table, keys) {
      const found = keys.flatMap(({ uid, otherUid }) => rows.get(rowKey({ table, uid, otherUid })) ?? []);
      return new Map(found.map((row) => [keyOf(row), row]));
    },
    async saveRows(given) {
      save(given);
    },
    async rowsForHub({ node, reach }, since, most) {
      return inOrder()
        .filter((row) => isToldToHub(row, node, reach) && row.seq > since)
        .slice(0, most);
    },
    async rowsForCloud(cloudNode, since, most) {
      return inOrder()
        .filter((row) => row.seq > since && row.fromNode !== cloudNode)
        .slice(0, most);
    },
    async heldRows({ name }, since, most) {
      const held = inOrder().filter((row) => row.table === name && (row.held !== null || row.heldFields.length > 0));
      return held.filter(({ seq }) => seq > since).slice(0, most);
    },
    async writeRows(table, given) {
      return writeKept(disk, table, given, { nowMs, lacks });
    },
    async clientsOf(owners) {
      const found = owners.flatMap((owner): (readonly [string, string])[] => {
        if (owner.table === 'clients') return [[ownerKey(owner), owner.uid]];
        const clientUid = rows.get(rowKey({ ...owner, otherUid: noUid }))?.clientUid ?? null;
        return clientUid === null ? [] : [[ownerKey(owner), clientUid]];
      });
      return new Map(found);
    },
    async keepConflicts(lost) {
      for (const { row, losses } of lost) {
        for (const loss of losses) {
          const key = [rowKey(row), loss.field, loss.kept.at, loss.lost.at].join(' ');
          const { table, uid, otherUid } = row;
          if (!conflicts.has(key)) conflicts.set(key, { table, uid, otherUid, loss, settled: null });
        }
      }
    },
    async closeConflicts(given) {
      for (const row of given) closeConflictsOf(disk, row);
    },
    async sparedUids(names) {
      const spared = [...conflicts.values()].filter(
        ({ table, loss, settled }) =>
          ['clients', 'records'].includes(table) &&
          loss.field === null &&
          loss.lost.isGone &&
          !names.has(nodeOf(loss.lost.at)) &&
          settled !== 'restored',
      );
      return new Map(
        [...Map.groupBy(spared, ({ uid }) => uid)].map(([uid, all]) => {
          const chosenMs = all.some(({ settled }) => settled === null) ? null : nowMs;
          const deletedAt = all.map(({ loss }) => loss.lost.at).sort();
          return [uid, { chosenMs, deletedAt: deletedAt.at(-1) ?? '' }];
        }),
      );
    },
    onlyHere: async (uids) => new Set(uids.filter((uid) => linesOf(program, 'records').has(uid) && isOnlyHere(uid))),
    async sessionsOf(pairs) {
      const uids = new Set(pairs.map(({ uid }) => uid));
      const lines = [...linesOf(program, 'seance_records').values()].filter(({ uid }) => uids.has(uid));
      return lines.flatMap(({ uid, otherUid }) => rows.get(rowKey({ table: 'seance_records', uid, otherUid })) ?? []);
    },
    async takeOutOfSession({ uid }) {
      for (const line of [...linesOf(program, 'seance_records').values()]) {
        if (line.uid === uid) deleteLine(program, 'seance_records', line, nowMs);
      }
    },
    async childrenOf(table, uids) {
      return uids.flatMap((parentUid) =>
        childrenOf(program, table, parentUid).map((child) => ({ ...child, parentUid })),
      );
    },
    async findSame(table, row) {
      const content = contentOf(row.state);
      return content && findTwin(program, table, { uid: row.uid, otherUid: row.otherUid, content })?.uid;
    },
    async renumberSelection(uid) {
      const line = linesOf(program, 'selections').get(uid);
      if (line === undefined) return;
      const nums = [...linesOf(program, 'selections').values()]
        .filter(({ content }) => content.record_id === line.content.record_id)
        .map(({ content }) => Number(content.num));
      const content = { ...line.content, num: 1 + Math.max(...nums) };
      writeLine(program, tableNamed('selections'), { ...line, content }, nowMs);
    },
    async renameRow(table, from, to) {
      rows.delete(rowKey({ table, uid: from, otherUid: noUid }));
      refused.delete(rowKey({ table, uid: from, otherUid: noUid }));
      renameLine(program, table, from, to, nowMs);
    },
    async rowsNaming(uid) {
      return inOrder().filter(
        ({ state, clientUid, uid: own, otherUid }) =>
          clientUid === uid ||
          (otherUid !== noUid && (own === uid || otherUid === uid)) ||
          Object.values(state.fields).some(({ value }) => value === uid),
      );
    },
    async forgetRow(row) {
      rows.delete(rowKey(row));
      refused.delete(rowKey(row));
    },
    whyRefused: async (row) => refused.get(rowKey(row)) ?? null,
    async noteRefused(given) {
      for (const row of given) if (rows.has(rowKey(row))) refused.set(rowKey(row), row.reason);
    },
    async forgetTold() {
      for (const [key, row] of rows) rows.set(key, { ...row, fromNode: null });
    },
    follow: async () => {},
  };
}

const isToldToHub = (row: NumberedRow, node: string | null, reach: HubReach): boolean =>
  row.held !== 'clash' && row.held !== 'unfit' && (node === null || row.fromNode !== node) && isForHub(reach, row);

function closeConflictsOf({ conflicts }: Disk, row: KeptRow): void {
  for (const [key, conflict] of conflicts) {
    if (conflict.settled !== null || rowKey(conflict) !== rowKey(row)) continue;
    const { field, kept, lost } = conflict.loss;
    if (isAnswered({ field, keptAt: kept.at, lostAt: lost.at }, row.state))
      conflicts.set(key, { ...conflict, settled: 'later' });
  }
}

function writeKept(
  { program, rows }: Disk,
  table: TravellingTable,
  given: readonly KeptRow[],
  { nowMs, lacks }: Pick<Circumstances, 'nowMs' | 'lacks'>,
): Unwritten {
  for (const row of given) if (!isAlive(row.state)) deleteLine(program, table.name, row, nowMs);
  let left = given.filter((row) => isAlive(row.state));
  const alive = left;
  for (let before = left.length + 1; left.length > 0 && left.length < before; ) {
    before = left.length;
    left = left.filter((row) => {
      const shown = Object.entries(contentOf(row.state) ?? {}).filter(([column]) => !lacks(table.name, column));
      return writeLine(program, table, { ...row, content: Object.fromEntries(shown) }, nowMs) === 'clash';
    });
  }
  const clashes = table.pair ? [] : left;
  for (const row of alive) {
    const kept = rows.get(rowKey(row));
    if (kept === undefined) continue;
    const line = linesOf(program, table.name).get(keyOf(row));
    const held = clashes.includes(row) ? 'clash' : line === undefined ? 'reference' : null;
    const heldFields = table.columns
      .filter(({ name, refersTo, notNull }) => refersTo && !notNull && line?.content[name] === null)
      .map(({ name }) => name)
      .filter((name) => (row.state.fields[name]?.value ?? null) !== null);
    rows.set(rowKey(row), { ...kept, held, heldFields: line === undefined ? [] : heldFields });
  }
  return { clashes, unfit: [] };
}

/** Tables by name, for those who look at all. */
export const tableNames: readonly string[] = travellingTables.map(({ name }) => name);
