import {
  areEqual,
  type Content,
  type Json,
  keyOf,
  pairField,
  pairTables,
  type RowKey,
  type TravellingTable,
  travellingTable,
  travellingTables,
} from '@sillage/server/sync/testing';

/** A row of a simulated program; references are uids. */
export type Line = RowKey & { readonly content: Content };

/** What a database does with rows of the program: keys, references, uniqueness, deletions that take others along, a log. */
export interface ProgramRows {
  readonly tables: ReadonlyMap<string, Map<string, Line>>;
  readonly log: { readonly table: string; readonly key: RowKey; readonly changedMs: number }[];
}

export const emptyProgram = (): ProgramRows => ({
  tables: new Map(travellingTables.map(({ name }) => [name, new Map()])),
  log: [],
});

export const copyOfProgram = ({ tables, log }: ProgramRows): ProgramRows => ({
  tables: new Map([...tables].map(([name, rows]) => [name, new Map(rows)])),
  log: [...log],
});

export function linesOf(program: ProgramRows, table: string): Map<string, Line> {
  const lines = program.tables.get(table);
  if (lines === undefined) throw new Error(`no table ${table}`);
  return lines;
}

/** Another row that has the same name or number. */
export function findTwin(
  program: ProgramRows,
  table: TravellingTable,
  { uid, otherUid, content }: Line,
): Line | undefined {
  const { natural, name } = table;
  if (natural.length === 0) return undefined;
  if (name === 'seance_records') {
    return [...linesOf(program, name).values()].find((line) => line.uid === uid && line.otherUid !== otherUid);
  }
  // As in a database, nulls are never the same.
  if (natural.some((column) => (content[column] ?? null) === null)) return undefined;
  return [...linesOf(program, name).values()].find(
    (line) =>
      line.uid !== uid && natural.every((column) => areEqual(line.content[column] ?? null, content[column] ?? null)),
  );
}

export type Written = 'written' | 'clash' | 'reference';

/** Writes a row as an upsert does: a row that needs one that is not there is not written, other references to such are null. */
export function writeLine(program: ProgramRows, table: TravellingTable, given: Line, nowMs: number): Written {
  const lines = linesOf(program, table.name);
  if (table.pair) {
    const [one, other] = pairTables(table);
    const isThere = linesOf(program, one ?? '').has(given.uid) && linesOf(program, other ?? '').has(given.otherUid);
    if (!isThere || findTwin(program, table, given)) return isThere ? 'clash' : 'reference';
    return put(program, table.name, { ...given, content: { [pairField]: true } }, nowMs);
  }
  const unset = Object.fromEntries(table.columns.map(({ name }) => [name, null]));
  const content: Record<string, Json> = { ...unset, ...lines.get(keyOf(given))?.content };
  for (const { name, refersTo, notNull } of table.columns) {
    if (!(name in given.content)) continue;
    const value = given.content[name] ?? null;
    const isMissing = refersTo !== undefined && value !== null && !linesOf(program, refersTo).has(String(value));
    if (refersTo !== undefined && notNull && (isMissing || value === null)) return 'reference';
    content[name] = isMissing ? null : value;
  }
  const line = { ...given, content };
  if (findTwin(program, table, line)) return 'clash';
  return put(program, table.name, line, nowMs);
}

function put(program: ProgramRows, table: string, line: Line, nowMs: number): Written {
  const lines = linesOf(program, table);
  const before = lines.get(keyOf(line));
  if (before && areEqual({ ...before.content }, { ...line.content })) return 'written';
  lines.set(keyOf(line), line);
  note(program, table, line, nowMs);
  return 'written';
}

function note({ log }: ProgramRows, table: string, { uid, otherUid }: RowKey, changedMs: number): void {
  log.push({ table, key: { uid, otherUid }, changedMs });
}

/** Deletes a row, and all that cannot be without it; what could be names nothing. */
export function deleteLine(program: ProgramRows, table: string, key: RowKey, nowMs: number): void {
  if (!linesOf(program, table).delete(keyOf(key))) return;
  note(program, table, key, nowMs);
  for (const child of childrenOf(program, table, key.uid)) deleteLine(program, child.table, child, nowMs);
  for (const other of travellingTables) {
    for (const line of [...linesOf(program, other.name).values()]) {
      const naming = other.columns.filter(({ name, refersTo }) => refersTo === table && line.content[name] === key.uid);
      if (naming.length === 0) continue;
      const content = { ...line.content, ...Object.fromEntries(naming.map(({ name }) => [name, null])) };
      put(program, other.name, { ...line, content }, nowMs);
    }
  }
}

/** Rows that cannot be without this one. */
export function childrenOf(program: ProgramRows, table: string, uid: string): (RowKey & { readonly table: string })[] {
  return travellingTables.flatMap((child) => {
    const [one, other] = pairTables(child);
    const needs = child.columns.filter(({ refersTo, notNull }) => refersTo === table && notNull);
    return [...linesOf(program, child.name).values()]
      .filter(
        (line) =>
          (one === table && line.uid === uid) ||
          (other === table && line.otherUid === uid) ||
          needs.some(({ name }) => line.content[name] === uid),
      )
      .map((line) => ({ table: child.name, uid: line.uid, otherUid: line.otherUid }));
  });
}

/** Gives a row another uid, also where it is named. */
export function renameLine(program: ProgramRows, table: string, from: string, to: string, nowMs: number): void {
  const swapped = (uid: string) => (uid === from ? to : uid);
  for (const other of travellingTables) {
    const [one, two] = other.pair ? pairTables(other) : [];
    for (const line of [...linesOf(program, other.name).values()]) {
      const uid = other.name === table || one === table ? swapped(line.uid) : line.uid;
      const otherUid = two === table ? swapped(line.otherUid) : line.otherUid;
      const named = other.columns.filter(({ name, refersTo }) => refersTo === table && line.content[name] === from);
      if (uid === line.uid && otherUid === line.otherUid && named.length === 0) continue;
      linesOf(program, other.name).delete(keyOf(line));
      note(program, other.name, line, nowMs);
      const content = { ...line.content, ...Object.fromEntries(named.map(({ name }) => [name, to])) };
      put(program, other.name, { uid, otherUid, content }, nowMs);
    }
  }
}

/** The named table; a mistake of the simulation otherwise. */
export function tableNamed(name: string): TravellingTable {
  const table = travellingTable(name);
  if (table === undefined) throw new Error(`no table ${name} travels`);
  return table;
}
