import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Content, observeRow, type RowState } from '../core/index.ts';
import { judgeHub } from './judge-hub.ts';
import type { KeptRow } from './kept-row.ts';
import { noUid, type TravellingTable, travellingTable } from './travelling-tables.ts';

const [hub, cloud, club, otherClub] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const judge = judgeHub({ allClients: false, clientUids: new Set([club]) });

function tableOf(name: string): TravellingTable {
  const table = travellingTable(name);
  if (table === undefined) throw new Error(`${name} does not travel`);
  return table;
}

const uid = randomUUID();
function row(
  table: string,
  content: Content,
  about: { before?: KeptRow; clientUid?: string | null; by?: string } = {},
): KeptRow {
  const { before, clientUid = club, by = hub } = about;
  const editedMs = before === undefined ? 1000 : 2000;
  const state: RowState = observeRow(before?.state, content, { node: by, editedMs }) ?? { fields: {}, deleted: null };
  return { table, uid, otherUid: noUid, clientUid, state, editors: {}, held: null, heldFields: [], fromNode: null };
}
const verdict = (table: string, known: KeptRow | undefined, told: KeptRow) => judge(tableOf(table), known, told);

it('a hub is believed about its clients, and neither about others nor about what is the same for all', () => {
  expect(verdict('groups', undefined, row('groups', { name: 'a' }))).toBeUndefined();
  const other = row('groups', { name: 'a' }, { clientUid: otherClub });
  expect(verdict('groups', undefined, other)).toEqual({ refused: 'sync.otherClient' });
  // Nor does it take a row of another club over into its own.
  expect(verdict('groups', other, row('groups', { name: 'b' }))).toEqual({ refused: 'sync.otherClient' });
  // What it hangs on may come after it.
  const ofNobody = row('groups', { name: 'a' }, { clientUid: null });
  expect(verdict('groups', undefined, ofNobody)).toEqual({ refused: 'sync.notYet' });
  const sport = row('sports', { name: 'a' }, { clientUid: null });
  expect(verdict('sports', undefined, sport)).toEqual({ refused: 'sync.cloudOnly' });
  const general = row('parameters', { table_name: 'General', name: 'p' }, { clientUid: null });
  expect(verdict('parameters', undefined, general)).toEqual({ refused: 'sync.cloudOnly' });
  const ofProduct = row('scenarios', { client_id: null, name: 'sprint' }, { clientUid: null });
  expect(verdict('scenarios', undefined, ofProduct)).toEqual({ refused: 'sync.cloudOnly' });
  expect(verdict('scenarios', undefined, row('scenarios', { client_id: club, name: 'mine' }))).toBeUndefined();
  expect(verdict('clients', undefined, row('clients', { name: 'new' }))).toEqual({ refused: 'sync.cloudOnly' });
});

it('a hub adds athletes and coaches, no managers, and nobody with a password', () => {
  const person = (roles: readonly string[], more: Content = {}) =>
    row('users', { mail: 'a@x.test', roles: [...roles], is_recovery: false, ...more });
  expect(verdict('users', undefined, person(['Athlete']))).toBeUndefined();
  expect(verdict('users', undefined, person(['Coach']))).toBeUndefined();
  for (const role of ['Manager', 'Admin']) {
    expect(verdict('users', undefined, person(['Coach', role]))).toEqual({ refused: 'sync.rightsOfHub' });
  }
  expect(verdict('users', undefined, person(['Athlete'], { is_recovery: true }))).toEqual({
    refused: 'sync.rightsOfHub',
  });
  expect(verdict('users', undefined, person(['Athlete'], { password_hash: 'x' }))).toEqual({
    refused: 'sync.rightsOfHub',
  });
});

it('roles of people whom the cloud knows stay the cloud’s, and everything about those who manage', () => {
  const known = (roles: readonly string[]) =>
    row('users', { mail: 'a@x.test', firstname: 'A', roles: [...roles], active: true }, { by: cloud });
  const athlete = known(['Athlete']);
  const risen = row('users', { mail: 'a@x.test', firstname: 'B', roles: ['Admin'], active: true }, { before: athlete });
  expect(verdict('users', athlete, risen)).toEqual({ instead: { roles: ['Athlete'] } });
  const renamed = row(
    'users',
    { mail: 'a@x.test', firstname: 'B', roles: ['Athlete'], active: true },
    { before: athlete },
  );
  expect(verdict('users', athlete, renamed)).toBeUndefined();
  const manager = known(['Manager']);
  const taken = row(
    'users',
    { mail: 'mine@x.test', firstname: 'A', roles: ['Manager'], active: true },
    { before: manager },
  );
  expect(verdict('users', manager, taken)).toEqual({ instead: { mail: 'a@x.test' } });
  expect(verdict('users', manager, manager)).toBeUndefined();
  // Deleted on the hub, it is written again whole.
  const gone = {
    ...manager,
    state: observeRow(manager.state, undefined, { node: hub, editedMs: 3000 }) ?? manager.state,
  };
  expect(verdict('users', manager, gone)).toEqual({
    instead: { mail: 'a@x.test', firstname: 'A', roles: ['Manager'], active: true },
  });
  // Nor does a hub rename a client.
  const client = row('clients', { name: 'club', display_name: 'Club' }, { by: cloud });
  const other = row('clients', { name: 'mine', display_name: 'Mine' }, { before: client });
  expect(verdict('clients', client, other)).toEqual({ instead: { name: 'club' } });
  const closed = {
    ...client,
    state: observeRow(client.state, undefined, { node: hub, editedMs: 3000 }) ?? client.state,
  };
  expect(verdict('clients', client, closed)).toEqual({ instead: { name: 'club', display_name: 'Club' } });
});

it('a manager and a club that the cloud deleted stay so, whatever a hub edits later', () => {
  const manager = row('users', { mail: 'a@x.test', roles: ['Manager'], active: true }, { by: cloud });
  const dismissed = {
    ...manager,
    state: observeRow(manager.state, undefined, { node: cloud, editedMs: 1500 }) ?? manager.state,
  };
  const later = row('users', { mail: 'b@x.test', roles: ['Manager'], active: true }, { before: manager });
  expect(verdict('users', dismissed, later)).toEqual({ stays: 'gone' });
  const client = row('clients', { name: 'club' }, { by: cloud });
  const closed = {
    ...client,
    state: observeRow(client.state, undefined, { node: cloud, editedMs: 1500 }) ?? client.state,
  };
  expect(verdict('clients', closed, row('clients', { name: 'ours' }, { before: client }))).toEqual({ stays: 'gone' });
});
