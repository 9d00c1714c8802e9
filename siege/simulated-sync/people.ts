import { isAlive, type Json, msOf, noUid, pairTables, type RowKey } from '@sillage/server/sync/testing';
import type { Chance } from '../seeded-random.ts';
import { rowKey } from './memory-rows.ts';
import { deleteLine, type Line, linesOf, type ProgramRows, tableNamed, writeLine } from './program-rows.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** `client#number`: what somebody wrote once, so that it is found again wherever it came to. */
const tokenPattern = /^c\d+#\d+$/;
export const isToken = (value: unknown): value is string => typeof value === 'string' && tokenPattern.test(value);
export const clientOfToken = (token: string): string => token.slice(0, token.indexOf('#'));

/** Everything that people wrote, and what became of it knowingly. */
export interface Written {
  /** Token → the server on which it was written, and how many tokens there were before it. */
  readonly tokens: Map<string, string>;
  /** Somebody who saw it wrote another one, or deleted it. */
  readonly displaced: Set<string>;
}

export interface People {
  readonly chance: Chance;
  readonly written: Written;
  readonly randomUuid: () => string;
  /** Name of a client by its uid. */
  readonly clients: ReadonlyMap<string, string>;
}

/** What the program shows of what people wrote. */
export function shownTokens({ tables }: ProgramRows): Set<string> {
  const shown = new Set<string>();
  for (const lines of tables.values()) {
    for (const { content } of lines.values())
      for (const value of Object.values(content)) if (isToken(value)) shown.add(value);
  }
  return shown;
}

/** Texts that people write; the first one of a table is edited most. */
const texts: Readonly<Record<string, string>> = {
  groups: 'name',
  users: 'firstname',
  records: 'comment',
  selections: 'comment',
};
const editable = ['groups', 'users', 'records', 'selections'] as const;
const deletable = [
  'groups',
  'users',
  'records',
  'selections',
  'group_members',
  'record_users',
  'seance_records',
] as const;

/** Somebody does something on a server: adds, edits, joins, deletes. */
export function actOn(server: SimulatedServer, people: People): void {
  const { chance, written } = people;
  const { program, rows } = server.disk;
  const before = shownTokens(program);
  const keysBefore = rowKeys(program);
  const count = written.tokens.size;
  const dice = chance.next();
  if (dice < 0.3) addRow(server, people);
  else if (dice < 0.75) editRow(server, people);
  else if (dice < 0.83) joinRows(server, people);
  else if (dice < 0.9) joinAgain(server, people);
  else deleteRow(server, people);
  const after = shownTokens(program);
  for (const token of before) if (!after.has(token)) written.displaced.add(token);
  // Who deletes a row also deletes what a server of an older version keeps of it and does not show.
  const keysAfter = rowKeys(program);
  for (const key of [...keysBefore].filter((one) => !keysAfter.has(one))) {
    for (const { value } of Object.values(rows.get(key)?.state.fields ?? {})) {
      if (isToken(value)) written.displaced.add(value);
    }
  }
  // What the database refused is told to the person at once, and was never written.
  for (const token of [...written.tokens.keys()].slice(count)) if (!after.has(token)) written.tokens.set(token, '');
}

const rowKeys = ({ tables }: ProgramRows): Set<string> =>
  new Set([...tables].flatMap(([table, lines]) => [...lines.values()].map((line) => rowKey({ table, ...line }))));

const anyOf = <T>(chance: Chance, of: readonly T[]): T | undefined => of[chance.whole(0, Math.max(0, of.length - 1))];
const linesAt = ({ disk }: SimulatedServer, table: string): Line[] => [...linesOf(disk.program, table).values()];

function newToken({ written }: People, server: SimulatedServer, client: string): string {
  const token = `${client}#${written.tokens.size}`;
  written.tokens.set(token, server.name);
  return token;
}

function write(server: SimulatedServer, table: string, line: Line): void {
  const shown = Object.entries(line.content).filter(([column]) => !server.lacks(table, column));
  writeLine(server.disk.program, tableNamed(table), { ...line, content: Object.fromEntries(shown) }, server.nowMs());
}

const key = (uid: string): RowKey => ({ uid, otherUid: noUid });

function addRow(server: SimulatedServer, people: People): void {
  const { chance, clients, randomUuid } = people;
  const client = anyOf(chance, linesAt(server, 'clients'));
  const name = client && clients.get(client.uid);
  if (client === undefined || name === undefined) return;
  const token = newToken(people, server, name);
  const add = (table: string, content: Record<string, Json>) =>
    write(server, table, { ...key(randomUuid()), content: { client_id: client.uid, ...content } });
  const kind = chance.whole(0, 3);
  // Now and then two servers have a group or a person of one name.
  const isCommon = chance.next() < 0.3;
  if (kind === 0) add('groups', { name: isCommon ? `crew ${chance.whole(1, 2)}` : token });
  else if (kind === 1) {
    const mail = isCommon ? `${name}.${chance.whole(1, 2)}@x.test` : `${token}@x.test`;
    add('users', { mail, firstname: token, roles: ['Athlete'], active: true, password_hash: null });
  } else if (kind === 2) {
    add('records', {
      source: isCommon ? 'seance' : 'device',
      comment: token,
      basename: token,
      device_id: null,
      group_id: null,
    });
  } else {
    const record = anyOf(
      chance,
      linesAt(server, 'records').filter(({ content }) => content.client_id === client.uid),
    );
    if (record === undefined) return;
    const nums = linesAt(server, 'selections').filter(({ content }) => content.record_id === record.uid);
    const num = 1 + Math.max(0, ...nums.map(({ content }) => Number(content.num)));
    write(server, 'selections', {
      ...key(randomUuid()),
      content: { record_id: record.uid, num, comment: token },
    });
  }
}

/** Name of the client whose a row is. */
export function clientOfLine(
  program: ProgramRows,
  { content }: Line,
  clients: ReadonlyMap<string, string>,
): string | undefined {
  const of = content.client_id ?? linesOf(program, 'records').get(String(content.record_id))?.content.client_id;
  return clients.get(String(of));
}

function editRow(server: SimulatedServer, people: People): void {
  const { chance, clients } = people;
  const table = chance.pick(editable);
  const line = anyOf(chance, linesAt(server, table));
  const name = line && clientOfLine(server.disk.program, line, clients);
  if (line === undefined || name === undefined) return;
  const text = texts[table] ?? '';
  if (server.isOlder && table === 'records') return;
  const set: Record<string, Json> = { [text]: newToken(people, server, name) };
  if (table === 'records' && chance.next() < 0.3) {
    set.group_id =
      anyOf(
        chance,
        linesAt(server, 'groups').filter(({ content }) => content.client_id === line.content.client_id),
      )?.uid ?? null;
  }
  write(server, table, { ...line, content: { ...line.content, ...set } });
}

type JoinKind = readonly [table: string, first: string, second: string];

function joinRows(server: SimulatedServer, people: People): void {
  const { chance } = people;
  const joins: readonly [JoinKind, ...JoinKind[]] = [
    ['group_members', 'groups', 'users'],
    ['record_users', 'records', 'users'],
    ['seance_records', 'records', 'records'],
  ];
  const [table, one, other] = chance.pick(joins);
  const first = anyOf(chance, linesAt(server, one));
  const isSession = ({ content }: Line) => content.source === 'seance';
  const second = anyOf(
    chance,
    linesAt(server, other).filter(
      (line) =>
        line.content.client_id === first?.content.client_id && line !== first && (one !== other || isSession(line)),
    ),
  );
  if (first === undefined || second === undefined || (one === other && isSession(first))) return;
  write(server, table, { uid: first.uid, otherUid: second.uid, content: {} });
}

/** What was taken apart is put together again; first what a clock that was ahead took apart. */
function joinAgain(server: SimulatedServer, { chance }: People): void {
  const { rows, program } = server.disk;
  const apart = [...rows.values()].filter(({ table, uid, otherUid, state }) => {
    if (otherUid === noUid || isAlive(state)) return false;
    const [one = '', other = ''] = pairTables(tableNamed(table));
    return linesOf(program, one).has(uid) && linesOf(program, other).has(otherUid);
  });
  const ahead = apart.filter(({ state }) => msOf(state.deleted?.at ?? '') > server.nowMs());
  const again = anyOf(chance, ahead.length > 0 ? ahead : apart);
  if (again) write(server, again.table, { uid: again.uid, otherUid: again.otherUid, content: {} });
}

function deleteRow(server: SimulatedServer, { chance }: People): void {
  const table = chance.pick(deletable);
  const line = anyOf(chance, linesAt(server, table));
  if (line) deleteLine(server.disk.program, table, line, server.nowMs());
}
